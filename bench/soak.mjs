// Many calls of mixed kinds through one broker, to see that nothing grows and nothing stays: memory of the broker and of
// its warden, descriptors, processes, files.
//   npm run bench:soak -- [--calls 100000] [--in-flight 16] [--driver native|portable] [--json FILE]   (after npm run build)
// Prints a line for every twentieth part; ends with 1 when something grew or stayed.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { mib } from "./lib/numbers.mjs";
import { LIBRARY } from "./lib/paths.mjs";
import { childrenOf, processesWith } from "./lib/processes.mjs";
import { makeProject } from "./lib/project.mjs";
import { formatTable } from "./lib/tables.mjs";
import { judge } from "./soak/judge.mjs";
import { kindsFor, MARK, pick } from "./soak/kinds.mjs";

const { values } = parseArgs({
  options: {
    calls: { type: "string", default: "100000" },
    "in-flight": { type: "string", default: "16" },
    driver: { type: "string" },
    json: { type: "string" },
  },
});
const calls = Number(values.calls);
const inFlight = Number(values["in-flight"]);
if (values.driver !== undefined) process.env.AGENT_REACH_DRIVER = values.driver;

const kinds = kindsFor(values.driver);
const project = makeProject(
  kinds.map(({ tool }) => tool),
  {
    extends: "test",
    limits: { concurrency: inFlight, queue: 4 * inFlight, caller_share: 1 },
    output: { keep: "4 MiB" },
    audit: { file: "audit.jsonl", sync: "never" },
    rate: { calls_per_minute: 0 },
    log: { level: "silent" },
  },
);
const temp = join(project.dir, "tmp");
mkdirSync(temp);
process.env.TMPDIR = temp;

const { createBroker } = await import(LIBRARY);
const open = () => createBroker({ config: project.file });
// What is opened once and kept, such as what a module needs.
const warm = await open();
await warm.execute({ tool: kinds[0].tool.name });
await warm.close();
const descriptorsBefore = descriptors();

const broker = await open();
const samples = [];
const wrong = [];
let started = 0;
let done = 0;
let twice = 0;
const begin = performance.now();
await Promise.all(Array.from({ length: inFlight }, worker));
const elapsed = (performance.now() - begin) / 1000;
const stats = broker.stats();
await broker.close();

const left = {
  permits: stats.running + stats.queued,
  processes: childrenOf(process.pid).length + processesWith(MARK).length,
  descriptors: Math.abs(descriptors() - descriptorsBefore),
  "temporary files": readdirSync(temp).length,
  "unfinished outputs": readdirSync(join(project.dir, ".state/outputs/running")).length,
};
const report = judge({ calls, samples, left, wrong, twice });
process.stdout.write(
  formatTable({
    title: `${calls} calls of ${kinds.length} kinds, ${inFlight} at once, ${(calls / elapsed).toFixed(0)} a second`,
    head: ["calls", "broker", "heap", "warden", "descriptors", "children"],
    rows: report.rows.map((row) => [
      String(row.calls),
      mib(row.rss),
      mib(row.heap),
      mib(row.wardenRss),
      String(row.descriptors),
      String(row.children),
    ]),
    notes: report.findings.map(({ holds, text }) => `${holds ? "holds " : "BROKEN"}  ${text}`),
  }),
);
for (const line of wrong.slice(0, 5)) process.stdout.write(`  ${line}\n`);
if (values.json) writeFileSync(values.json, `${JSON.stringify({ calls, inFlight, elapsed, ...report }, null, 1)}\n`);
process.exitCode = report.findings.every(({ holds }) => holds) ? 0 : 1;

async function worker() {
  while (started < calls) {
    started += 1;
    const kind = pick(kinds, started);
    const abort = new AbortController();
    let settled = 0;
    const onEvent = (event) => {
      if (event.type === "settled") settled += 1;
      kind.onEvent?.(event, abort);
    };
    const result = await broker.execute(
      { tool: kind.tool.name, caller: `c${started % 7}` },
      { signal: abort.signal, onEvent },
    );
    twice += Number(settled !== 1);
    if (!kind.right(result))
      wrong.push(`${kind.tool.name}: ${JSON.stringify({ ...result, output: null })}`.slice(0, 400));
    done += 1;
    if (done % Math.ceil(calls / 400) === 0) samples.push(sample());
  }
}

function sample() {
  const { rss, heapUsed } = process.memoryUsage();
  const children = childrenOf(process.pid);
  const warden = children.find(({ command }) => command.startsWith("agent-reach-warden"));
  return {
    calls: done,
    rss,
    heap: heapUsed,
    wardenRss: warden ? rssOf(warden.pid) : null,
    descriptors: descriptors(),
    children: children.length,
  };
}

function rssOf(pid) {
  try {
    return 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  } catch {
    return null;
  }
}

function descriptors() {
  return readdirSync("/proc/self/fd").length;
}
