// Our selection, built from the sources on the fly.
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const ROOT = join(import.meta.dirname, "../..");

/** Bundles src/result and loads it. */
export async function loadResult() {
  const folder = mkdtempSync(join(ROOT, "node_modules/.bench-output-"));
  // Parts of it are loaded when they are first used.
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  await build({
    entryPoints: [join(ROOT, "src/result/index.ts")],
    outdir: folder,
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    packages: "external",
    outExtension: { ".js": ".mjs" },
    // It takes itself for a part of dist/, where the table of tokens is.
    define: { "import.meta.dirname": JSON.stringify(join(ROOT, "dist")) },
    logLevel: "error",
  });
  return await import(pathToFileURL(join(folder, "index.mjs")).href);
}

const OUTPUT_ID = "o_1m8ns8j2ewafvza20nw";

/** A settlement as the broker would make it for a case. */
export function settlementOf(kase, budget) {
  const stream = (bytes) => ({
    bytes: bytes.length,
    lines:
      bytes.reduce((count, byte) => count + (byte === 10 ? 1 : 0), 0) +
      (bytes.length > 0 && bytes.at(-1) !== 10 ? 1 : 0),
    head: bytes,
    tail: Buffer.alloc(0),
    omittedBytes: 0,
    omittedNewlines: 0,
  });
  const tool = { name: "case", encoding: "auto", exitCodes: new Map(), limits: {}, maxTimeoutMs: 1000 };
  const call = { id: "c1", tool, argv: kase.argv, outputTokens: budget, notes: [], timeoutMs: 1000 };
  const captured = { stdout: stream(kase.stdout), stderr: stream(kase.stderr), outputId: OUTPUT_ID, spoolNote: null };
  const outcome = { kind: "exited", exit: { code: kase.exit_code, signal: kase.signal } };
  const execution = { outcome, pid: 1, queuedMs: 0, durationMs: kase.duration_ms, cleanup: null, captured };
  return { call, execution, stored: null };
}

/** The text a model gets: both streams, as the Result has them. */
export async function present({ buildResult }, kase, budget) {
  const result = await buildResult(settlementOf(kase, budget));
  return { result, text: joined(result.stdout, result.stderr), streams: [result.stdout, result.stderr] };
}

export const joined = (stdout, stderr) => (stdout === "" || stdout.endsWith("\n") ? stdout : `${stdout}\n`) + stderr;
