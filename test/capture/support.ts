import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { afterAll } from "vitest";
import { listFiles } from "../../src/capture/eviction.js";
import { OutputFolder } from "../../src/capture/output-folder.js";
import type { OutputPiece, StoredOutput, StreamName } from "../../src/contract/index.js";

/** A folder that is gone after the tests of the file. Call it at the top of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "agent-reach-test-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Compiles a program of `programs/` (beside the test) into `folder`, so that plain `node` runs it; gives its path. */
export function compileProgram(folder: string, testUrl: string, name: string): string {
  const outfile = join(folder, `${basename(name, ".ts")}.mjs`);
  buildSync({
    entryPoints: [fileURLToPath(new URL(`programs/${name}`, testUrl))],
    bundle: true,
    platform: "node",
    format: "esm",
    // CommonJS packages in the bundle call `require`, as in the product's own build.
    banner: { js: 'import{createRequire as $require}from"node:module";const require=$require(import.meta.url);' },
    outfile,
    logLevel: "error",
  });
  return outfile;
}

export async function piecesOf(output: StoredOutput | null): Promise<OutputPiece[]> {
  if (output === null) throw new Error("not stored");
  const pieces: OutputPiece[] = [];
  for await (const piece of output.pieces()) pieces.push(piece);
  return pieces;
}

/** The stored bytes of one stream; a gap stands as `<BYTES/NEWLINES>`. */
export async function storedText(output: StoredOutput | null, stream: StreamName): Promise<string> {
  const parts = (await piecesOf(output)).filter((piece) => piece.stream === stream);
  return parts
    .map((piece) => (piece.kind === "bytes" ? piece.data.toString("latin1") : `<${piece.bytes}/${piece.newlines}>`))
    .join("");
}

/** What lies in an output store, in whatever order. */
export const storedIn = (dir: string) => listFiles(new OutputFolder(dir));
