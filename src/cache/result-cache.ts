import type { Call, Clock, Result, ToolDefinition } from "../contract/index.js";

/** Most results kept; each holds at most the output budget. */
const MOST_ENTRIES = 256;

/** Successes of `read_only` tools, reused for the same call as long as the tool's `cache` allows. */
export interface ResultCache {
  /** The earlier result under the new call's id; null when there is none that is fresh. */
  find(call: Call): Result | null;
  /** Keeps a success of a tool that may be cached; everything else is left alone. */
  keep(call: Call, result: Result): void;
}

interface Entry {
  /** Another definition of that name may read the same output otherwise. */
  readonly tool: ToolDefinition;
  readonly result: Result;
  readonly keptAt: number;
}

export function createResultCache(clock: Clock): ResultCache {
  const entries = new Map<string, Entry>();
  return {
    find(call) {
      if (call.tool.cacheMs === 0) return null;
      const key = keyOf(call);
      const entry = entries.get(key);
      if (entry?.tool !== call.tool) return null;
      const age = clock.now() - entry.keptAt;
      if (age >= call.tool.cacheMs) {
        entries.delete(key);
        return null;
      }
      return reused(entry.result, call, age);
    },
    keep(call, result) {
      // A call with remarks of its own would pass them on to calls that they are not true of.
      if (call.tool.cacheMs === 0 || result.status !== "success" || call.notes.length > 0) return;
      const key = keyOf(call);
      entries.delete(key);
      entries.set(key, { tool: call.tool, result, keptAt: clock.now() });
      if (entries.size > MOST_ENTRIES) entries.delete(entries.keys().next().value!);
    },
  };
}

function reused(result: Result, call: Call, ageMs: number): Result {
  const remark = `the result of the same call ${(ageMs / 1000).toFixed(1)} s ago`;
  return {
    ...result,
    id: call.id,
    queued_ms: 0,
    note: [...call.notes, result.note, remark].filter((note) => note !== null).join("; "),
  };
}

/** Everything that can make a difference to what the program prints or to how much of it is shown. */
const keyOf = (call: Call) => JSON.stringify([call.tool.name, call.argv, call.cwd, call.env, call.outputTokens]);
