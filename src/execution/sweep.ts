import type { Clock } from "../contract/index.js";
import { pause } from "./pause.js";
import type { RunProcess } from "./run-process.js";

/** How often a tree that was asked to end is looked at once its leader is gone. */
const WATCH_MS = 20;
const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 20;
/** What a kill may take to have its effect on a busy machine. */
const DYING_MS = 50;

/** What killing a tree came to. */
export interface Sweep {
  /** Descendants that outlived the leader and were killed. */
  readonly leftoversKilled: number;
  /** Processes that could not be stopped. */
  readonly survivors: readonly number[];
}

/** Asks a tree to end; resolves when nothing of it is left, or soon after `abandoned`. */
export async function terminateTree(process: RunProcess, clock: Clock, abandoned: AbortSignal): Promise<void> {
  await askToEnd(process);
  await process.leaderExit;
  while (!abandoned.aborted && (await process.alive()).length > 0) await pause(clock, WATCH_MS);
}

export interface KillOptions {
  /** The longest it may take. */
  readonly boundMs: number;
  /** For what may be about to end by itself: so long it is left alone. */
  readonly waitMs: number;
  /** From when on it is killed; until then it is asked to end, once. */
  readonly askMs: number;
  /** Called once, when there is anything to kill. */
  found(): void;
}

/** Kills a tree again and again until nothing is left, since it may grow while it is killed. */
export async function killTree(process: RunProcess, clock: Clock, options: KillOptions): Promise<Sweep> {
  const start = clock.now();
  const killedWithLeader = new Set<number>();
  const leftovers = new Set<number>();
  let killedAt: number | null = null;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const alive = await process.alive();
    const elapsed = clock.now() - start;
    // However late we are, what is alive is killed, and given the time to die of it, before it is given up.
    const killHadTime = killedAt !== null && elapsed - killedAt >= DYING_MS;
    const givesUp = elapsed >= options.boundMs && (killHadTime || alive.length === 0);
    if ((alive.length === 0 && process.leaderExited) || givesUp) {
      for (const pid of alive) leftovers.delete(pid);
      return { leftoversKilled: leftovers.size, survivors: alive };
    }
    if (alive.length > 0 && elapsed >= options.waitMs) {
      const first = leftovers.size + killedWithLeader.size === 0;
      for (const pid of alive) {
        if (!process.leaderExited) killedWithLeader.add(pid);
        else if (!killedWithLeader.has(pid)) leftovers.add(pid);
      }
      if (first) options.found();
      if (elapsed >= options.askMs) {
        killedAt ??= elapsed;
        await process.signal("SIGKILL");
      } else if (first) await askToEnd(process);
    }
    await pause(clock, pauseMs);
  }
}

async function askToEnd(process: RunProcess): Promise<void> {
  await process.signal("SIGTERM");
  // What is stopped takes its SIGTERM only when it goes on.
  await process.signal("SIGCONT");
}
