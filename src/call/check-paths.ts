import { isAbsolute, resolve } from "node:path";
import type { CallCwd, CwdPolicy, Fault, Settings, ToolDefinition, Within } from "../contract/index.js";
import { type BoundArguments, placePath, scalars } from "./bound.js";
import { Problems } from "./problems.js";
import { type Entries, liesWithin, realPath } from "./real-path.js";
import { shown } from "./shown.js";

/** Holds every `path` value to its root, after symlinks (AR_PATH_OUTSIDE_ROOT). The value itself stays as it was given. */
export function checkPaths(
  tool: ToolDefinition,
  values: BoundArguments,
  cwd: CallCwd,
  settings: Settings,
): Fault | null {
  const problems = new Problems();
  const entries: Entries = new Map();
  for (const { name, type, secret } of tool.parameters) {
    const scalar = type.type === "array" ? type.items : type;
    const argument = values.get(name);
    if (scalar.type !== "path" || argument === undefined) continue;
    const base = cwd.kind === "temp" ? TEMP_CWD : cwd.path;
    const roots = rootsOf(scalar.within, base, settings, entries);
    for (const { value, item } of scalars(argument)) {
      const outside = outsideBy(String(value), base, roots, entries);
      if (outside === null) continue;
      const got = secret ? "the path" : shown(String(value));
      problems.add({
        path: placePath(argument.place, item),
        message: `${got} ${outside}`,
        hint: `Give a path inside ${WITHIN[scalar.within.kind]}; relative ones start in the call's working directory.`,
      });
    }
  }
  return problems.none ? null : problems.fault("AR_PATH_OUTSIDE_ROOT");
}

/**
 * Why a path that a definition itself names (a default, a member of an enum) leads out of its root wherever the call
 * runs; null when it may lie inside. A link that leads out today may be another one tomorrow, and no fault of the
 * definition: so the path has to lie outside by its very name as well.
 */
export function namedPathProblem(
  { cwd }: Pick<ToolDefinition, "cwd">,
  within: Within,
  path: string,
  settings: Settings,
): string | null {
  if (cwd.kind === "caller" && !isAbsolute(path)) return null;
  const entries: Entries = new Map();
  const base = baseOf(cwd, settings, entries);
  // A caller's folder is not known, but that it lies in an allowed root.
  const ofCaller = cwd.kind === "caller" && within.kind === "cwd";
  const roots = ofCaller ? settings.allowedRoots : rootsOf(within, base, settings, entries);
  const named = within.kind === "path" ? [...roots, within.path] : roots;
  if (named.some((root) => liesWithin(root, resolve(base, path)))) return null;
  if (outsideBy(path, base, roots, entries) === null) return null;
  return `${shown(path)} lies outside ${WITHIN[within.kind]}: it would be refused`;
}

function baseOf(cwd: CwdPolicy, settings: Settings, entries: Entries): string {
  if (cwd.kind === "temp") return TEMP_CWD;
  if (cwd.kind !== "path") return settings.projectRoot;
  const folder = realPath(cwd.path, "/", entries);
  return folder.kind === "path" ? folder.path : cwd.path;
}

/** Stands for the new folder of a call, in which nothing is yet: no entry can exist below a device. */
const TEMP_CWD = "/dev/null/temp";

const WITHIN: { readonly [kind in Within["kind"]]: string } = {
  project_root: "the project root",
  allowed_roots: "an allowed root",
  cwd: "the call's working directory",
  path: "the folder the parameter is bound to",
};

function rootsOf(within: Within, base: string, settings: Settings, entries: Entries): readonly string[] {
  switch (within.kind) {
    case "project_root":
      return [settings.projectRoot];
    case "allowed_roots":
      return settings.allowedRoots;
    case "cwd":
      return [base];
    case "path": {
      const folder = realPath(within.path, "/", entries);
      return folder.kind === "path" ? [folder.path] : [];
    }
  }
}

function outsideBy(path: string, base: string, roots: readonly string[], entries: Entries): string | null {
  const real = realPath(path, base, entries);
  if (real.kind === "unknown") return real.reason;
  return roots.some((root) => liesWithin(root, real.path)) ? null : "leads out of the folder it must lie in";
}
