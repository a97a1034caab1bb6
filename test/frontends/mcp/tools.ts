import { onTestFinished } from "vitest";
import { createBroker } from "../../../src/broker/index.js";
import { fixedTool, makeProject, type Project } from "../../support/project.js";

export const shell = (name: string, script: string, more: Record<string, unknown> = {}) =>
  fixedTool(["sh", "-c", script], { name, ...more });

/** One tool for each thing that a client has to cope with. */
export const TOOLS = [
  shell("hello", "echo hello; echo aside >&2"),
  shell("fail", "echo 'E: no such thing' >&2; exit 3"),
  shell("sleeper", "echo begun; exec sleep 300", { timeout: 400 }),
  shell("steps", "for i in 1 2 3; do echo step $i; sleep 0.6; done"),
  shell("many_lines", "seq 1 5000"),
  {
    name: "deploy",
    description: "Deploys.",
    command: ["echo", "deployed", "{where}"],
    cwd: "project_root",
    timeout: 20,
    risk: "high",
    params: { where: { type: "string", description: "Where to." } },
  },
];

export const ASKING = { policy: { low: "allow", medium: "allow", high: "ask", critical: "deny" } };

/** A real broker over a project folder of its own; closed when the test ends. */
export async function project(tools: Record<string, unknown>[] = TOOLS, config: Record<string, unknown> = ASKING) {
  const made: Project = makeProject({ tools, config });
  const broker = await createBroker({ config: `${made.dir}/agent-reach.toml` });
  onTestFinished(() => broker.close());
  return { project: made, broker };
}
