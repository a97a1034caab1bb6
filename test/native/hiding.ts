import { uniqueSleep } from "../support/processes.js";

export interface Hidden {
  /** In the command lines of what hides, and of nothing else. */
  readonly mark: string;
  /** Shell text that starts it and goes on. */
  readonly script: string;
}

/**
 * A daemon that shakes off its parent, its session, its environment and its output, and ignores what asks it to end.
 * `first`: what it does before, in the shell that `shell` names.
 */
export function hidden(first = ":", shell = "/bin/sh"): Hidden {
  const mark = uniqueSleep();
  const daemon = `${first}; trap "" TERM HUP INT; while :; do sleep ${mark}; done`;
  return { mark, script: `(setsid env -i ${shell} -c '${daemon}' >/dev/null 2>&1 </dev/null &)` };
}
