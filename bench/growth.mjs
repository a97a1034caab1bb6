// How costs grow: with the queue, the registry, the output and the number of callers.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { median, mib, round, size, slope } from "./lib/numbers.mjs";
import { CLI } from "./lib/paths.mjs";
import { runNode } from "./lib/processes.mjs";
import { makeProject, tool } from "./lib/project.mjs";

const here = (file) => join(import.meta.dirname, "growth", file);
const KB = 1024;
const MB = 1024 * KB;
const GB = 1024 * MB;
const GROWTH_LIMIT = 64 * MB;

export default async function growth({ quick }) {
  const results = [await queues(quick), await registries(quick), await outputs(quick), await callers(quick)];
  return { tables: results.map(({ table }) => table), data: results.map(({ data }) => data) };
}

const slopes = (sizes, data, costs) =>
  `Slopes (cost ~ n^k): ${Object.entries(costs)
    .map(([name, of]) => `${name} k = ${slope(sizes.map((n, index) => [n, of(data[index])])).toFixed(2)}`)
    .join(", ")}.`;

async function queues(quick) {
  const sizes = quick ? [10, 100, 1000] : [10, 100, 1000, 10_000, 100_000];
  const data = [];
  for (const n of sizes) data.push(await runNode(here("queue.mjs"), [String(n)]));
  const rows = sizes.map((n, index) => {
    const { submitUs, startMs, cancelUs, bytesPerCall, wrong } = data[index];
    const memory = n < 1000 ? "–" : round(bytesPerCall / KB);
    return [n.toLocaleString("en"), round(submitUs), round(startMs), round(cancelUs), memory, String(wrong)];
  });
  const costs = {
    "to queue": ({ submitUs }) => submitUs,
    "to run the next": ({ startMs }) => startMs,
    "to cancel": ({ cancelUs }) => cancelUs,
  };
  return {
    data,
    table: {
      title: "Growth: calls waiting in the queue",
      head: ["waiting", "to queue one, µs", "to run the next, ms", "to cancel one, µs", "KB each", "not answered"],
      rows,
      notes: [slopes(sizes, data, costs)],
    },
  };
}

async function registries(quick) {
  const sizes = quick ? [10, 500, 5000] : [10, 50, 500, 5000];
  const rounds = quick ? 1 : 5;
  const data = [];
  for (const n of sizes) {
    const { dir } = makeProject([
      tool("t", ["/bin/true"]),
      ...Array.from({ length: n - 1 }, (_, index) => typical(index)),
    ]);
    const loads = [];
    const firsts = [];
    for (let turn = 0; turn < rounds; turn += 1) {
      loads.push(await runNode(here("registry.mjs"), [dir]));
      firsts.push(execOnce(dir));
    }
    const of = (pick) => median(loads.map(pick));
    data.push({ n, loadMs: of(({ loadMs }) => loadMs), bytes: of(({ bytes }) => bytes), execMs: median(firsts) });
  }
  const costs = { "to load": ({ loadMs }) => loadMs, "first answer": ({ execMs }) => execMs };
  return {
    data,
    table: {
      title: "Growth: tools in the registry",
      head: ["tools", "to load, ms", "memory", "exec --json to its answer, ms"],
      rows: data.map(({ n, loadMs, bytes, execMs }) => [
        n.toLocaleString("en"),
        round(loadMs),
        mib(bytes),
        round(execMs),
      ]),
      notes: [slopes(sizes, data, costs), "Aim: 5,000 tools load in under 1 s."],
    },
  };
}

const typical = (index) => ({
  ...tool(`tool_${index}`, ["git"]),
  description: `Commits that touched the given paths, newest first, one line each; variant ${index}.`,
  command: ["git", "log", "--oneline", "--max-count={limit}", "--author={author}", "--", "{paths}"],
  params: {
    limit: { type: "integer", description: "How many commits.", default: 20, minimum: 1, maximum: 500 },
    author: { type: "string", description: "Whose.", optional: true, maxLength: 100 },
    paths: { type: "array", items: { type: "path", within: "project_root" }, description: "Files.", optional: true },
  },
  examples: [{ args: { limit: 1 }, argv: ["git", "log", "--oneline", "--max-count=1", "--"] }],
});

function execOnce(dir) {
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [CLI, "exec", "--json"], { cwd: dir, input: '{"tool":"t"}' });
  if (status !== 0) throw new Error(`exec --json in ${dir} ended with ${status}: ${stderr}`);
  return performance.now() - started;
}

async function outputs(quick) {
  const lines = (bytes) => ({
    name: size(bytes),
    argv: ["sh", "-c", `yes 'a line of some words, as programs print' | head -c ${bytes}`],
    bytes,
    timeout: 0,
  });
  const sizes = quick ? [KB, MB, 64 * MB] : [KB, 64 * KB, MB, 64 * MB, GB, 4 * GB];
  const one = quick ? 64 * MB : GB;
  const odd = [
    {
      name: `${size(one)}, one line`,
      argv: ["sh", "-c", `head -c ${one} /dev/zero | tr '\\0' x`],
      bytes: one,
      timeout: 0,
    },
    { name: "yes, until a time-out", argv: ["yes"], bytes: null, timeout: quick ? 500 : 3000 },
  ];
  const data = [];
  for (const kind of [...sizes.map(lines), ...odd]) {
    const { file } = makeProject([tool("t", kind.argv), tool("warm", ["seq", "1", "100000"])]);
    data.push({ ...kind, ...(await runNode(here("output.mjs"), [file, String(kind.timeout)])), asked: kind.bytes });
  }
  const straight = data.slice(0, sizes.length);
  return {
    data,
    table: {
      title: "Growth: bytes of output",
      head: ["output", "status", "to the answer, ms", "MB/s", "memory growth", "bytes counted"],
      rows: data.map(({ name, status, ms, growth, bytes, asked }) => [
        name,
        status,
        round(ms),
        round(bytes / MB / (ms / 1000)),
        growth > GROWTH_LIMIT ? `${mib(growth)}, too much` : mib(Math.max(0, growth)),
        asked === null ? `${bytes} (endless)` : bytes === asked ? "right" : `${bytes} of ${asked}`,
      ]),
      notes: [
        slopes(sizes, straight, { "to the answer": ({ ms }) => ms }),
        `Aim: memory grows by less than ${mib(GROWTH_LIMIT)}.`,
      ],
    },
  };
}

async function callers(quick) {
  const sizes = quick ? [1, 100] : [1, 10, 100, 1000];
  const calls = quick ? 200 : 2000;
  const data = [];
  for (const n of sizes) data.push(await runNode(here("callers.mjs"), [String(n), String(calls)]));
  return {
    data,
    table: {
      title: `Growth: callers, ${calls.toLocaleString("en")} calls in all, 8 at once`,
      head: ["callers", "ms a call", "first caller through, % of the time", "wrong"],
      rows: sizes.map((n, index) => {
        const { perCallMs, firstDone, wrong } = data[index];
        return [n.toLocaleString("en"), round(perCallMs), round(firstDone * 100), String(wrong)];
      }),
      notes: [slopes(sizes, data, { "a call": ({ perCallMs }) => perCallMs })],
    },
  };
}
