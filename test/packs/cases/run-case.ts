import type { JsonObject, Result } from "../../../src/contract/index.js";
import { missing, type World } from "../world.js";

/** One real run of a tool of a pack. */
export interface RunCase {
  readonly tool: string;
  /** Tells it from other cases of the tool. */
  readonly about: string;
  /** Makes the project ready; what it gives is passed on. Runs before `args` is asked for. */
  readonly prepare?: (world: World) => Promise<Prepared> | Prepared | undefined;
  readonly args?: JsonObject | ((prepared: Prepared) => JsonObject);
  readonly cwd?: string;
  /** Parts of the result that must be as given here; success when absent. */
  readonly result?: Partial<Result>;
  /** Must be found in stdout (or, with `stderr`, in stderr). */
  readonly stdout?: readonly (string | RegExp)[];
  readonly stderr?: readonly (string | RegExp)[];
  readonly check?: (world: World, result: Result, prepared: Prepared) => Promise<void> | void;
  /** Why it cannot run on this machine, beside a missing program. */
  readonly lacks?: () => string | null;
}

export interface Prepared {
  readonly [name: string]: string | number;
}

/** Cases whose project is made in the same way. */
export function casesIn(prepare: (world: World) => void, cases: readonly RunCase[]): readonly RunCase[] {
  return cases.map((each) => ({
    ...each,
    prepare: (world) => {
      prepare(world);
      return each.prepare?.(world);
    },
  }));
}

/** Why a case cannot be run here; null when it can. */
export function lacking(program: string, { lacks }: RunCase): string | null {
  return missing(program) ?? lacks?.() ?? null;
}
