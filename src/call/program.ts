import { accessSync, constants, statSync } from "node:fs";
import { delimiter, extname, isAbsolute, join } from "node:path";
import type { Call, CommandTemplate, Fault, ProgramLookup, ToolDefinition } from "../contract/index.js";
import { fault } from "../errors/index.js";
import { type Variables, variable } from "./environment.js";
import { shown } from "./shown.js";

/** Where a program is: as an absolute path, or on the absolute entries of the PATH that the child will have. */
export function findProgram(program: string, env: Variables, platform = process.platform): ProgramLookup {
  let refused: string | null = null;
  for (const path of candidates(program, env, platform)) {
    const kind = look(path, platform);
    if (kind === "executable") return { kind: "found", path };
    if (kind === "not_executable") refused ??= path;
  }
  return refused === null ? { kind: "missing", name: program } : { kind: "not_executable", path: refused };
}

/** The tool's command, or its fallback where only that one's program is to be found. */
export function chooseCommand(
  tool: ToolDefinition,
  env: Variables,
): { readonly template: CommandTemplate; readonly program: ProgramLookup } {
  const program = findProgram(tool.command.program, env);
  if (program.kind === "found" || tool.fallback === null) return { template: tool.command, program };
  const other = findProgram(tool.fallback.program, env);
  return other.kind === "found" ? { template: tool.fallback, program: other } : { template: tool.command, program };
}

function* candidates(program: string, env: Variables, platform: NodeJS.Platform): Generator<string> {
  const endings = platform === "win32" ? windowsEndings(program, env) : [""];
  const bases = isAbsolute(program) ? [program] : onPath(program, variable(env, "PATH", platform) ?? "");
  for (const base of bases) for (const ending of endings) yield base + ending;
}

const onPath = (program: string, path: string) =>
  path
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, program));

function windowsEndings(program: string, env: Variables): string[] {
  const known = (variable(env, "PATHEXT", "win32") || ".COM;.EXE;.BAT;.CMD")
    .split(";")
    .filter((ending) => ending !== "");
  const own = extname(program).toUpperCase();
  return known.some((ending) => ending.toUpperCase() === own) ? [""] : known;
}

function look(path: string, platform: NodeJS.Platform): "executable" | "not_executable" | "missing" {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return "missing";
    if (!stats.isFile()) return "not_executable";
    if (platform !== "win32") accessSync(path, constants.X_OK);
    return "executable";
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOTDIR" ? "missing" : "not_executable";
  }
}

/** Why the program of a call cannot be started; null when it was found. Told after the policy has allowed the call. */
export function programFault(call: Call): Fault | null {
  const { program, tool } = call;
  switch (program.kind) {
    case "found":
      return null;
    case "missing": {
      const absolute = isAbsolute(program.name);
      const where = absolute ? "does not exist" : "is not on the PATH";
      return fault("AR_PROGRAM_NOT_FOUND", `the program ${shown(program.name)} of ${tool.name} ${where}`, {
        hint: `Use another tool. An operator has to install it${absolute ? "" : " or put its folder on the PATH of the broker"}; \`agent-reach doctor\` lists what is missing.`,
        details: {
          program: program.name,
          searched: absolute ? [] : (call.env.PATH ?? "").split(delimiter).slice(0, 40),
        },
      });
    }
    case "not_executable":
      return fault("AR_NOT_EXECUTABLE", `the program ${shown(program.path)} of ${tool.name} is no executable file`, {
        hint: "Use another tool. An operator has to make it executable (chmod +x) or correct the definition's command.",
        details: { program: program.path },
      });
  }
}
