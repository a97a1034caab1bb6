import { openOutputs, parsePosition } from "../../broker/index.js";
import type { OutputQuery, OutputSelect, StreamName } from "../../contract/index.js";
import { EXIT_STATUS } from "../../errors/index.js";
import { brokerOptions, type CommonFlags } from "./flags.js";
import { createWriter } from "./stdio.js";

export interface OutputFlags extends CommonFlags {
  readonly stream?: StreamName;
  /** `12`, or `12:801` for a character of a line, as markers write it. */
  readonly from?: string;
  readonly to?: string;
  readonly grep?: string;
  readonly context?: number;
  readonly tail?: number;
  readonly encoding: string;
  readonly raw?: true;
}

/** `output`: a stored output, whole or in part. Returns the exit status; an unknown id is a BrokerError. */
export async function showOutput(id: string, flags: OutputFlags): Promise<number> {
  const select = selectOf(flags);
  if (typeof select === "string") {
    process.stderr.write(`agent-reach: ${select}\n`);
    return EXIT_STATUS.invalid;
  }
  const outputs = await openOutputs(brokerOptions(flags));
  const query: OutputQuery = { stream: flags.stream ?? null, select, encoding: flags.encoding };
  const gaps: string[] = [];
  const onGap = (stream: StreamName, bytes: number) =>
    gaps.push(`${bytes} bytes of ${stream} are missing: not stored.`);
  const pieces = flags.raw ? outputs.raw(id, query, onGap) : outputs.text(id, query);
  const writer = createWriter(1);
  for await (const piece of pieces) await writer.write(piece);
  for (const gap of gaps) process.stderr.write(`agent-reach: ${gap}\n`);
  return EXIT_STATUS.success;
}

/** What is asked for, or why it can't be asked for together. */
function selectOf({ stream, from, to, grep, context, tail, raw }: OutputFlags): OutputSelect | string {
  const range = from !== undefined || to !== undefined;
  const asked = [range && "--from/--to", grep !== undefined && "--grep", tail !== undefined && "--tail"].filter(
    Boolean,
  );
  if (asked.length > 1) return `${asked.join(" and ")} can't be used together.`;
  if (raw && (grep !== undefined || tail !== undefined))
    return "--raw goes with a range alone, not with --grep or --tail.";
  if (raw && range && stream === undefined) return "--raw with --from or --to needs --stream.";
  if (context !== undefined && grep === undefined) return "--context goes with --grep.";
  if (grep !== undefined) return { kind: "grep", pattern: grep, context: context ?? 0 };
  if (tail !== undefined) return { kind: "tail", lines: tail };
  if (!range) return { kind: "all" };
  return { kind: "range", from: parsePosition(from ?? "1"), to: to === undefined ? null : parsePosition(to) };
}
