// What bin/agent-reach.js loads for `exec --json`, bundled and compiled on its own.
export { execJson } from "./exec.js";
export { execFlags } from "./exec-flags.js";
