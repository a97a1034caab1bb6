import { onTestFinished } from "vitest";
import type { AdapterCall } from "../../src/adapters/anthropic.js";
import type { RunEvent } from "../../src/contract/index.js";
import { createBroker } from "../../src/index.js";
import { fixedTool, makeProject } from "../support/project.js";

const shell = (name: string, script: string) => fixedTool(["sh", "-c", script], { name, timeout: 60 });

/** What the model calls in its first turn: two that run at once, one that fails, one cancelled, one to be approved. */
export const CALLS = [
  { id: "call_hello", name: "hello", arguments: {} },
  { id: "call_fail", name: "fail", arguments: {} },
  { id: "call_sleeper", name: "sleeper", arguments: {} },
  { id: "call_deploy", name: "deploy", arguments: { where: "prod" } },
] as const;

/** A real broker with the tools of `CALLS`, and hooks that cancel the sleeper once it has printed. */
export async function scenario() {
  const project = makeProject({
    tools: [
      shell("hello", "echo hello; sleep 0.2"),
      shell("fail", "echo 'E: no such thing' >&2; exit 3"),
      shell("sleeper", "echo begun; exec sleep 300"),
      {
        name: "deploy",
        description: "Deploys.",
        command: ["echo", "deployed", "{where}"],
        cwd: "project_root",
        timeout: 20,
        risk: "high",
        params: { where: { type: "string", description: "Where to." } },
      },
    ],
    config: { policy: { low: "allow", high: "ask" } },
  });
  const broker = await createBroker({ config: `${project.dir}/agent-reach.toml` });
  onTestFinished(() => broker.close());
  const cancel = new AbortController();
  const events: string[] = [];
  return {
    broker,
    /** `tool:event`, in order. */
    events,
    hooks: {
      caller: "test",
      onEvent(event: RunEvent, call: AdapterCall) {
        events.push(`${call.tool}:${event.type}`);
        if (call.tool === "sleeper" && event.type === "output") cancel.abort();
      },
      signal: (call: AdapterCall) => (call.tool === "sleeper" ? cancel.signal : undefined),
    },
  };
}

/** What each answer must say, by call. */
export const EXPECTED: Record<string, RegExp> = {
  call_hello: /^success \(.*\nhello$/,
  call_fail: /^failed \(exit code 3.*\nE: no such thing$/s,
  call_sleeper: /^cancelled \(.*begun$/s,
  call_deploy: /^success \(.*\ndeployed prod$/,
};
