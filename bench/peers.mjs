// Agent-Reach against what else runs many commands at once: the same work, in turns, with the same checks.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { median, mib, round } from "./lib/numbers.mjs";
import { findPackageFile, findProgram } from "./lib/paths.mjs";
import { processesWith, runProgram } from "./lib/processes.mjs";
import { check } from "./peers/check.mjs";
import { WORK, workOf } from "./peers/jobs.mjs";

const AT_ONCE = 8;
/** A contestant whose jobs are not all answered by then says which are. */
const PATIENCE_MS = 60_000;
/** Stubborn work takes 3 s when all time-outs are kept. */
const STUBBORN_PATIENCE_MS = { full: 8_000, quick: 1_500 };
/** What ends by itself after its starter has by now. */
const SETTLING_MS = { full: 250, quick: 100 };

const here = (file) => join(import.meta.dirname, "peers", file);
const node = (file, ...more) => [process.execPath, here(file), ...more];

/** Programs that take a file of work and print results; `missing` says why one cannot take part here. */
function contestants() {
  const python = findProgram("python3");
  const server = findPackageFile("mcp-server-commands", "build/index.js");
  const shell = (name) =>
    findProgram(name) === null ? { missing: `${name} is not installed` } : { argv: node("shell.mjs", name) };
  return {
    "agent-reach": { argv: node("agent-reach.mjs") },
    "execa + p-limit": { argv: node("execa.mjs") },
    "p-queue + child_process": { argv: node("p-queue.mjs") },
    "Python asyncio":
      python === null ? { missing: "python3 is not installed" } : { argv: [python, here("asyncio_semaphore.py")] },
    "GNU parallel": shell("parallel"),
    "xargs -P": shell("xargs"),
    "MCP mcp-server-commands":
      server === null ? { missing: "the package is not installed" } : { argv: node("mcp-shell.mjs", server) },
  };
}

export default async function peers({ quick, skip }) {
  const dir = mkdtempSync(join(tmpdir(), "agent-reach-bench-peers-"));
  const taking = Object.entries(contestants()).filter(([name, { missing }]) => {
    if (missing) skip(`${name}: ${missing}`);
    return !missing;
  });
  try {
    const outcomes = {};
    for (const kind of WORK) {
      // A turn of stubborn work is mostly waiting and shows the same each time; a turn of floods is long.
      const rounds = quick || kind === "stubborn" ? 1 : kind === "floods" ? 2 : 3;
      outcomes[kind] = await inTurns(kind, taking, rounds, { quick, dir });
    }
    return { tables: WORK.map((kind) => tableOf(kind, outcomes[kind])), data: outcomes };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function inTurns(kind, taking, rounds, { quick, dir }) {
  const outcomes = Object.fromEntries(taking.map(([name]) => [name, []]));
  const patience = kind !== "stubborn" ? PATIENCE_MS : STUBBORN_PATIENCE_MS[quick ? "quick" : "full"];
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const [index, [name, { argv }]] of taking.entries()) {
      const token = `3${process.pid % 1000}.${turn}${index}${WORK.indexOf(kind)}1`;
      const jobs = workOf(kind, { quick, token });
      const file = join(dir, "work.json");
      writeFileSync(file, JSON.stringify({ jobs, atOnce: AT_ONCE }));
      const settling = SETTLING_MS[quick ? "quick" : "full"];
      outcomes[name].push({ ...(await measure(argv, file, jobs, token, patience, settling)), jobs: jobs.length });
    }
  }
  return outcomes;
}

async function measure([program, script, ...more], file, jobs, token, patience, settling) {
  const options = { timeout: patience, killSignal: "SIGTERM" };
  const started = performance.now();
  const { stdout } = await runProgram(program, [script, file, ...more], options);
  const wall = performance.now() - started;
  await setTimeout(settling);
  const left = processesWith(token);
  for (const pid of left) process.kill(pid, "SIGKILL");
  const answer = stdout === "" ? { ms: wall, rss: null, results: [] } : JSON.parse(stdout);
  return { ...check(jobs, answer.results), left: left.length, ms: answer.ms, rss: answer.rss };
}

const TITLES = {
  short: "Peers: many short runs (/bin/true)",
  mix: "Peers: a mix of successes, failures and a signal",
  floods: "Peers: floods of 6.9 MB each",
  stubborn: "Peers: time-outs of 0.5 s with children that resist",
};

function tableOf(kind, outcomes) {
  return {
    title: `${TITLES[kind]}, ${AT_ONCE} at once`,
    head: [
      "contestant",
      "unanswered",
      "wrong end",
      "lost output",
      "left alive",
      "overran",
      "jobs/s",
      "whole, ms",
      "memory",
    ],
    rows: Object.entries(outcomes).map(([name, turns]) => {
      const most = (of) => String(Math.max(...turns.map(of)));
      const ms = median(turns.map((turn) => turn.ms));
      const { jobs } = turns[0];
      const answered = turns.every(({ unanswered }) => unanswered === 0);
      return [
        name,
        most(({ unanswered }) => unanswered),
        most(({ wrongEnd }) => wrongEnd),
        most(({ lostOutput }) => lostOutput),
        most(({ left }) => left),
        most(({ overran }) => overran),
        answered ? round(jobs / (ms / 1000)) : "–",
        round(ms),
        mib(median(turns.map(({ rss }) => rss ?? 0)) || null),
      ];
    }),
    notes: [
      `${outcomes["agent-reach"][0].jobs} jobs, ${outcomes["agent-reach"].length} turns; counts are the worst turn's, times the median's.`,
    ],
  };
}
