import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import type { BenchReport } from "../../src/bench/index.js";
import { runCli } from "../support/cli.js";
import { fixedTool, makeProject } from "../support/project.js";

const QUICK = ["--duration", "0.6", "--warmup", "0.1"];
const quick = (...args: string[]) => ["bench", ...QUICK, ...args];

const greet = { ...fixedTool(["printf", "x"]), name: "greet", command: ["printf", "%s", "{name}"] };
const params = { name: { type: "string", description: "Who." } };
const project = () => makeProject({ tools: [{ ...greet, params }, fixedTool(["false"], { name: "fails" })] });

describe("bench", () => {
  it("prints tables for people", async () => {
    const finished = await runCli(project(), quick("--mix", "short"));
    expect(finished).toMatchObject({ code: 0, stderr: "" });
    for (const word of ["Setup", "Totals", "Times", "Latency by kind of call", "p99.9", "event-loop delay"]) {
      expect(finished.stdout).toContain(word);
    }
  });

  it("runs what agents run by default: failures, time-outs, floods and cancels, all rightly answered", async () => {
    const finished = await runCli(project(), [
      "bench",
      "--calls",
      "200",
      "--warmup",
      "0",
      "--time-scale",
      "0.002",
      "--json",
    ]);
    expect(finished.stderr).toBe("");
    const report = JSON.parse(finished.stdout) as BenchReport;
    const [run] = report.runs;
    expect(run!.calls).toMatchObject({ lost: 0, answered_twice: 0, broken: 0, wrong: 0 });
    const names = run!.by_call.map(({ name }) => name).sort();
    expect(names).toEqual(["cancel", "failure", "flood", "report", "timeout", "work"]);
    for (const status of ["success", "failed", "timeout", "cancelled"] as const) {
      expect(run!.statuses[status], status).toBeGreaterThan(0);
    }
    expect(finished.code).toBe(0);
  });

  it("calls a tool of the user's with its arguments", async () => {
    const finished = await runCli(project(), quick("--json", "greet", "--name", "Ada"));
    const report = JSON.parse(finished.stdout) as BenchReport;
    expect(report.setup.mix).toBe("greet");
    expect(report.runs[0]!.statuses).toEqual({ success: report.runs[0]!.latency_ms!.count });
    expect((await runCli(project(), quick("gret"))).stderr).toContain("greet");
    expect((await runCli(project(), quick("greet", "--nam", "x"))).stderr).toContain("--nam");
  });

  it("ends with 1 and says so when answers are not what the mix says", async () => {
    const used = project();
    const mix = used.write("mix.toml", '[[calls]]\ntool = "fails"\nexpect = ["success"]\n');
    const finished = await runCli(used, quick("--mix", mix));
    expect(finished.code).toBe(1);
    expect(finished.stderr).toMatch(/wrong answers to fails, first: failed: exit code 1/);
  });

  it("writes a page, and compares with an earlier report", async () => {
    const used = project();
    const first = await runCli(used, quick("--mix", "short", "--json"));
    const old = used.write("old.json", first.stdout);
    const second = await runCli(used, quick("--mix", "short", "--compare", old, "--html", "report.html"));
    expect(second.code).toBe(0);
    expect(second.stdout).toMatch(/^Compared$/m);
    expect(used.read("report.html")).toContain('<figure id="latency-curve"');
    const wrong = await runCli(used, quick("--compare", used.write("no.json", "{}")));
    expect(wrong.stderr).toContain("no.json is no report");
  });

  it("ramps", async () => {
    const finished = await runCli(project(), [
      "bench",
      "--ramp",
      "--mix",
      "short",
      "--duration",
      "0.3",
      "--warmup",
      "0.1",
      "--json",
    ]);
    const report = JSON.parse(finished.stdout) as BenchReport;
    expect(report.runs.length).toBeGreaterThanOrEqual(9);
    expect(report.knee!.capacity_per_s).toBeGreaterThan(0);
  });

  it("refuses what contradicts itself or is out of range", async () => {
    for (const flags of [
      ["--rate", "5", "--concurrency", "2"],
      ["--ramp", "--rate", "5"],
      ["--rate", "x"],
      ["--via", "post"],
    ]) {
      expect((await runCli(project(), ["bench", ...flags])).code, flags.join(" ")).toBe(64);
    }
    expect((await runCli(project(), ["bench", "--mix", "shrt"])).stderr).toMatch(/Did you mean "?short/);
  });

  it("ends at a signal with what it has, and leaves nothing behind", async () => {
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith("agent-reach-bench-"));
    const finished = await runCli(project(), ["bench", "--mix", "steady", "--duration", "600", "--warmup", "0"], {
      whileRunning: (child) => void setTimeout(() => child.kill("SIGINT"), 2500),
    });
    expect(finished).toMatchObject({ code: 130, stderr: "" });
    expect(finished.stdout).toContain("Totals");
    expect(finished.ms).toBeLessThan(30_000);
    const left = readdirSync(tmpdir()).filter((name) => name.startsWith("agent-reach-bench-"));
    expect(left.filter((name) => !before.includes(name))).toEqual([]);
  });

  it("takes over the user's limits, and writes nothing into the user's audit file", async () => {
    const config = { limits: { concurrency: 3, queue: 7 }, audit: { file: "{state_dir}/audit.jsonl" } };
    const used = makeProject({ tools: [greet].map((tool) => ({ ...tool, params })), config });
    const finished = await runCli(used, quick("--mix", "short", "--json"));
    const { setup } = JSON.parse(finished.stdout) as BenchReport;
    expect(setup).toMatchObject({ concurrency_limit: 3, queue_limit: 7 });
    expect(() => used.read(".state/audit.jsonl")).toThrow("ENOENT");
  });
});
