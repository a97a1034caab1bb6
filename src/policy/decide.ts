import {
  type Call,
  type Decision,
  type ErrorCode,
  type Fault,
  type PolicyAction,
  SCOPES,
  type Settings,
  type ToolDefinition,
} from "../contract/index.js";
import { fault } from "../errors/index.js";
import { callDigest } from "./digest.js";
import type { RateVerdict } from "./rate-limiter.js";

/**
 * Whether a call may run. Pure: the call holds the real argv, `rate` is what the RateLimiter said of it. The first rule
 * that refuses decides, in the order `disable`, `interactive`, `scope`, `rate`, and then the stricter of
 * `policy.<risk>` and, for tools that change something, `policy.writes`.
 */
export function decide(call: Call, settings: Settings, rate: RateVerdict): Decision {
  const { tool } = call;
  return (
    byDisable(tool, settings) ??
    byInteractive(tool) ??
    byScope(call) ??
    byRate(call, rate) ??
    byRisk(call, settings.policy)
  );
}

/** The entry of `disable` that names the tool, its group or its risk; null = not disabled. */
export function disabledBy(tool: ToolDefinition, settings: Settings): string | null {
  return settings.disable.find((entry) => entry === tool.name || entry === tool.group || entry === tool.risk) ?? null;
}

function byDisable(tool: ToolDefinition, settings: Settings): Decision | null {
  const entry = disabledBy(tool, settings);
  if (entry === null) return null;
  const what = entry === tool.name ? "" : entry === tool.group ? ` with its group "${entry}"` : ` with risk "${entry}"`;
  return deny("AR_DENIED_DISABLED", "disable", `${tool.name} is disabled${what}`, {
    hint: `Use another tool. An operator can take "${entry}" out of disable in the config.`,
  });
}

function byInteractive(tool: ToolDefinition): Decision | null {
  if (!tool.interactive) return null;
  return deny("AR_DENIED_INTERACTIVE", "interactive", `${tool.name} needs a person at a terminal`, {
    hint: "Use a tool that takes everything as arguments, or ask the user to run this one by hand.",
  });
}

function byScope({ tool, role }: Call): Decision | null {
  if (SCOPES.indexOf(role) >= SCOPES.indexOf(tool.scope)) return null;
  return deny("AR_DENIED_SCOPE", "scope", `${tool.name} is for the role ${tool.scope}, this broker calls as ${role}`, {
    hint: `Use another tool. An operator can set role = "${tool.scope}" under [policy].`,
    details: { role, scope: tool.scope },
  });
}

function byRate({ caller }: Call, rate: RateVerdict): Decision | null {
  if (rate.kind === "within") return null;
  const who = caller === null ? "callers without a name" : `the caller ${JSON.stringify(caller)}`;
  return deny("AR_DENIED_RATE", "rate", `${who} made more than ${rate.callsPerMinute} calls a minute`, {
    hint: `Wait ${Math.ceil(rate.retryAfterMs / 1000)} s and call again. An operator sets calls_per_minute under [rate].`,
    retryAfterMs: rate.retryAfterMs,
  });
}

const STRICTNESS: readonly PolicyAction[] = ["allow", "ask", "deny"];

function byRisk(call: Call, policy: Settings["policy"]): Decision {
  const { tool } = call;
  const risk = policy.risk[tool.risk];
  const writes = tool.readOnly ? "allow" : policy.writes;
  const byWrites = STRICTNESS.indexOf(writes) > STRICTNESS.indexOf(risk);
  const action = byWrites ? writes : risk;
  const key = byWrites ? "writes" : tool.risk;
  // Where both are that strict, changing one of them changes nothing.
  const keys = risk === writes ? [tool.risk, "writes"] : [key];
  const rule = `policy.${key}`;
  const kind = byWrites ? "tools that change something" : `tools of ${tool.risk} risk`;
  switch (action) {
    case "allow":
      return { action, rule, reason: `${kind} are allowed` };
    case "deny":
      return deny("AR_DENIED_RISK", rule, `${tool.name} is denied: ${kind} are`, {
        hint: `Use another tool, or tell the user what you wanted to do. An operator can set ${settingOf(keys, '"ask" or "allow"')} under [policy].`,
        details: { argv: [...call.shownArgv] },
      });
    case "ask":
      return approval(call, rule, `${tool.name} needs a person's approval: ${kind} do`, settingOf(keys, '"allow"'));
  }
}

const settingOf = (keys: readonly string[], value: string) => keys.map((key) => `${key} = ${value}`).join(" and ");

function approval(call: Call, rule: string, reason: string, setting: string): Decision {
  const why = fault("AR_APPROVAL_REQUIRED", reason, {
    hint: `Show the user the command in details and wait; calling again changes nothing. An operator can set ${setting} under [policy].`,
    details: {
      argv: [...call.shownArgv],
      cwd: call.cwd.kind === "temp" ? null : call.cwd.path,
      digest: callDigest(call),
      rule,
    },
  });
  return { action: "ask", rule, reason, fault: why };
}

function deny(code: ErrorCode, rule: string, reason: string, more: Partial<Fault>): Decision {
  const details = { rule, ...more.details };
  return { action: "deny", rule, reason, fault: fault(code, reason, { ...more, details }) };
}
