import type { InputRequiredResult } from "@modelcontextprotocol/server";
import type { JsonObject, Result } from "../../contract/index.js";
import { type ParsedToolCall, parseToolCall } from "../../toolspecs/index.js";
import { askPermission } from "./approval.js";
import type { CallContext } from "./call-context.js";
import type { Hub } from "./hub.js";
import { callOwnTool } from "./own-tool-calls.js";
import { OWN_TOOLS, ownToolName } from "./own-tools.js";
import { type Reply, resultReply } from "./replies.js";

/** Answers `tools/call`: one of the server's own tools, or one of the registry. */
export async function callTool(
  hub: Hub,
  name: string,
  args: JsonObject,
  context: CallContext,
): Promise<Reply | InputRequiredResult> {
  const tools = hub.broker.tools();
  const own = OWN_TOOLS.find((tool) => ownToolName(tool, tools) === name);
  if (own !== undefined) return callOwnTool(own, args, hub, context);
  const parsed = parseToolCall("mcp", { name, arguments: args }, tools);
  if (parsed.kind === "refused") return resultReply(parsed.result, staleRegistry(hub), context.links);
  return callRegistryTool(hub, parsed, context);
}

async function callRegistryTool(
  hub: Hub,
  parsed: ParsedToolCall & { readonly kind: "call" },
  context: CallContext,
): Promise<Reply | InputRequiredResult> {
  const request = { ...parsed.request, caller: context.caller };
  const execute = (approval?: string): Promise<Result> =>
    hub.broker.execute(request, {
      signal: context.signal,
      onEvent: (event) => context.progress.onEvent(event),
      approval,
    });
  let result = await execute();
  if (result.status === "approval_required") {
    const permission = await askPermission(hub.broker, request, context.ask);
    if (permission.kind === "asked") return permission.reply;
    if (permission.kind === "refused") result = permission.result;
    else if (permission.approval !== undefined) result = await execute(permission.approval);
  }
  hub.outputs.add(result);
  return resultReply(result, parsed.notes, context.links);
}

/** A tool that is missing may be in a file that could not be loaded. */
function staleRegistry(hub: Hub): readonly string[] {
  const [fault] = hub.registryFaults;
  if (fault === undefined) return [];
  const place = fault.line === null ? fault.file : `${fault.file}:${fault.line}`;
  return [`the registry on disk has faults, so the tools of before are in force (${place}: ${fault.message})`];
}
