import { accessSync, constants, statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { findProgram } from "../call/index.js";
import type { ProgramLookup, ToolDefinition } from "../contract/index.js";
import { type Check, check } from "./check.js";

/** The program of every tool: where it is, or what that keeps from running. */
export function programs(
  tools: readonly ToolDefinition[],
  env: { readonly [name: string]: string | undefined },
): Check[] {
  return [...by(tools, ({ command }) => command.program)].map(([program, users]) => {
    const lookup = findProgram(program, env);
    if (lookup.kind === "found") return check(program, "ok", lookup.path);
    const text = problemOf(lookup);
    const stopped = users.filter(
      ({ fallback }) => fallback === null || findProgram(fallback.program, env).kind !== "found",
    );
    if (stopped.length === 0)
      return check(program, "ok", `${text}, its tools run ${users[0]!.fallback?.program} instead`);
    const remedy = lookup.kind === "missing" ? "Install it" : "Make it an executable file (chmod +x)";
    return check(program, "warning", text, `${remedy}, or disable ${namesOf(stopped)}.`);
  });
}

function problemOf(lookup: Exclude<ProgramLookup, { kind: "found" }>): string {
  if (lookup.kind === "not_executable") return `${lookup.path} is not executable`;
  return isAbsolute(lookup.name) ? "does not exist" : "not on PATH";
}

/** The folders that tools name as their cwd and that can't be worked in; those that can are not worth a line. */
export function folders(tools: readonly ToolDefinition[]): Check[] {
  const named = tools.filter(({ cwd }) => cwd.kind === "path");
  return [...by(named, ({ cwd }) => (cwd.kind === "path" ? cwd.path : ""))].flatMap(([folder, users]) => {
    const problem = folderProblem(folder);
    if (problem === null) return [];
    return check(`cwd ${folder}`, "warning", problem, `Create it, correct cwd, or disable ${namesOf(users)}.`);
  });
}

function folderProblem(folder: string): string | null {
  try {
    if (!statSync(folder).isDirectory()) return "is no folder";
    accessSync(folder, constants.X_OK);
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT" || code === "ENOTDIR" ? "does not exist" : "may not be entered";
  }
}

const namesOf = (tools: readonly ToolDefinition[]) => tools.map(({ name }) => name).join(", ");

function by(tools: readonly ToolDefinition[], key: (tool: ToolDefinition) => string): Map<string, ToolDefinition[]> {
  const groups = new Map<string, ToolDefinition[]>();
  for (const tool of tools) groups.set(key(tool), [...(groups.get(key(tool)) ?? []), tool]);
  return groups;
}
