import type { ErrorCode, Fault } from "../contract/index.js";
import { fault } from "../errors/index.js";
import { shown } from "./shown.js";

/** One thing that is wrong with a request, and where. */
export interface Problem {
  /** JSON path: `$.args.limit`. */
  readonly path: string;
  /** Never holds a secret. */
  readonly message: string;
  readonly hint?: string | undefined;
}

/** More are counted, not listed: a million wrong items must not come back as a million messages. */
const MOST_LISTED = 20;

/** Everything wrong with one request, so that it can be told at once. */
export class Problems {
  private readonly listed: Problem[] = [];
  private count = 0;

  get none(): boolean {
    return this.count === 0;
  }

  /** `problem` is worked out only while there is room for it: a suggestion for a million unknown keys takes minutes. */
  add(problem: Problem | (() => Problem)): void {
    this.count++;
    if (this.listed.length < MOST_LISTED) this.listed.push(typeof problem === "function" ? problem() : problem);
  }

  /** One Fault for all, told by the first. Only when there are any. */
  fault(code: ErrorCode): Fault {
    const [first] = this.listed as [Problem];
    const rest = this.count - 1;
    return fault(code, `${first.path}: ${first.message}${rest === 0 ? "" : ` (and ${rest} more)`}`, {
      path: first.path,
      hint: this.listed.find((problem) => problem.hint !== undefined)?.hint ?? null,
      details: { faults: this.listed.map(({ path, message }) => ({ path, message })) },
    });
  }
}

export function problemFault(code: ErrorCode, problem: Problem): Fault {
  const problems = new Problems();
  problems.add(problem);
  return problems.fault(code);
}

/** The path of a member or item: `$.a`, `$[2]`, `$["odd name"]`. */
export function childPath(path: string, key: string | number): string {
  if (typeof key === "number") return `${path}[${key}]`;
  return /^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(key) ? `${path}.${key}` : `${path}[${shown(key)}]`;
}

export function pathOf(keys: readonly (string | number)[]): string {
  return keys.reduce<string>(childPath, "$");
}
