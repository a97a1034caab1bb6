import { expect, it, onTestFinished } from "vitest";
import { createBroker } from "../../src/broker/index.js";
import { fixedTool, makeProject } from "../support/project.js";

it("no line of the log has a secret, not even where the caller used it as the id", async () => {
  const project = makeProject({
    tools: [
      {
        ...fixedTool(["true"]),
        command: ["true", "--token={token}"],
        params: { token: { type: "string", description: "A token.", secret: true } },
      },
    ],
    config: { log: { level: "trace", file: "agent.log" }, audit: { file: "audit.jsonl" } },
  });
  const broker = await createBroker({ config: `${project.dir}/agent-reach.toml` });
  onTestFinished(() => broker.close());
  const id = "call with hunter2-hunter2";
  const result = await broker.execute({ tool: "t", id, caller: id, args: { token: "hunter2-hunter2" } });
  expect(result).toMatchObject({ id, status: "success" });
  await broker.close();
  const log = project.read("agent.log");
  expect(log).toContain('"type":"started"');
  expect(log).toContain('"id":"call with [secret]"');
  expect(log + project.read("audit.jsonl")).not.toContain("hunter2");
});
