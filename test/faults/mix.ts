import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { createRandom } from "../../src/bench/mix/random.js";
import type { Result, RunEvent } from "../../src/contract/index.js";
import { createBroker } from "../../src/index.js";
import { childrenOf, processesWith } from "../support/processes.js";
import { makeProject, type Project } from "../support/project.js";
import { descriptors, wait } from "./campaign.js";
import { KINDS, MARKS } from "./kinds.js";

export interface Mix {
  readonly driver: string;
  readonly calls: number;
  readonly seed: number;
  /** Called when every call was answered. */
  readonly done?: () => void;
  /** Answers that are right whatever the kind of the call. */
  readonly excused?: (result: Result) => boolean;
}

/**
 * Makes so many calls of random kinds through one broker. Returns what was answered wrongly, a line each; expects each to
 * be answered once, and nothing to be left of any.
 */
export async function mix({ driver, calls, seed, done = () => {}, excused = () => false }: Mix): Promise<string[]> {
  const kinds = Object.entries(KINDS).filter(([, kind]) => driver === "native" || !kind.nativeOnly);
  const project = makeProject({
    tools: kinds.map(([name, { tool }]) => ({ ...tool, name })),
    config: {
      limits: { concurrency: 8, queue: calls, caller_share: 1, queue_timeout: 3600 },
      output: { keep: "8 MiB" },
    },
  });
  const temp = useTempFolder(project);
  const open = () =>
    createBroker({ config: `${project.dir}/agent-reach.toml`, env: { ...process.env, AGENT_REACH_DRIVER: driver } });
  // What is opened once and kept, such as what a module needs.
  const warm = await open();
  await warm.execute({ tool: "success" });
  await warm.close();
  const before = descriptors();
  const broker = await open();
  const random = createRandom(seed);
  const settled = new Map<string, number>();
  const wrong: string[] = [];
  const call = async (index: number) => {
    const [name, kind] = kinds[Math.floor(random() * kinds.length)]!;
    const abort = new AbortController();
    const id = `c${index}`;
    const luck = random();
    const onEvent = (event: RunEvent) => {
      if (event.type === "settled") settled.set(id, (settled.get(id) ?? 0) + 1);
      kind.onEvent?.(event, abort, luck);
    };
    const result = await broker.execute({ tool: name, id }, { signal: abort.signal, onEvent });
    const survivors = result.cleanup?.survivors.length ?? 0;
    const right = kind.right(result) || excused(result);
    if (!right || result.id !== id || survivors > 0)
      wrong.push(`${name}: ${JSON.stringify({ ...result, output: null })}`);
  };
  await Promise.all(Array.from({ length: calls }, (_, index) => call(index)));
  done();
  expect(settled.size).toBe(calls);
  expect([...settled.values()].filter((times) => times !== 1)).toEqual([]);
  expect(broker.stats()).toMatchObject({ running: 0, queued: 0 });
  // What is alive or unreaped while the broker still is: its warden alone.
  expect(childrenOf(process.pid).filter(({ command }) => !command.startsWith("agent-reach-warden"))).toEqual([]);
  expect(MARKS.flatMap(processesWith)).toEqual([]);
  await broker.close();
  // Timers of this test that signal what is over.
  await wait(50);
  expect(childrenOf(process.pid)).toEqual([]);
  expect(readdirSync(temp)).toEqual([]);
  const running = join(project.stateDir, "outputs/running");
  expect(existsSync(running) ? readdirSync(running) : []).toEqual([]);
  expect(descriptors()).toEqual(before);
  return wrong;
}

/** An own folder for temporary files until the test ends, so that what is left in it can be told. */
function useTempFolder(project: Project): string {
  const temp = join(project.dir, "tmp");
  const { TMPDIR } = process.env;
  mkdirSync(temp);
  process.env.TMPDIR = temp;
  onTestFinished(() => {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  });
  return temp;
}
