import fc from "fast-check";
import { expect, it } from "vitest";
import { createBroker } from "../../src/index.js";
import { processesWith, uniqueSleep } from "../support/processes.js";
import { fixedTool, makeProject } from "../support/project.js";

const CALLS = 2000;

const kinds = ["success", "failure", "timeout", "cancel_queued", "cancel_running", "missing"] as const;
type Kind = (typeof kinds)[number];

it("settles a random mix of 2,000 calls once each, and leaves no permit taken and no process alive", async () => {
  const sleep = uniqueSleep();
  const tools = [
    fixedTool(["true"], { name: "success" }),
    fixedTool(["sh", "-c", "echo no; exit 3"], { name: "failure" }),
    fixedTool(["sh", "-c", `echo slow; sleep ${sleep}`], { name: "slow", timeout: 0.05, grace: 0.2, max_timeout: 60 }),
    fixedTool(["/no/such/program"], { name: "missing" }),
  ];
  const project = makeProject({
    tools,
    config: {
      limits: { concurrency: 8, queue: CALLS, caller_share: 1, queue_timeout: 300 },
      rate: {},
      output: { keep: 0 },
    },
  });
  const broker = await createBroker({ config: `${project.dir}/agent-reach.toml` });
  const order = fc.sample(fc.constantFrom(...kinds), { numRuns: CALLS, seed: 7 });
  const settled = new Map<string, number>();

  const call = async (kind: Kind, index: number) => {
    const id = `c${index}`;
    const controller = new AbortController();
    const cancelled = kind === "cancel_queued" || kind === "cancel_running";
    const tool = kind === "timeout" || cancelled ? "slow" : kind;
    const result = await broker.execute(
      { tool, id, ...(cancelled ? { timeout_ms: 60_000 } : {}) },
      {
        signal: controller.signal,
        onEvent: (event) => {
          if (kind === "cancel_queued" && event.type === "queued") controller.abort();
          if (kind === "cancel_running" && event.type === "started") controller.abort();
          if (event.type === "settled") settled.set(id, (settled.get(id) ?? 0) + 1);
        },
      },
    );
    return { kind, result };
  };
  const answers = await Promise.all(order.map(call));

  const expected: Record<Kind, string> = {
    success: "success",
    failure: "failed",
    timeout: "timeout",
    cancel_queued: "cancelled",
    cancel_running: "cancelled",
    missing: "error",
  };
  expect(answers.filter(({ kind, result }) => result.status !== expected[kind])).toEqual([]);
  expect(new Set(answers.map(({ result }) => result.id)).size).toBe(CALLS);
  expect([...settled.values()].every((times) => times === 1)).toBe(true);
  expect(settled.size).toBe(CALLS);
  expect(broker.stats()).toMatchObject({ running: 0, queued: 0 });
  await broker.close();
  expect(processesWith(sleep)).toEqual([]);
}, 300_000);
