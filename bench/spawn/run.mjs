// How fast processes can be run, and what that does to the event loop, against what else runs processes here.
//   node bench/spawn/run.mjs [--quick] [--rounds N] [--seconds N] [--only a,b] [--modes] [--json FILE]
// --modes: instead, what each mode of containment costs.
// Every subject gets its turn in every round, so that a machine that slows down slows them all; medians of the rounds.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, release, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { measureModes, modesTable } from "./modes.mjs";
import { outsideSubjects } from "./outside.mjs";
import { promises, summarize, table } from "./report.mjs";
import { SUBJECTS } from "./subjects.mjs";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    rounds: { type: "string" },
    seconds: { type: "string" },
    only: { type: "string" },
    modes: { type: "boolean", default: false },
    json: { type: "string" },
  },
});
const plan = values.quick
  ? { rounds: 1, seconds: 0.2, inFlight: [8], heaps: [0] }
  : { rounds: 5, seconds: 1.5, inFlight: [1, 8, 32], heaps: [0, 500, 1000] };
const roundCount = Number(values.rounds ?? plan.rounds);
const seconds = Number(values.seconds ?? plan.seconds);
const only = values.only?.split(",") ?? null;

const root = join(import.meta.dirname, "../..");
const program = "/bin/true";
const folder = mkdtempSync(join(tmpdir(), "bench-spawn-"));
const ours = join(root, `node_modules/.cache/bench-spawn-${process.pid}.mjs`);

try {
  await bundle();
  const report = values.modes ? compareModes() : compareSubjects();
  if (values.json) writeFileSync(values.json, `${JSON.stringify({ ...machine(), ...report }, null, 1)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
  rmSync(ours, { force: true });
}

function compareSubjects() {
  const outside = outsideSubjects(folder);
  for (const [name, subject] of Object.entries(outside)) {
    if (subject.missing) say(`skipped: ${name} (${subject.missing})`);
  }
  const rounds = [];
  for (let round = 1; round <= roundCount; round++) {
    say(`round ${round} of ${roundCount}`);
    rounds.push(measureAll(outside));
  }
  const lines = summarize(rounds);
  // The short form shows that it works; its times tell nothing.
  const held = values.quick ? [] : promises(lines);
  say(`\n${table(lines)}\n`);
  for (const { what, measured, bound, holds } of held) {
    say(`${holds ? "holds " : "BROKEN"}  ${what}: ${measured.toFixed(2)} (${bound})`);
  }
  return { lines, promises: held, rounds };
}

function compareModes() {
  const modes = measureModes(roundCount, measureNode, say);
  say(`\n${modesTable(modes)}`);
  return { modes };
}

/** One round: every subject once at every number in flight and size of heap. */
function measureAll(outside) {
  const results = {};
  for (const inFlight of plan.inFlight) {
    for (const [name, subject] of Object.entries(outside)) {
      if (wanted(name) && !subject.missing) results[`${name} ${inFlight} 0`] = subject(program, inFlight, seconds);
    }
    for (const heap of plan.heaps) {
      for (const name of Object.keys(SUBJECTS).filter(wanted)) {
        results[`${name} ${inFlight} ${heap}`] = measureNode(name, inFlight, heap);
      }
    }
  }
  return results;
}

/** The C loop is what the others are measured by. */
function wanted(name) {
  return name === "c" || only === null || only.includes(name);
}

function measureNode(name, inFlight, heap, more = {}) {
  const script = join(import.meta.dirname, "measure.mjs");
  const args = ["--max-old-space-size=4096", script, name, inFlight, seconds, heap, program, ours].map(String);
  const place = mkdtempSync(join(folder, "broker-"));
  const env = { ...process.env, BENCH_IN_FLIGHT: String(inFlight), BENCH_FOLDER: place, ...more };
  return JSON.parse(
    execFileSync(process.execPath, args, { encoding: "utf8", env, stdio: ["ignore", "pipe", "inherit"] }),
  );
}

/** Our own sources as one module that takes itself for one of dist/, from where it finds the addon. */
async function bundle() {
  mkdirSync(join(root, "node_modules/.cache"), { recursive: true });
  const contents = ["execution", "broker"].map(
    (part) => `export * from ${JSON.stringify(join(root, "src", part, "index.ts"))};`,
  );
  await build({
    stdin: { contents: contents.join("\n"), resolveDir: root, loader: "ts" },
    outfile: ours,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    define: { "import.meta.dirname": JSON.stringify(join(root, "dist")) },
    logLevel: "error",
  });
}

function machine() {
  const processors = cpus();
  return {
    node: process.version,
    kernel: release(),
    cpus: processors.length,
    cpu: processors[0]?.model ?? "",
    program,
  };
}

function say(text) {
  process.stdout.write(`${text}\n`);
}
