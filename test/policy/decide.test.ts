import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Call, Decision, PolicyAction, Settings, ToolDefinition } from "../../src/contract/index.js";
import { RISKS, SCOPES } from "../../src/contract/index.js";
import { ERRORS } from "../../src/errors/index.js";
import { decide, disabledBy, type RateVerdict } from "../../src/policy/index.js";
import { built, elements, parameter, settings, tool } from "../call/support.js";

const WITHIN: RateVerdict = { kind: "within" };
const EXCEEDED: RateVerdict = { kind: "exceeded", callsPerMinute: 60, retryAfterMs: 1500 };

const policy = (
  risk: Partial<Settings["policy"]["risk"]> = {},
  writes: PolicyAction = "allow",
): Settings["policy"] => ({
  risk: { low: "allow", medium: "allow", high: "ask", critical: "deny", ...risk },
  writes,
  role: "internal",
});

function decision(
  definition: Partial<ToolDefinition>,
  more: Partial<Settings> = {},
  rate: RateVerdict = WITHIN,
): Decision {
  const all = settings({ policy: policy(), ...more });
  return decide(
    built(tool({ name: "npm_publish", group: "network", ...definition }), { caller: "planner" }, { settings: all }),
    all,
    rate,
  );
}

describe("decide", () => {
  it.each<[string, Partial<ToolDefinition>, Partial<Settings>, PolicyAction, string]>([
    ["low risk", { risk: "low" }, {}, "allow", "policy.low"],
    ["high risk", { risk: "high" }, {}, "ask", "policy.high"],
    ["critical risk", { risk: "critical" }, {}, "deny", "policy.critical"],
    ["a write where writes ask", { readOnly: false }, { policy: policy({}, "ask") }, "ask", "policy.writes"],
    [
      "a write where writes are denied",
      { readOnly: false, risk: "high" },
      { policy: policy({}, "deny") },
      "deny",
      "policy.writes",
    ],
    [
      "a write whose risk is stricter",
      { readOnly: false, risk: "critical" },
      { policy: policy({}, "ask") },
      "deny",
      "policy.critical",
    ],
    [
      "a write whose risk is as strict",
      { readOnly: false, risk: "high" },
      { policy: policy({}, "ask") },
      "ask",
      "policy.high",
    ],
    ["a read where writes are denied", { readOnly: true }, { policy: policy({}, "deny") }, "allow", "policy.low"],
    ["a disabled tool", {}, { disable: ["npm_publish"] }, "deny", "disable"],
    ["a disabled group", {}, { disable: ["network"] }, "deny", "disable"],
    ["a disabled risk", {}, { disable: ["low"] }, "deny", "disable"],
    ["another tool that is disabled", {}, { disable: ["npm", "npm_publish2"] }, "allow", "policy.low"],
    ["an interactive tool", { interactive: true }, {}, "deny", "interactive"],
    ["a scope above the role", { scope: "admin" }, {}, "deny", "scope"],
    ["a scope of the role", { scope: "internal" }, {}, "allow", "policy.low"],
  ])("%s", (_, definition, more, action, rule) => {
    expect(decision(definition, more)).toMatchObject({ action, rule });
  });

  it("names the code, the rule, and what the model and the operator can do", () => {
    const cases: [Decision, string, RegExp][] = [
      [decision({}, { disable: ["network"] }), "AR_DENIED_DISABLED", /"network" out of disable/],
      [decision({ interactive: true }), "AR_DENIED_INTERACTIVE", /arguments/],
      [decision({ scope: "admin" }), "AR_DENIED_SCOPE", /role = "admin"/],
      [decision({}, {}, EXCEEDED), "AR_DENIED_RATE", /Wait 2 s/],
      [decision({ risk: "critical" }), "AR_DENIED_RISK", /critical = "ask" or "allow"/],
      [decision({ readOnly: false }, { policy: policy({}, "deny") }), "AR_DENIED_RISK", /writes = "ask" or "allow"/],
      [decision({ risk: "high" }), "AR_APPROVAL_REQUIRED", /high = "allow"/],
      [
        decision({ risk: "high", readOnly: false }, { policy: policy({}, "ask") }),
        "AR_APPROVAL_REQUIRED",
        /high = "allow" and writes = "allow" under/,
      ],
    ];
    for (const [one, code, hint] of cases) {
      if (one.action === "allow") throw new Error("was allowed");
      expect(one.fault).toMatchObject({ code, message: one.reason, details: { rule: one.rule } });
      expect(one.fault.hint).toMatch(hint);
      expect(ERRORS[one.fault.code].status).toBe(one.action === "ask" ? "approval_required" : "denied");
    }
  });

  it("tells when to call again after too many calls", () => {
    const one = decision({}, {}, EXCEEDED);
    expect(one).toMatchObject({
      rule: "rate",
      fault: { retryAfterMs: 1500, message: 'the caller "planner" made more than 60 calls a minute' },
    });
  });

  it("asks with exactly what would run, secrets hidden, and a digest", () => {
    const definition = tool({
      risk: "high",
      command: { program: "true", elements: elements("--token={token}", "x") },
      parameters: [parameter("token", { type: "string" }, { secret: true })],
    });
    const call = built(definition, { args: { token: "hunter2" } });
    const one = decide(call, settings(), WITHIN);
    if (one.action !== "ask") throw new Error(one.action);
    expect(one.fault.details).toEqual({
      argv: ["true", "--token=[secret]", "x"],
      cwd: call.cwd.kind === "folder" && call.cwd.path,
      digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      rule: "policy.high",
    });
    expect(JSON.stringify(one)).not.toContain("hunter2");
  });

  it("goes by the first rule that refuses, and never allows what one of them refuses", () => {
    const base = built(tool());
    const action = fc.constantFrom<PolicyAction>("allow", "ask", "deny");
    fc.assert(
      fc.property(
        fc.record({
          disabled: fc.boolean(),
          interactive: fc.boolean(),
          scope: fc.constantFrom(...SCOPES),
          role: fc.constantFrom(...SCOPES),
          exceeded: fc.boolean(),
          risk: fc.constantFrom(...RISKS),
          readOnly: fc.boolean(),
          byRisk: action,
          writes: action,
        }),
        (given) => {
          const { disabled, interactive, scope, role, risk, readOnly, byRisk, writes } = given;
          const call: Call = { ...base, role, tool: tool({ interactive, scope, risk, readOnly }) };
          const all = settings({
            disable: disabled ? ["t"] : [],
            policy: { ...policy({ [risk]: byRisk }, writes), role },
          });
          const one = decide(call, all, given.exceeded ? EXCEEDED : WITHIN);
          const first = disabled
            ? "disable"
            : interactive
              ? "interactive"
              : SCOPES.indexOf(scope) > SCOPES.indexOf(role)
                ? "scope"
                : given.exceeded
                  ? "rate"
                  : null;
          if (first !== null) expect(one).toMatchObject({ action: "deny", rule: first });
          else {
            const actions = readOnly ? [byRisk] : [byRisk, writes];
            const strictest = actions.includes("deny") ? "deny" : actions.includes("ask") ? "ask" : "allow";
            expect(one.action).toBe(strictest);
            expect(one.rule === "policy.writes" ? writes : byRisk).toBe(strictest);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe("disabledBy", () => {
  it("names the entry", () => {
    const one = tool({ name: "rm", group: "io", risk: "high" });
    expect(disabledBy(one, settings({ disable: ["x", "io"] }))).toBe("io");
    expect(disabledBy(one, settings({ disable: ["high"] }))).toBe("high");
    expect(disabledBy(one, settings({ disable: ["r", "RM", "default"] }))).toBeNull();
  });
});
