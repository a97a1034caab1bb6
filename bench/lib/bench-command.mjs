import { CLI } from "./paths.mjs";
import { runProgram } from "./processes.mjs";

/** Runs `agent-reach bench --json` in a project's folder and gives its report. */
export async function benchReport(project, args) {
  const { stdout, stderr, code } = await runProgram(process.execPath, [CLI, "bench", "--json", ...args], {
    cwd: project.dir,
  });
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`bench ${args.join(" ")} ended with ${code}: ${stderr}`);
  }
}

/** What was not as it must be, in a word; "none" when every call was answered once and rightly. */
export function faultsOf({ calls }) {
  const found = [
    ["lost", calls.lost],
    ["twice", calls.answered_twice],
    ["broken", calls.broken],
    ["wrong", calls.wrong],
  ].filter(([, count]) => count > 0);
  return found.length === 0 ? "none" : found.map(([name, count]) => `${count} ${name}`).join(", ");
}
