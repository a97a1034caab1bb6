import { expect, it } from "vitest";
import { callDigest, decide, explainCall } from "../../src/policy/index.js";
import { built, elements, parameter, settings, temporaryFolder, tool } from "../call/support.js";

it("an explanation says what would run and why, and shows no secret", () => {
  const projectRoot = temporaryFolder();
  const all = settings({ projectRoot });
  const definition = tool({
    risk: "high",
    group: "io",
    env: ["TOKEN", "LD_PRELOAD"],
    command: { program: "no-such-program", elements: elements("--t={token}") },
    parameters: [parameter("token", { type: "string" }, { secret: true })],
    exclusive: { kind: "lock", parts: [{ kind: "text", text: "one" }] },
  });
  const env = { PATH: "/usr/bin", HOME: "/h", TOKEN: "hunter3", LD_PRELOAD: "/x" };
  const call = built(definition, { id: "c1", args: { token: "hunter2" } }, { settings: all, env });
  const explanation = explainCall(call, decide(call, all, { kind: "within" }));
  expect(explanation).toEqual({
    id: "c1",
    tool: "t",
    dry_run: true,
    argv: ["no-such-program", "--t=[secret]"],
    binary: null,
    cwd: projectRoot,
    env: expect.arrayContaining(["HOME", "PATH", "TOKEN"]),
    group: "io",
    locks: ["one"],
    exclusive: false,
    timeout_ms: 10_000,
    policy: { action: "ask", rule: "policy.high", reason: expect.stringContaining("approval") },
    digest: callDigest(call),
    note: expect.stringContaining("LD_PRELOAD"),
  });
  expect(explanation.env).toEqual([...explanation.env].sort());
  expect(JSON.stringify(explanation)).not.toContain("hunter");
});

it("an explanation names the program where it is, and a temporary folder as none", () => {
  const call = built(tool({ cwd: { kind: "temp" } }));
  const explanation = explainCall(call, decide(call, settings(), { kind: "within" }));
  expect(explanation).toMatchObject({ cwd: null, note: null, policy: { action: "allow", rule: "policy.low" } });
  expect(explanation.binary).toMatch(/^\/.*\/printf$/);
});
