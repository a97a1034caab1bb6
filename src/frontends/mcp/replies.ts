import type { OutputPage, OutputQuery, Result } from "../../contract/index.js";
import { modelText, toToolResult } from "../../toolspecs/index.js";
import { outputUri } from "./output-uri.js";
import type { Run } from "./runs.js";

/** The part of a `CallToolResult` that this server uses. */
export interface Reply {
  readonly content: readonly ReplyBlock[];
  readonly structuredContent?: { readonly [key: string]: unknown };
  readonly isError: boolean;
}

type ReplyBlock =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "resource_link";
      readonly uri: string;
      readonly name: string;
      readonly description: string;
      readonly mimeType: string;
      readonly size: number;
    };

/** A Result, with a link to the whole output where not all of it is shown and the client knows links. */
export function resultReply(result: Result, notes: readonly string[], links: boolean): Reply {
  const { content, structuredContent, isError } = toToolResult("mcp", result, { notes });
  const output = result.truncated && links ? result.output : null;
  if (output === null || output.id === null) return { content, structuredContent: { ...structuredContent }, isError };
  const link: ReplyBlock = {
    type: "resource_link",
    uri: outputUri(output.id),
    name: `${result.tool} output`,
    description: "The whole output; ?from=&to=, ?tail= and ?grep= read a part.",
    mimeType: "text/plain",
    size: output.stdout.bytes + output.stderr.bytes,
  };
  return { content: [...content, link], structuredContent: { ...structuredContent }, isError };
}

export const textReply = (text: string, isError = false): Reply => ({ content: [{ type: "text", text }], isError });

export function pageReply(page: OutputPage, { select }: OutputQuery): Reply {
  const count = page.lines.length === 1 ? "1 line" : `${page.lines.length} lines`;
  return textReply(
    `output ${page.id}: ${count}${page.next === null ? "" : `, more with ${select.kind === "grep" ? "the same grep, " : ""}${readOn(page.next)}`}\n${page.text}`,
  );
}

function readOn({ stream, position }: NonNullable<OutputPage["next"]>): string {
  const character = position.character === null ? "" : `, from_character=${position.character}`;
  return `stream=${stream}, from=${position.line}${character}`;
}

export function runReply(run: Run): Reply {
  return textReply(runText(run), run.state.kind === "ended" && run.state.result.status !== "success");
}

export function runsReply(runs: readonly Run[], more: string | null): Reply {
  const parts = runs.map(runText);
  if (more !== null) parts.push(more);
  return textReply(parts.join("\n\n"));
}

/** One line for each run, for lists. */
export function runLine(run: Run): string {
  const label = run.label === null ? "" : ` ${JSON.stringify(run.label)}`;
  const state = run.state.kind === "ended" ? run.state.result.status : run.state.kind;
  return `${run.id} ${run.tool}${label}: ${state}, ${(run.elapsedMs / 1000).toFixed(1)} s`;
}

export function runText(run: Run): string {
  if (run.state.kind === "ended") return `${runLine(run)}\n${modelText(run.state.result)}`;
  return run.tail === "" ? runLine(run) : `${runLine(run)}; the last it printed:\n${run.tail.trimEnd()}`;
}
