import { describe, expect, it } from "vitest";
import { loadNative } from "../../src/execution/drivers/native-binding.js";
import { createBroker } from "../../src/index.js";
import { processesWith, uniqueSleep } from "../support/processes.js";
import { fixedTool, makeProject } from "../support/project.js";

const CALLS = 60;
/** The aim is 2 on a machine with nothing else to do; this one may have tests to run beside. */
const MOST_TIMES = 4;

async function withBroker<T>(tools: ReturnType<typeof fixedTool>[], use: (broker: Broker) => Promise<T>): Promise<T> {
  const project = makeProject({ tools, config: { output: { keep: "8 MiB" }, rate: { calls_per_minute: 0 } } });
  const env = { ...process.env, AGENT_REACH_DRIVER: "native" };
  const broker = await createBroker({ config: `${project.dir}/agent-reach.toml`, env });
  try {
    return await use(broker);
  } finally {
    await broker.close();
  }
}
type Broker = Awaited<ReturnType<typeof createBroker>>;

async function medianLatency(broker: Broker): Promise<number> {
  const latencies: number[] = [];
  for (let call = 0; call < CALLS; call++) {
    const start = performance.now();
    expect((await broker.execute({ tool: "quick" })).status).toBe("success");
    latencies.push(performance.now() - start);
  }
  return latencies.sort((a, b) => a - b)[CALLS / 2]!;
}

describe.skipIf("missing" in loadNative())("a flood through a broker on the native driver", () => {
  it("leaves other calls about as fast as they were", async () => {
    const tools = [fixedTool(["true"], { name: "quick" }), fixedTool(["yes"], { name: "flood" })];
    await withBroker(tools, async (broker) => {
      await medianLatency(broker);
      const alone = await medianLatency(broker);
      const abort = new AbortController();
      let flowing!: () => void;
      const flows = new Promise<void>((resolve) => {
        flowing = resolve;
      });
      const flood = broker.execute(
        { tool: "flood" },
        {
          signal: abort.signal,
          onEvent: ({ type }) => {
            if (type === "output") flowing();
          },
        },
      );
      await flows;
      const beside = await medianLatency(broker);
      abort.abort();
      const { status, output } = await flood;
      expect(status).toBe("cancelled");
      // It was read all the while, not put off.
      expect(output!.stdout.bytes).toBeGreaterThan(10_000_000);
      expect(beside).toBeLessThan(alone * MOST_TIMES);
    });
  });

  it("ends at the tool's max_output, with what came before kept", async () => {
    const sleep = uniqueSleep();
    const script = `sleep ${sleep} & yes`;
    await withBroker([fixedTool(["sh", "-c", script], { max_output: 100_000 })], async (broker) => {
      const { status, error, output, cleanup } = await broker.execute({ tool: "t" });
      expect({ status, code: error?.code }).toEqual({ status: "error", code: "AR_OUTPUT_LIMIT" });
      expect(output!.stdout.bytes).toBeGreaterThan(100_000);
      // What was in the pipe, and on its way, when it was stopped.
      expect(output!.stdout.bytes).toBeLessThan(2_000_000);
      expect(cleanup!.survivors).toEqual([]);
      expect(processesWith(sleep)).toEqual([]);
    });
  });
});
