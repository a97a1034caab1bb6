import { type SpawnSyncOptions, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSync } from "esbuild";
import type { Execution } from "../../src/contract/index.js";
import type { Job } from "./broker-main.js";

/** `broker-main.ts` as a program of its own, for what a test runner's process cannot have: odd descriptors, folders, limits. */
export class BrokerProgram {
  readonly #folder = mkdtempSync(join(tmpdir(), "broker-program-"));
  readonly path = join(this.#folder, "broker.mjs");

  constructor() {
    buildSync({
      entryPoints: [join(import.meta.dirname, "broker-main.ts")],
      outfile: this.path,
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node20",
      banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    });
  }

  /** The shell command that runs jobs and prints what became of them. */
  command(...jobs: Job[]): string {
    return [process.execPath, this.path, JSON.stringify(jobs)].map(quoted).join(" ");
  }

  /** Runs a shell script that holds such a command; gives what it printed and its memory at its end. */
  run(script: string, options: SpawnSyncOptions = {}): { executions: ShownExecution[]; maxRssKb: number } {
    const { stdout, stderr } = spawnSync("/bin/bash", ["-c", script], { encoding: "utf8", ...options });
    const json = /^\{.*\}/m.exec(String(stdout));
    if (json === null) throw new Error(`no answer: ${stdout}${stderr}`);
    return JSON.parse(json[0]);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

export type ShownExecution = Omit<Execution, "captured"> & { readonly stdout: string; readonly bytes: number };

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
