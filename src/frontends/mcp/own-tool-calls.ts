import type { InputRequiredResult } from "@modelcontextprotocol/server";
import type { JsonObject } from "../../contract/index.js";
import { BrokerError } from "../../errors/index.js";
import { parseToolCall } from "../../toolspecs/index.js";
import { askPermission } from "./approval.js";
import type { CallContext } from "./call-context.js";
import { FieldError, Fields } from "./fields.js";
import type { Hub } from "./hub.js";
import { readQuery } from "./output-uri.js";
import { type OwnTool, WAIT_SECONDS } from "./own-tools.js";
import { pageReply, type Reply, resultReply, runLine, runReply, runsReply, runText, textReply } from "./replies.js";

const LONGEST_MS = 2_592_000_000;

/** Answers a call of one of the server's own tools; what is wrong with it becomes a tool error. */
export async function callOwnTool(
  tool: OwnTool,
  args: JsonObject,
  hub: Hub,
  context: CallContext,
): Promise<Reply | InputRequiredResult> {
  try {
    return await CALLS[tool](new Fields(args), hub, context);
  } catch (error) {
    if (error instanceof FieldError) return textReply(`invalid: ${error.message}`, true);
    if (!(error instanceof BrokerError)) throw error;
    const { message, hint } = error.fault;
    return textReply(hint === null ? message : `${message}\nNext: ${hint}`, true);
  }
}

type OwnCall = (fields: Fields, hub: Hub, context: CallContext) => Promise<Reply | InputRequiredResult>;

const CALLS: { readonly [tool in OwnTool]: OwnCall } = {
  async read_output(fields, hub) {
    const id = fields.requiredText("id");
    const query = readQuery(fields);
    return pageReply(await hub.broker.readOutput(id, query), query);
  },

  async run_start(fields, hub, context) {
    const call = { name: fields.requiredText("tool"), arguments: fields.raw("args") };
    const timeout = fields.integer("timeout_ms", 1, LONGEST_MS);
    const cwd = fields.text("cwd");
    const label = fields.text("label");
    fields.end();
    const parsed = parseToolCall("mcp", call, hub.broker.tools());
    if (parsed.kind === "refused") return resultReply(parsed.result, [], context.links);
    const request = {
      ...parsed.request,
      caller: context.caller,
      ...(timeout === null ? {} : { timeout_ms: timeout }),
      ...(cwd === null ? {} : { cwd }),
    };
    const explanation = hub.broker.explain(request);
    if (!("digest" in explanation)) return resultReply(explanation, parsed.notes, context.links);
    let approval: string | undefined;
    if (explanation.policy.action === "ask") {
      const permission = await askPermission(hub.broker, request, context.ask);
      if (permission.kind === "asked") return permission.reply;
      if (permission.kind === "refused") return resultReply(permission.result, parsed.notes, context.links);
      approval = permission.approval;
    }
    return runReply(await hub.runs.start(request, label, approval));
  },

  async run_status(fields, hub) {
    const id = fields.text("run_id");
    fields.end();
    const run = id === null ? hub.runs.list()[0] : hub.runs.get(id);
    if (run == null) return noSuchRun(id, hub);
    hub.runs.tell(run);
    return runReply(run);
  },

  async run_wait(fields, hub, context) {
    const asked = fields.texts("run_ids");
    const mode = fields.choice("mode", ["any", "all"] as const) ?? "all";
    const seconds = fields.integer("timeout_s", 1, WAIT_SECONDS.maximum) ?? WAIT_SECONDS.default;
    fields.end();
    const ids = asked ?? hub.runs.untold().map((run) => run.id);
    const unknown = ids.find((id) => hub.runs.get(id) === null);
    if (unknown !== undefined) return noSuchRun(unknown, hub);
    if (ids.length === 0) return textReply("No run is open, and the result of each was told.");
    context.progress.say(`waiting for ${ids.length === 1 ? "a run" : `${mode} of ${ids.length} runs`}`);
    await hub.runs.wait(ids, mode, seconds * 1_000, context.signal);
    const runs = ids.map((id) => hub.runs.get(id)).filter((run) => run !== null);
    for (const run of runs) hub.runs.tell(run);
    const open = runs.filter((run) => run.state.kind !== "ended").length;
    return runsReply(runs, open === 0 ? null : `${open} still open: call run_wait again, or run_cancel.`);
  },

  async run_cancel(fields, hub) {
    const id = fields.requiredText("run_id");
    fields.end();
    const run = await hub.runs.cancel(id);
    if (run === null) return noSuchRun(id, hub);
    hub.runs.tell(run);
    return textReply(runText(run));
  },

  async run_list(fields, hub) {
    fields.end();
    const runs = hub.runs.list();
    return textReply(runs.length === 0 ? "No runs yet." : runs.map(runLine).join("\n"));
  },
};

function noSuchRun(id: string | null, hub: Hub): Reply {
  if (id === null) return textReply("No runs yet. Start one with run_start.", true);
  const known = hub.runs.list().slice(0, 5).map(runLine);
  const list = known.length === 0 ? "There is none." : `There are:\n${known.join("\n")}`;
  return textReply(`No run ${JSON.stringify(id.slice(0, 64))} is known. ${list}`, true);
}
