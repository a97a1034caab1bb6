import type { Result } from "../contract/index.js";

/**
 * A Result as the model reads it. The first line, which no output can forge, tells what became of the call and how
 * many lines of each stream follow; what the broker has to say comes before anything the tool printed.
 */
export function modelText(result: Result): string {
  const parts = [statusLine(result)];
  if (result.error !== null) {
    parts.push(result.error.message);
    const { argv, cwd } = result.error.details;
    if (result.status === "approval_required" && argv !== undefined) {
      parts.push(`Command: ${JSON.stringify(argv)}${typeof cwd === "string" ? ` in ${cwd}` : ""}`);
    }
    if (result.error.hint !== null) parts.push(`Next: ${result.error.hint}`);
    if (result.error.retry_after_ms !== null) parts.push(`Retry after ${seconds(result.error.retry_after_ms)}.`);
  }
  if (result.note !== null) parts.push(`Note: ${result.note}`);
  if (result.truncated && result.output?.id != null) parts.push(`Whole output: ${result.output.id}`);
  const { stdout, stderr } = result;
  if (stdout !== "") parts.push(stderr === "" ? trimEnd(stdout) : `stdout:\n${trimEnd(stdout)}`);
  if (stderr !== "") parts.push(`stderr:\n${trimEnd(stderr)}`);
  return parts.join("\n");
}

function statusLine(result: Result): string {
  const facts: string[] = [];
  if (result.exit_code !== null && result.exit_code !== 0) facts.push(`exit code ${result.exit_code}`);
  if (result.signal !== null) facts.push(result.signal);
  if (result.error !== null) facts.push(result.error.code);
  if (result.duration_ms !== null) facts.push(seconds(result.duration_ms));
  if (result.exit_code !== null || result.stdout !== "" || result.stderr !== "") facts.push(shown(result));
  return facts.length === 0 ? result.status : `${result.status} (${facts.join(", ")})`;
}

function shown(result: Result): string {
  const out = lineCount(result.stdout);
  const err = lineCount(result.stderr);
  if (out === 0 && err === 0) return "no output";
  const parts: string[] = [];
  if (out > 0) parts.push(`${lines(out)} of stdout`);
  if (err > 0) parts.push(`${lines(err)} of stderr`);
  return parts.join(", ");
}

const lines = (count: number) => (count === 1 ? "1 line" : `${count} lines`);

function lineCount(text: string): number {
  const trimmed = trimEnd(text);
  if (text === "") return 0;
  let count = 1;
  for (let at = trimmed.indexOf("\n"); at !== -1; at = trimmed.indexOf("\n", at + 1)) count += 1;
  return count;
}

/** Without the line feed of the last line, which would only leave an empty line. */
const trimEnd = (text: string) => (text.endsWith("\n") ? text.slice(0, -1) : text);

const seconds = (ms: number) => `${ms < 9950 ? (ms / 1000).toFixed(1) : Math.round(ms / 1000)} s`;
