import type { JsonValue, RequestInput, Result } from "../../contract/index.js";
import type { Abilities } from "../front-door.js";
import { drawSeconds } from "./duration.js";
import type { Mix, MixCall } from "./mix.js";
import { createRandom } from "./random.js";

/** One call to send. */
export interface PlannedCall {
  readonly call: MixCall;
  readonly request: RequestInput;
  /** Null = it is not cancelled. */
  readonly cancelAfterMs: number | null;
}

export interface Plan {
  next(): PlannedCall;
  /** The kinds of calls that are sent. */
  readonly calls: readonly MixCall[];
  /** Names of those that this front door cannot carry. */
  readonly leftOut: readonly string[];
}

/** The shortest time-out that still lets a program start. */
const LEAST_TIMEOUT_MS = 20;

/** Draws calls from a mix, the same ones in the same order for the same seed. */
export function createPlan(mix: Mix, { abilities, seed }: { abilities: Abilities; seed: number }): Plan {
  const can = (call: MixCall) =>
    (abilities.cancel || call.cancelAfter === null) && (abilities.timeout || call.timeout === null);
  const calls = mix.calls.filter(can);
  const leftOut = mix.calls.filter((call) => !can(call)).map(({ name }) => name);
  if (calls.length === 0) throw new Error(`this front door can carry no call of the mix ${mix.name}`);
  const random = createRandom(seed);
  const total = calls.reduce((sum, { weight }) => sum + weight, 0);
  let sent = 0;

  const choose = (): MixCall => {
    let left = random() * total;
    for (const call of calls) {
      left -= call.weight;
      if (left < 0) return call;
    }
    return calls.at(-1)!;
  };
  return {
    calls,
    leftOut,
    next() {
      sent += 1;
      const call = choose();
      const scaled = (seconds: number) => seconds * mix.timeScale;
      const duration = call.duration === null ? null : scaled(drawSeconds(call.duration, random));
      const cancel = call.cancelAfter === null ? null : scaled(drawSeconds(call.cancelAfter, random)) * 1000;
      const timeoutMs = call.timeout === null ? null : Math.max(LEAST_TIMEOUT_MS, scaled(call.timeout) * 1000);
      return {
        call,
        cancelAfterMs: cancel,
        request: {
          tool: call.tool,
          args: Object.fromEntries(
            Object.entries(call.args).map(([name, value]) => [name, withDuration(value, duration)]),
          ),
          priority: call.priority,
          caller: `bench-${(sent % mix.callers) + 1}`,
          ...(timeoutMs === null ? {} : { timeout_ms: Math.round(timeoutMs) }),
        },
      };
    },
  };
}

/** Tenths of milliseconds: finer makes no difference to a program, and stays clear of exponents. */
const withDuration = (value: JsonValue, seconds: number | null) =>
  value === "{duration}" && seconds !== null ? Number(seconds.toFixed(4)) : value;

/** Why an answer is not what the mix says it must be; null when it is. `busy` is always an answer. */
export function wrongAnswer({ expect, stdoutBytes }: MixCall, result: Result): string | null {
  if (result.status === "busy") return null;
  if (expect !== null && !expect.includes(result.status)) {
    const cause = result.error === null ? `exit code ${result.exit_code}` : result.error.message;
    return `${result.status}: ${cause}`;
  }
  const bytes = result.output?.stdout.bytes ?? 0;
  if (stdoutBytes !== null && result.status === "success" && bytes !== stdoutBytes) {
    return `${bytes} bytes on stdout instead of ${stdoutBytes}`;
  }
  return null;
}
