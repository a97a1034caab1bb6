import type { CallCwd, Fault, Settings, ToolDefinition, Within } from "../contract/index.js";
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
