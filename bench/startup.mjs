// What it costs to start: `exec --json` of /bin/true against `node -e 0`, in turns.
import { spawnSync } from "node:child_process";
import { median, quantile, round } from "./lib/numbers.mjs";
import { CLI } from "./lib/paths.mjs";
import { makeProject, tool } from "./lib/project.mjs";

const TOOLS = [1, 50, 500];
/** A start that takes longer is broken. */
const LONGEST_MS = 30_000;
/** Most that `exec --json` may take, against `node -e 0`. */
const LIMIT = 1.5;
/** Most that 50 tools may add to the time of one, in milliseconds. */
const LIMIT_OF_50_MS = 20;

export default async function startup({ quick }) {
  const rounds = quick ? 5 : 60;
  const bare = { name: "node -e 0", args: ["-e", "0"], cwd: "/", input: "" };
  const execs = TOOLS.map((count) => {
    const tools = [tool("t", ["/bin/true"]), ...Array.from({ length: count - 1 }, (_, index) => filler(index))];
    const { dir } = makeProject(tools);
    return { name: `exec --json, ${count} tools`, args: [CLI, "exec", "--json"], cwd: dir, input: '{"tool":"t"}' };
  });
  const contestants = [bare, ...execs];
  for (const contestant of contestants) measure(contestant);
  const times = contestants.map(() => []);
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const [index, contestant] of contestants.entries()) times[index].push(measure(contestant));
  }
  const ratio = (index, base) => median(times[index].map((ms, turn) => ms / times[base][turn]));
  const added = (index) => median(times[index].map((ms, turn) => ms - times[1][turn]));
  const rows = contestants.map(({ name }, index) => [
    name.replace("1 tools", "1 tool"),
    round(median(times[index])),
    round(quantile(times[index], 0.9)),
    round(ratio(index, 0)),
    index > 1 ? round(added(index)) : "–",
  ]);
  const table = {
    title: "Start-up: one process for one call of /bin/true",
    head: ["what", "median ms", "p90 ms", "× node -e 0", "ms above 1 tool"],
    rows,
    notes: [
      `${rounds} turns; ratios and differences are medians over the turns.`,
      `Aims: ${LIMIT} × node -e 0; 50 tools at most ${LIMIT_OF_50_MS} ms above 1.`,
    ],
  };
  return { tables: [table], data: Object.fromEntries(contestants.map(({ name }, index) => [name, times[index]])) };
}

const filler = (index) => ({
  ...tool(`filler_${index}`, ["/bin/true"]),
  command: ["git", "log", "--max-count={limit}", "--", "{paths}"],
  params: {
    limit: { type: "integer", description: "How many.", default: 20, minimum: 1, maximum: 500 },
    paths: { type: "array", items: { type: "path", within: "project_root" }, description: "Files.", optional: true },
  },
});

function measure({ name, args, cwd, input }) {
  const started = performance.now();
  const { status, signal, stderr } = spawnSync(process.execPath, args, { cwd, input, timeout: LONGEST_MS });
  const ms = performance.now() - started;
  if (status !== 0) throw new Error(`${name} ended with ${signal ?? status}: ${stderr}`);
  return ms;
}
