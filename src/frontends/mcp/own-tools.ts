import type { JsonObject, ToolDefinition } from "../../contract/index.js";

/** Deadline of `run_wait`: clients give a silent request up after 60 s. */
export const WAIT_SECONDS = { default: 45, maximum: 50 } as const;

export const OWN_TOOLS = ["read_output", "run_start", "run_status", "run_wait", "run_cancel", "run_list"] as const;
export type OwnTool = (typeof OWN_TOOLS)[number];

export interface OwnToolSpec {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonObject & { readonly type: "object" };
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

/** A registry may have a tool of the same name: it keeps its name, and ours gets a prefix. */
export function ownToolName(tool: OwnTool, tools: readonly ToolDefinition[]): string {
  return tools.some((one) => one.name === tool) ? `agent_reach_${tool}` : tool;
}

/** The server's own tools, as they stand in `tools/list` after those of the registry. */
export function ownToolSpecs(tools: readonly ToolDefinition[]): readonly OwnToolSpec[] {
  return OWN_TOOLS.map((tool) => ({ name: ownToolName(tool, tools), ...SPECS[tool] }));
}

const text = (description: string): JsonObject => ({ type: "string", description });
const whole = (description: string, minimum = 1): JsonObject => ({ type: "integer", minimum, description });
const input = (properties: JsonObject, required: readonly string[] = []): OwnToolSpec["inputSchema"] => ({
  type: "object",
  properties,
  ...(required.length === 0 ? {} : { required }),
  additionalProperties: false,
});
const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;
const runId = text("Id from run_start or run_list. Left out: the newest run.");

const SPECS: { readonly [tool in OwnTool]: Omit<OwnToolSpec, "name"> } = {
  read_output: {
    title: "Read output",
    description:
      "Reads the whole output of an earlier call by its id: all of it page by page, a range of lines, the last lines, or the lines that match.",
    inputSchema: input(
      {
        id: text("Output id, as named where output was cut."),
        stream: { type: "string", enum: ["stdout", "stderr"], description: "Left out: both, as they were printed." },
        from: whole("First line."),
        from_character: whole("First character of that line, for very long lines."),
        to: whole("Last line."),
        tail: whole("Only the last lines, this many."),
        grep: text("Only lines that match this regular expression (RE2)."),
        context: whole("Lines shown around each match.", 0),
      },
      ["id"],
    ),
    annotations: READS,
  },
  run_start: {
    title: "Start run",
    description:
      "Starts a tool that takes long and returns at once with a run id. It ends by itself at its timeout. See run_wait.",
    inputSchema: input(
      {
        tool: text("Name of one of the tools listed here."),
        args: { type: "object", description: "Arguments of that tool, by name.", additionalProperties: true },
        timeout_ms: whole("Stop it after this many milliseconds; at most the tool's own limit."),
        cwd: text("Working directory, for tools that take the caller's."),
        label: text("A word or two to find the run again."),
      },
      ["tool"],
    ),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  },
  run_status: {
    title: "Run status",
    description: "Tells whether a run waits, runs or has ended, with the last it printed or its result.",
    inputSchema: input({ run_id: runId }),
    annotations: READS,
  },
  run_wait: {
    title: "Wait for runs",
    description: `Waits until any or all of several runs have ended, at most ${WAIT_SECONDS.maximum} s; then tells of each. Call it again when some still run.`,
    inputSchema: input({
      run_ids: {
        type: "array",
        items: { type: "string" },
        description: "Left out: all whose result you have not seen.",
      },
      mode: { type: "string", enum: ["any", "all"], description: "Default: all." },
      timeout_s: whole(`Seconds to wait, at most ${WAIT_SECONDS.maximum}. Default: ${WAIT_SECONDS.default}.`),
    }),
    annotations: READS,
  },
  run_cancel: {
    title: "Cancel run",
    description: "Stops a run and everything it started; returns what it printed until then.",
    inputSchema: input({ run_id: text("Id from run_start or run_list.") }, ["run_id"]),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  },
  run_list: {
    title: "List runs",
    description: "Lists runs, newest first: id, tool, label, state. Finds a run whose id is lost.",
    inputSchema: input({}),
    annotations: READS,
  },
};
