import { spawn } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";
import { runCli } from "../support/cli.js";
import { cliPath, fixedTool, makeProject } from "../support/project.js";

it("what a killed broker left is found, readable and on record at the next start", async () => {
  const tools = [fixedTool(["sh", "-c", "head -c 300000 /dev/zero | tr '\\0' x; echo; exec sleep 30"])];
  const project = makeProject({ tools, config: { audit: { file: "audit.jsonl", sync: "never" } } });
  const child = spawn(process.execPath, [cliPath, "exec", "--ndjson", "--log-level", "debug"], {
    cwd: project.dir,
    env: { PATH: process.env.PATH!, HOME: project.dir },
    stdio: ["pipe", "ignore", "pipe"],
  });
  child.stdin.write('{"tool":"t","id":"lost-one"}\n');
  let pid = 0;
  for await (const line of createInterface({ input: child.stderr })) {
    const event = JSON.parse(line);
    if (event.type === "started") pid = event.child;
    if (pid !== 0) break;
  }
  const stored = () => project.list(".state/outputs/running").map((file) => statSync(`${running}/${file}`).size);
  const running = `${project.dir}/.state/outputs/running`;
  await expect.poll(stored, { timeout: 10_000 }).toEqual([expect.toSatisfy((size: number) => size > 200_000)]);
  child.kill("SIGKILL");
  await once(child, "exit");

  const { stdout } = await runCli(project, ["doctor"]);
  expect(stdout).toMatch(/dead brokers +left 1 unfinished outputs and 1 calls without an end/);
  expect((await runCli(project, ["doctor"])).stdout).toMatch(/dead brokers +left nothing/);
  const last = project.read("audit.jsonl").trimEnd().split("\n").at(-1)!;
  expect(JSON.parse(last)).toMatchObject({ event: "lost", id: "lost-one" });
  const id = project.list(".state/outputs").find((name) => name.startsWith("o_"))!;
  const output = await runCli(project, ["output", id.replace(/\..*$/, ""), "--raw"]);
  expect(output.stdout).toMatch(/^x{100000}/);
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The native driver has ended it already.
  }
});
