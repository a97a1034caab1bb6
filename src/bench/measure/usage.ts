import { readdirSync, readFileSync } from "node:fs";

/** What a process holds right now. */
export interface Holdings {
  readonly rssBytes: number;
  readonly descriptors: number;
}

/** Processor time so far. */
export interface CpuTime {
  /** Of the broker's process and its own helper processes. */
  readonly brokerMs: number;
  /** Of everything it started, reaped or still alive. */
  readonly childrenMs: number;
}

/** Linux counts processor time for user space in hundredths of a second on every architecture. */
const TICK_MS = 10;
/** Helper processes of the broker are named after it. */
const HELPER = /^agent-reach/;

/** Null where there is no /proc, or when the process is gone. */
export function readHoldings(pid: number): Holdings | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return {
      rssBytes: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024,
      descriptors: readdirSync(`/proc/${pid}/fd`).length,
    };
  } catch {
    return null;
  }
}

/** Looks through all processes, which takes milliseconds. Null where there is no /proc, or when the process is gone. */
export function readCpuTime(pid: number): CpuTime | null {
  try {
    const own = readStat(pid);
    const descendants = descendantsOf(pid);
    const helpers = descendants.filter(({ name }) => HELPER.test(name));
    const others = descendants.filter(({ name }) => !HELPER.test(name));
    const sum = (stats: readonly Stat[], of: (stat: Stat) => number) =>
      stats.reduce((total, stat) => total + of(stat), 0);
    return {
      brokerMs: sum([own, ...helpers], ({ ownMs }) => ownMs),
      childrenMs:
        sum([own, ...helpers], ({ reapedMs }) => reapedMs) + sum(others, (stat) => stat.ownMs + stat.reapedMs),
    };
  } catch {
    return null;
  }
}

interface Stat {
  readonly name: string;
  readonly parent: number;
  readonly ownMs: number;
  readonly reapedMs: number;
}

function readStat(pid: number): Stat {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name stands in parentheses and may hold any character; the fields after it begin with the state.
  const end = text.lastIndexOf(")");
  const fields = text.slice(end + 2).split(" ");
  const ms = (index: number) => Number(fields[index]) * TICK_MS;
  return {
    name: text.slice(text.indexOf("(") + 1, end),
    parent: Number(fields[1]),
    ownMs: ms(11) + ms(12),
    reapedMs: ms(13) + ms(14),
  };
}

/** Live processes below one, whatever their depth. */
function descendantsOf(root: number): Stat[] {
  const children = new Map<number, { readonly pid: number; readonly stat: Stat }[]>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readStat(Number(name));
      children.set(stat.parent, [...(children.get(stat.parent) ?? []), { pid: Number(name), stat }]);
    } catch {
      // It ended meanwhile.
    }
  }
  const below = (pid: number): Stat[] =>
    (children.get(pid) ?? []).flatMap((child) => [child.stat, ...below(child.pid)]);
  return below(root);
}
