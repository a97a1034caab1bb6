import type { Call } from "../contract/index.js";

/**
 * `sha256:…` over argv, cwd and the names of the environment variables: what an approval is bound to. JSON frames the
 * parts, so that no two calls share a digest by where their words are cut.
 */
export function callDigest(call: Call): string {
  const parts = [call.argv, call.cwd.kind === "temp" ? null : call.cwd.path, environmentNames(call)];
  // Loaded here, as most calls are neither asked about nor explained and node:crypto takes 3 ms to load.
  const { createHash } = process.getBuiltinModule("node:crypto");
  return `sha256:${createHash("sha256").update(JSON.stringify(parts)).digest("hex")}`;
}

export function environmentNames(call: Call): readonly string[] {
  return Object.keys(call.env).sort();
}
