import { isAbsolute, resolve } from "node:path";
import { binaryFormat } from "./binary-format.js";
import { readHeader } from "./read-header.js";

/** What the kernel would do with a program, as the first bytes of its file tell. */
export type ProgramFormat =
  /** It runs it, or refuses it for a reason that a failed spawn tells. */
  | { readonly kind: "runnable" }
  /** It refuses `file` with ENOEXEC, on which the C library runs the program with /bin/sh. */
  | { readonly kind: "unknown" | "other_machine" | "no_interpreter"; readonly file: string };

/** Bytes of a file that the kernel looks at (`BINPRM_BUF_SIZE`). */
const HEADER_BYTES = 256;
/** Interpreters that are scripts themselves: the kernel follows so many and then refuses with ELOOP. */
export const LONGEST_CHAIN = 5;
const SHEBANG = Buffer.from("#!");

/**
 * Looks at a program the way `execve` does, following `#!` lines, so that what it would refuse is refused before the
 * spawn: after it, the C library would hand the file to a shell. A file that may not be read counts as runnable.
 */
export function programFormat(program: string, cwd: string): ProgramFormat {
  let file = program;
  for (let hops = 0; hops <= LONGEST_CHAIN; hops++) {
    const header = readHeader(file, HEADER_BYTES);
    if (header === null || process.platform === "win32") break;
    if (!header.subarray(0, 2).equals(SHEBANG)) {
      const kind = binaryFormat(file, header);
      return kind === "runnable" ? { kind } : { kind, file };
    }
    const interpreter = parseInterpreter(header);
    if (interpreter === null) return { kind: "no_interpreter", file };
    file = interpreterPath(interpreter, cwd);
  }
  return { kind: "runnable" };
}

/** The interpreter that a program's `#!` line names; null when it is no script or names none. */
export function interpreterOf(program: string): string | null {
  const header = readHeader(program, HEADER_BYTES);
  return header?.subarray(0, 2).equals(SHEBANG) ? parseInterpreter(header) : null;
}

/** A relative interpreter is looked up from the working directory. */
export function interpreterPath(interpreter: string, cwd: string): string {
  return isAbsolute(interpreter) ? interpreter : resolve(cwd, interpreter);
}

/** The interpreter of a `#!` line, a carriage return at its end included; null when there is none. */
export function parseInterpreter(header: Buffer): string | null {
  const lineFeed = header.indexOf("\n");
  const line = header.toString("latin1", 2, lineFeed < 0 ? header.length : lineFeed);
  const [, name, end] = /^[ \t]*([^ \t\0]*)(.?)/s.exec(line)!;
  // A path that does not end within what the kernel reads would be cut, so the kernel refuses it.
  const cut = end === "" && lineFeed < 0 && header.length >= HEADER_BYTES;
  return name === "" || cut ? null : Buffer.from(name!, "latin1").toString();
}
