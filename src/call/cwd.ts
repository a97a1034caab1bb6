import { accessSync, constants, statSync } from "node:fs";
import type { CallCwd, ErrorCode, Fault, Settings, ToolDefinition } from "../contract/index.js";
import { fault } from "../errors/index.js";
import { liesWithin, realPath } from "./real-path.js";
import { listed, shown } from "./shown.js";

export type CwdOutcome = { readonly ok: true; readonly cwd: CallCwd } | { readonly ok: false; readonly fault: Fault };

/**
 * Where a call runs, symlinks resolved. A request may choose only where the tool lets it, and only inside an allowed
 * root (AR_CWD_OUTSIDE_ROOT, told before whether the folder exists); AR_CWD_MISSING and AR_CWD_NOT_FOLDER after that.
 */
export function resolveCwd(tool: ToolDefinition, asked: string | null, settings: Settings): CwdOutcome {
  const policy = tool.cwd;
  if (asked !== null && policy.kind !== "caller") {
    return refused(
      fault("AR_CWD_OUTSIDE_ROOT", `$.cwd: ${tool.name} runs in ${WHERE[policy.kind]}, a request cannot choose it`, {
        path: "$.cwd",
        hint: 'Leave cwd out; only tools with cwd = "caller" take one.',
      }),
    );
  }
  switch (policy.kind) {
    case "temp":
      return { ok: true, cwd: { kind: "temp" } };
    case "project_root":
      return folder(settings.projectRoot, null);
    case "path":
      return defined(policy.path);
    case "caller":
      return asked === null ? folder(settings.projectRoot, null) : chosen(asked, settings);
  }
}

const WHERE = {
  project_root: "the project root",
  temp: "a new temporary folder",
  path: "a folder of its own",
} as const;

function chosen(asked: string, settings: Settings): CwdOutcome {
  const real = realPath(asked, settings.projectRoot);
  if (real.kind === "path" && settings.allowedRoots.some((root) => liesWithin(root, real.path))) {
    return folder(real.path, asked);
  }
  const why = real.kind === "path" ? "leads out of the allowed roots" : real.reason;
  return refused(
    fault("AR_CWD_OUTSIDE_ROOT", `$.cwd: ${shown(asked)} ${why}`, {
      path: "$.cwd",
      hint: `Choose a folder inside ${listed(settings.allowedRoots)}.`,
      details: { allowed_roots: [...settings.allowedRoots] },
    }),
  );
}

function defined(path: string): CwdOutcome {
  const real = realPath(path, path);
  return real.kind === "path" ? folder(real.path, null) : notFolder(path, null, real.reason);
}

/** `path` has no symlink in it; `asked`: the request's own words for it, when it chose it. */
function folder(path: string, asked: string | null): CwdOutcome {
  try {
    if (!statSync(path).isDirectory()) return notFolder(path, asked, "is not a folder");
    accessSync(path, constants.X_OK);
    return { ok: true, cwd: { kind: "folder", path } };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" && code !== "ENOTDIR") return notFolder(path, asked, "may not be entered");
    const hint = asked === null ? "An operator has to create it, or correct cwd in the tool's definition." : null;
    return unusable("AR_CWD_MISSING", path, asked, "does not exist", hint);
  }
}

const notFolder = (path: string, asked: string | null, why: string) =>
  unusable("AR_CWD_NOT_FOLDER", path, asked, why, null);

function unusable(code: ErrorCode, path: string, asked: string | null, why: string, hint: string | null): CwdOutcome {
  const message = `the working directory ${shown(asked ?? path)} ${why}`;
  return refused(fault(code, message, { path: asked === null ? null : "$.cwd", hint, details: { cwd: path } }));
}

const refused = (why: Fault): CwdOutcome => ({ ok: false, fault: why });
