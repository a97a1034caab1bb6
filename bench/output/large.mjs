#!/usr/bin/env node
// Time and memory for outputs of any size, read from a file as the broker reads what it stored.
//   node bench/output/large.mjs [--mb 1000] [--kind log|unlike|same|oneline|escapes|nuls|returns|blank|errors]
import { closeSync, mkdtempSync, openSync, readSync, rmSync, statSync, writeSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { loadResult, settlementOf } from "./ours.mjs";

const { values: options } = parseArgs({
  options: {
    mb: { type: "string", default: "64" },
    kind: { type: "string", default: "log" },
    json: { type: "boolean", default: false },
  },
});

const LETTERS = "qwertyuiopasdfghjklzxcvbnm";
const word = (n) => Array.from({ length: 4 + (n % 5) }, (_, i) => LETTERS[(n * (i + 7) + (n >> i)) % 26]).join("");
/** One piece of output each; together as long as asked for. */
const KINDS = {
  log: (i) =>
    `2026-01-05T10:00:${i % 60} INFO worker-${i % 8} handled request ${i} in ${(i * 7) % 900} ms path=/v1/items/${i % 997}\n`,
  unlike: (i) => `${Array.from({ length: 9 }, (_, k) => word(i * 31 + k * 7)).join(" ")}\n`,
  same: () => "all work and no play makes jack a dull boy\n",
  oneline: (i) => `{"id":${i},"v":"x${i % 100}"},`,
  escapes: () => "\x1b[31m\x1b[0m",
  nuls: () => "\0".repeat(64),
  returns: (i) => `\rprogress ${i}%`,
  blank: () => "\n",
  errors: (i) => `error: thing ${i} failed at src/f${i}.c:${i}\n`,
};
const NEEDLE = "FATAL: the one error in the middle: disk quota exceeded\n";
const WINDOW = 64 * 1024;

/** Writes the output, with the needle in the middle. */
function write(file, piece, bytes) {
  const to = openSync(file, "w");
  let done = false;
  for (let written = 0, i = 0; written < bytes; ) {
    let part = "";
    while (part.length < 1_000_000) part += piece(i++);
    written += writeSync(to, part);
    if (done || written < bytes / 2) continue;
    written += writeSync(to, `\n${NEEDLE}`);
    done = true;
  }
  closeSync(to);
}

/** The pieces of a file, read into few buffers. */
async function* piecesOf(file) {
  const handle = await open(file);
  try {
    for (let at = 0; ; ) {
      const data = Buffer.allocUnsafe(WINDOW);
      const { bytesRead } = await handle.read(data, 0, WINDOW, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield { kind: "bytes", stream: "stdout", data: data.subarray(0, bytesRead) };
    }
  } finally {
    await handle.close();
  }
}

function edgesOf(file) {
  const { size } = statSync(file);
  const from = openSync(file, "r");
  const read = (at) => {
    const data = Buffer.alloc(WINDOW);
    return data.subarray(0, readSync(from, data, 0, WINDOW, at));
  };
  const [head, tail] = [read(0), read(size - WINDOW)];
  closeSync(from);
  return { bytes: size, lines: 0, head, tail, omittedBytes: size - 2 * WINDOW, omittedNewlines: 0 };
}

const folder = mkdtempSync(join(tmpdir(), "agent-reach-large-"));
try {
  const file = join(folder, "output");
  const bytes = Number(options.mb) * 1e6;
  write(file, KINDS[options.kind], bytes);
  const library = await loadResult();
  const kase = {
    stdout: Buffer.alloc(0),
    stderr: Buffer.alloc(0),
    exit_code: 1,
    signal: null,
    argv: [],
    duration_ms: 1,
  };
  const settlement = settlementOf(kase, 2000);
  settlement.execution.captured.stdout = edgesOf(file);
  settlement.stored = { id: settlement.execution.captured.outputId, pieces: () => piecesOf(file) };
  await library.buildResult(settlementOf({ ...kase, stdout: Buffer.from("warm\n") }, 2000));

  const idle = process.memoryUsage().rss;
  let peak = 0;
  let blocked = 0;
  let last = performance.now();
  const watch = setInterval(() => {
    const now = performance.now();
    blocked = Math.max(blocked, now - last);
    last = now;
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 5);
  const start = performance.now();
  const before = process.cpuUsage();
  const result = await library.buildResult(settlement);
  const cpu = process.cpuUsage(before);
  clearInterval(watch);
  const megabytes = bytes / 1e6;
  const measured = {
    kind: options.kind,
    mb: megabytes,
    "wall ms/MB": +((performance.now() - start) / megabytes).toFixed(1),
    "cpu ms/MB": +((cpu.user + cpu.system) / 1000 / megabytes).toFixed(1),
    "MB above idle": Math.round((peak - idle) / 1e6),
    "longest block ms": Math.round(blocked),
    found: result.stdout.includes(NEEDLE.trim()),
    lines: result.output.stdout.lines,
  };
  process.stdout.write(
    options.json
      ? `${JSON.stringify(measured)}\n`
      : `${Object.entries(measured)
          .map(([k, v]) => `${k} ${v}`)
          .join(", ")}\n`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
