import { accessSync, constants, type Stats, statSync } from "node:fs";
import type { Fault } from "../contract/index.js";
import { fault } from "../errors/index.js";
import { elfLoader } from "./elf.js";
import { interpreterOf, interpreterPath, LONGEST_CHAIN } from "./program-format.js";

/** The Fault of a working directory that cannot be used; null when nothing is wrong with it. */
export function cwdFault(errno: string, cwd: string): Fault | null {
  const folder = look(cwd);
  const details = { errno, cwd };
  if (folder === "missing") {
    const hint = "Create it, or give the tool another cwd.";
    return fault("AR_CWD_MISSING", `The working directory ${cwd} does not exist.`, { hint, details });
  }
  if (folder !== "hidden" && !folder.isDirectory()) {
    const hint = "Give the tool a folder as its cwd.";
    return fault("AR_CWD_NOT_FOLDER", `The working directory ${cwd} is not a folder.`, { hint, details });
  }
  if (folder === "hidden" || !may(constants.X_OK, cwd)) {
    const hint = "Let the broker's user enter it, or give the tool another cwd.";
    return fault("AR_CWD_NOT_FOLDER", `The working directory ${cwd} may not be entered.`, { hint, details });
  }
  return null;
}

/** The Fault of a program that is missing or may not be executed, or whose interpreter is; null for neither. */
export function programFault(errno: string, program: string, cwd: string): Fault | null {
  const file = look(program);
  const details = { errno, program };
  if (file === "missing") {
    const hint = "Install it, or correct the first element of the tool's command.";
    return fault("AR_PROGRAM_NOT_FOUND", `The program ${program} does not exist.`, { hint, details });
  }
  if (file === "hidden" || !file.isFile() || !may(constants.X_OK, program)) {
    const folder = file !== "hidden" && file.isDirectory();
    const hint = folder
      ? "Name a program inside it in the tool's command."
      : `Let the broker's user execute it, e.g. chmod +x ${program}.`;
    const message = folder ? `${program} is a folder, not a program.` : `${program} may not be executed.`;
    return fault("AR_NOT_EXECUTABLE", message, { hint, details });
  }
  return interpreterFault(program, cwd, details);
}

type Details = { readonly errno: string; readonly program: string };

/** Follows a script to its interpreter and a program to its loader, as the kernel does, up to the one at fault. */
function interpreterFault(program: string, cwd: string, details: Details): Fault | null {
  let file = program;
  for (let hops = 0; hops <= LONGEST_CHAIN; hops++) {
    const script = interpreterOf(file);
    const named = script ?? elfLoader(file);
    if (named === null) return null;
    const path = interpreterPath(named, cwd);
    const missing = look(path) === "missing";
    if (missing || !may(constants.X_OK, path))
      return unusable(file, named, { script: script !== null, missing }, details);
    file = path;
  }
  return null;
}

function unusable(file: string, named: string, is: { script: boolean; missing: boolean }, details: Details): Fault {
  const more = { ...details, file, interpreter: named };
  if (named.endsWith("\r")) {
    const shown = JSON.stringify(named);
    const message = `The #! line of ${file} ends in a carriage return, so its interpreter is ${shown}, which does not exist.`;
    const hint = "Convert the file to Unix line endings (LF).";
    return fault("AR_BAD_INTERPRETER", message, { hint, details: more });
  }
  const what = is.script ? "names the interpreter" : "needs the dynamic loader";
  const message = `${file} ${what} ${named}, which ${is.missing ? "does not exist" : "may not be executed"}.`;
  const hint = is.script
    ? "Install the interpreter, or correct the file's first line."
    : "Install a build of the program for this system's C library.";
  return fault("AR_BAD_INTERPRETER", message, { hint, details: more });
}

/** What is at a path; "hidden": something may be, but it may not be looked at. */
function look(path: string): Stats | "missing" | "hidden" {
  try {
    return statSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "EACCES" || code === "EPERM" ? "hidden" : "missing";
  }
}

/** Whether the broker's user may use a path so: `constants.X_OK`, … */
export function may(mode: number, path: string): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}
