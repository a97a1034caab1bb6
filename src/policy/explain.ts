import type { Call, Decision, Explanation } from "../contract/index.js";
import { callDigest, environmentNames } from "./digest.js";

/** What would run and why (contract, sections 1 and 2). */
export function explainCall(call: Call, decision: Decision): Explanation {
  return {
    id: call.id,
    tool: call.tool.name,
    dry_run: true,
    argv: call.shownArgv,
    binary: call.program.kind === "found" ? call.program.path : null,
    cwd: call.cwd.kind === "temp" ? null : call.cwd.path,
    env: environmentNames(call),
    group: call.tool.group,
    locks: call.locks,
    exclusive: call.aloneInGroup,
    timeout_ms: call.timeoutMs,
    policy: { action: decision.action, rule: decision.rule, reason: decision.reason },
    digest: callDigest(call),
    note: call.notes.length === 0 ? null : call.notes.join("; "),
  };
}
