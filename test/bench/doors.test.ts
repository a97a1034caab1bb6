import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  execDoor,
  libraryDoor,
  mcpDoor,
  ndjsonDoor,
  type OpenDoor,
  runBench,
  singleCallMix,
} from "../../src/bench/index.js";
import { createBroker } from "../../src/broker/index.js";
import { processesWith, uniqueSleep } from "../support/processes.js";
import { cliPath, fixedTool, makeProject } from "../support/project.js";

const DOORS = ["library", "exec", "ndjson", "mcp"] as const;

const seconds = uniqueSleep();
const TOOLS = [fixedTool(["true"]), fixedTool(["sleep", seconds], { name: "long", timeout: 4000 })];

function doors() {
  const project = makeProject({ tools: TOOLS });
  const config = join(project.dir, "agent-reach.toml");
  const commandLine = { program: process.execPath, before: [cliPath], flags: ["--config", config] };
  return {
    library: libraryDoor(() => createBroker({ config })),
    exec: execDoor(commandLine),
    ndjson: ndjsonDoor(commandLine),
    mcp: mcpDoor(commandLine),
    broken: ndjsonDoor({ ...commandLine, before: ["-e", "process.exit(3)", "--"] }),
  };
}

const short = {
  mix: singleCallMix("t", {}),
  load: { kind: "closed", concurrency: 4 },
  extent: { warmupMs: 0, durationMs: null, calls: 12 },
  permits: 4,
  seed: 1,
  patienceMs: 20_000,
  signal: new AbortController().signal,
} as const;

describe.each(DOORS)("front door %s", (name) => {
  it("answers each call once, and tells what the broker used", async () => {
    const [run] = (await runBench({ ...short, door: doors()[name] })).runs;
    expect(run!.calls).toMatchObject({ lost: 0, answered_twice: 0, broken: 0, break_cause: null });
    expect(run!.statuses).toEqual({ success: run!.calls.sent });
    expect(run!.running_ms!.count).toBe(run!.calls.sent);
    const { broker } = run!;
    if (name === "exec") expect(broker.cpus).toBeNull();
    else {
      expect(broker.rss_bytes!.peak).toBeGreaterThan(20 * 1024 * 1024);
      expect(broker.descriptors!.peak).toBeGreaterThan(5);
    }
  });
});

describe.each(DOORS.filter((name) => name !== "exec"))("event loop behind %s", (name) => {
  it("is watched in the broker's own process", async () => {
    const extent = { warmupMs: 0, durationMs: 1500, calls: null };
    const [run] = (await runBench({ ...short, extent, door: doors()[name] })).runs;
    expect(run!.broker.loop_delay_ms!.count).toBeGreaterThan(50);
    expect(run!.broker.loop_delay_ms!.p50).toBeLessThan(500);
  });
});

describe.each(["library", "exec"] as const)("cancelling through %s", (name) => {
  it("stops the call and still brings its answer", async () => {
    const open: OpenDoor = await doors()[name].open();
    const stop = new AbortController();
    const answer = open.call({ tool: "long" }, stop.signal);
    while (processesWith(`sleep ${seconds}`).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    stop.abort();
    expect((await answer).status).toBe("cancelled");
    expect(processesWith(`sleep ${seconds}`)).toEqual([]);
    await open.close();
  });
});

describe("a door that does not work", () => {
  it("breaks the run and says why", async () => {
    const outcome = await runBench({ ...short, door: doors().broken });
    expect(outcome.runs[0]!.calls.broken).toBeGreaterThan(0);
    expect(outcome.runs[0]!.calls.break_cause).toBe("exec ended with 3.");
  });

  it("is named when it cannot even open", async () => {
    const flags = ["--config", "/no/such/file.toml"];
    const door = mcpDoor({ program: process.execPath, before: [cliPath], flags });
    await expect(runBench({ ...short, door })).rejects.toThrow(/front door mcp did not open: mcp ended with \d+/);
  });
});
