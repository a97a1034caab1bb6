// Measures everything that the documentation claims and prints a table of each.
//   npm run bench                        all of it, within 10 minutes on two cores
//   npm run bench -- --quick             a short form, within one minute, to see that it works
//   npm run bench -- --only startup,peers
//   npm run bench -- --docs              also writes the tables into docs/performance.md
// Every table is also written to bench/results, as JSON and as Markdown.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, release, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { mib } from "./lib/numbers.mjs";
import { CLI, LIBRARY, RESULTS, ROOT } from "./lib/paths.mjs";
import { runProgram } from "./lib/processes.mjs";
import { makeProject } from "./lib/project.mjs";
import { formatTable, markdownTable } from "./lib/tables.mjs";

/** What a benchmark of its own prints, as it is. */
const printed = (file, quickArgs, args) => async (quick) => {
  const script = join(import.meta.dirname, file);
  const { code, stdout, stderr } = await runProgram(process.execPath, [script, ...(quick ? quickArgs : args)]);
  if (code !== 0) throw new Error(`${file} ended with ${code}: ${stderr.trim()}`);
  return { text: stdout.trimEnd() };
};
/** One of this folder's, which gives tables. */
const tabled = (file) => async (quick, skip) => {
  const { default: measure } = await import(`./${file}`);
  const { tables, data } = await measure({ quick, skip });
  return { tables, data };
};

const BENCHMARKS = {
  spawn: printed("spawn/run.mjs", ["--quick"], ["--rounds", "1", "--seconds", "1"]),
  startup: tabled("startup.mjs"),
  "end-to-end": tabled("end-to-end.mjs"),
  output: printed("output/run.mjs", ["--budgets", "1000"], []),
  overload: tabled("overload.mjs"),
  peers: tabled("peers.mjs"),
  growth: tabled("growth.mjs"),
};

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    docs: { type: "boolean", default: false },
    only: { type: "string" },
  },
});
const print = (text) => process.stdout.write(`${text}\n`);
const names = values.only?.split(",") ?? Object.keys(BENCHMARKS);
const unknown = names.filter((name) => !(name in BENCHMARKS));
if (unknown.length > 0) fail(`There is no ${unknown.join(", ")}. There are ${Object.keys(BENCHMARKS).join(", ")}.`);
if (!existsSync(LIBRARY)) fail("Build first: npm run build");

mkdirSync(RESULTS, { recursive: true });
const machine = `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}, ${mib(totalmem())}, Linux ${release()}, Node ${process.version}, driver ${await driverInForce()}, load average ${loadavg()[0].toFixed(1)} at the start, ${new Date().toISOString().slice(0, 10)}`;
print(`${machine}\n`);
const failed = [];
const started = performance.now();
for (const name of names) {
  const begun = performance.now();
  const skipped = [];
  try {
    const outcome = await BENCHMARKS[name](values.quick, (reason) => skipped.push(reason));
    const notes = skipped.map((reason) => `skipped: ${reason}`);
    const texts = outcome.text === undefined ? outcome.tables.map(formatTable) : [outcome.text, ""];
    print([...texts, ...notes, `${name} took ${seconds(begun)} s\n`].join("\n"));
    keep(name, outcome, notes);
  } catch (error) {
    failed.push(name);
    print(`${name} FAILED: ${error.stack}\n`);
  }
}
print(`All took ${seconds(started)} s.${failed.length > 0 ? ` Failed: ${failed.join(", ")}.` : ""}`);
process.exitCode = failed.length > 0 ? 1 : 0;

function keep(name, { tables, data, text }, notes) {
  const body = text === undefined ? tables.map(markdownTable).join("\n") : `\`\`\`text\n${text}\n\`\`\`\n`;
  const command = `npm run bench -- --only ${name}${values.quick ? " --quick" : ""}`;
  const page = [`Repeat: \`${command}\`. Machine: ${machine}.`, "", body, ...notes].join("\n").trimEnd();
  writeFileSync(join(RESULTS, `${name}.md`), `${page}\n`);
  writeFileSync(
    join(RESULTS, `${name}.json`),
    `${JSON.stringify({ machine, quick: values.quick, tables, text, data }, null, 1)}\n`,
  );
  if (values.docs) writeIntoDocs(name, page);
}

/** Puts the page between `<!-- results:NAME -->` and `<!-- /results -->`. */
function writeIntoDocs(name, page) {
  const file = join(ROOT, "docs/performance.md");
  const text = readFileSync(file, "utf8");
  const place = new RegExp(`(<!-- results:${name} -->\n)[\\s\\S]*?(<!-- /results -->)`);
  if (!place.test(text)) throw new Error(`${file} has no place for ${name}`);
  writeFileSync(
    file,
    text.replace(place, (_, before, after) => `${before}\n${page}\n\n${after}`),
  );
}

async function driverInForce() {
  const { stdout } = await runProgram(process.execPath, [CLI, "doctor", "--json"], { cwd: makeProject([]).dir });
  return JSON.parse(stdout).checks.find(({ name }) => name === "driver")?.text ?? "unknown";
}

function seconds(since) {
  return ((performance.now() - since) / 1000).toFixed(0);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(64);
}
