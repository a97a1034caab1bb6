import type { JsonValue, Parameter } from "../contract/index.js";
import type { DefinitionChecks } from "./checks.js";
import { firstProblem, readType } from "./parameter-type.js";
import type { RawParameter, RawTool } from "./raw.js";
import type { ToolScope } from "./tool-scope.js";

/** What a lock's name may hold besides parameters. */
export const RESERVED_NAMES: readonly string[] = ["cwd", "project_root"];

export interface ReadParameter {
  readonly raw: Partial<RawParameter>;
  /** Null when it has a fault. */
  readonly parameter: Parameter | null;
}

/** The parameters of one tool while its templates are read. */
export class ReadParameters {
  readonly #used = new Set<string>();

  constructor(private readonly byName: ReadonlyMap<string, ReadParameter>) {}

  get names(): Iterable<string> {
    return this.byName.keys();
  }

  /** In declared order, those with faults left out. */
  get all(): Parameter[] {
    return [...this.byName.values()].flatMap(({ parameter }) => parameter ?? []);
  }

  /** The parameter a placeholder names; null when it is not declared. */
  use(name: string): ReadParameter | null {
    this.#used.add(name);
    return this.byName.get(name) ?? null;
  }

  /** A misspelt placeholder probably means this one, which then is not unused as well. */
  guess(name: string): void {
    this.#used.add(name);
  }

  get unused(): string[] {
    return [...this.names].filter((name) => !this.#used.has(name));
  }
}

/** Reads `params`; every fault goes to the scope. */
export function readParameters(params: RawTool["params"], scope: ToolScope, checks: DefinitionChecks): ReadParameters {
  const byName = new Map<string, ReadParameter>();
  for (const [name, raw] of Object.entries(params ?? {})) {
    const path = ["params", name];
    if (RESERVED_NAMES.includes(name)) {
      scope.report(path, `"${name}" is a reserved name`, {
        at: "key",
        suggestion: "Call the parameter something else.",
      });
    }
    byName.set(name, { raw, parameter: readParameter(name, raw, path, scope, checks) });
  }
  return new ReadParameters(byName);
}

function readParameter(
  name: string,
  raw: Partial<RawParameter>,
  path: readonly string[],
  scope: ToolScope,
  checks: DefinitionChecks,
): Parameter | null {
  const type = readType(raw, path, scope, checks);
  if (raw.default !== undefined) {
    const problem = raw.secret === true ? SECRET_DEFAULT : type && firstProblem(type, raw.default as JsonValue, checks);
    if (problem) scope.report([...path, "default"], problem);
  }
  if (type === null || raw.description === undefined) return null;
  return {
    name,
    description: raw.description,
    type,
    ...(raw.default === undefined ? {} : { default: raw.default as JsonValue }),
    optional: raw.optional ?? false,
    secret: raw.secret ?? false,
    allowLeadingDash: raw.allow_leading_dash ?? false,
  };
}

const SECRET_DEFAULT = "a secret has no default: it would stand here for everyone to read";
