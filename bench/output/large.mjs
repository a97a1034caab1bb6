#!/usr/bin/env node
// Time and memory for outputs of any size, read from a file as the broker reads what it stored.
//   node bench/output/large.mjs [--mb 64] [--kind KIND|all] [--json]     kinds: see KINDS
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
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
    // Of the process that only writes the output, so that it leaves nothing to collect in the one that is measured.
    write: { type: "string" },
  },
});

const LETTERS = "qwertyuiopasdfghjklzxcvbnm";
function word(n) {
  let text = "";
  for (let i = 0; i < 4 + (n % 5); i++) text += LETTERS[(n * (i + 7) + (n >> i)) % 26];
  return text;
}
const random = (i) => createHash("shake256", { outputLength: 65_536 }).update(String(i)).digest();
/** One piece of output each, text or bytes; together as long as asked for. */
const KINDS = {
  log: (i) =>
    `2026-01-05T10:00:${i % 60} INFO worker-${i % 8} handled request ${i} in ${(i * 7) % 900} ms path=/v1/items/${i % 997}\n`,
  unlike: (i) => `${Array.from({ length: 9 }, (_, k) => word(i * 31 + k * 7)).join(" ")}\n`,
  same: () => "all work and no play makes jack a dull boy\n",
  oneline: (i) => `{"id":${i},"v":"x${i % 100}"},`,
  escapes: () => "\x1b[31m\x1b[0m",
  nuls: () => "\0".repeat(64),
  returns: (i) => `\rprogress ${i}%`,
  return: () => "\r".repeat(64),
  backspaces: () => "ab\b\b",
  titles: () => "\x1b]0;",
  csi: (i) => `\x1b[${i % 7}m\x1b[2`,
  cursor: (i) => `\x1b[3A\x1b[2Kline ${i}\n`,
  erase: (i) => `error ${i}\r\x1b[K`,
  short: () => "a\n",
  random,
  letters: (i) => random(i).map((byte) => 0x21 + (byte % 90)),
  utf16: (i) => Buffer.from(`строка ${i} line ${i % 97}\r\n`, "utf16le"),
  utf16line: (i) => Buffer.from(`{"id":${i}},`, "utf16le"),
  gbk: () => Buffer.from("b4edcef33a20d5d2b2bbb5bdb7fbbac50a", "hex"),
  gbkline: () => Buffer.from("b4edcef33a20d5d2b2bbb5bdb7fbbac520", "hex"),
  mixed: (i) => MIXED[i % MIXED.length](i),
  blank: () => "\n",
  errors: (i) => `error: thing ${i} failed at src/f${i}.c:${i}\n`,
};
const MIXED = ["log", "returns", "random", "cursor", "errors", "gbk", "utf16", "escapes"].map((kind) => KINDS[kind]);
const NEEDLE = "FATAL: the one error in the middle: disk quota exceeded\n";
const WINDOW = 128 * 1024;
const PIECE = 1_000_000;

/** Gives the output block by block. */
function* blocksOf(piece) {
  // The same over and over.
  if (piece.length === 0) for (const block = repeated(Buffer.from(piece())); ; ) yield block;
  for (let i = 0; ; ) {
    const parts = [];
    for (let length = 0; length < PIECE; length += parts.at(-1).length) parts.push(Buffer.from(piece(i++)));
    yield Buffer.concat(parts);
  }
}

const repeated = (bytes) => Buffer.alloc(Math.ceil(PIECE / bytes.length) * bytes.length, bytes);

/** Writes the output, with the needle in the middle. */
function write(file, piece, bytes) {
  const to = openSync(file, "w");
  let done = false;
  let written = 0;
  for (const block of blocksOf(piece)) {
    if (written >= bytes) break;
    written += writeSync(to, block);
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

async function measure(kind, file) {
  const bytes = Number(options.mb) * 1e6;
  execFileSync(process.execPath, [import.meta.filename, "--mb", options.mb, "--kind", kind, "--write", file]);
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
  blocked = Math.max(blocked, performance.now() - last);
  clearInterval(watch);
  const megabytes = bytes / 1e6;
  const ms = performance.now() - start;
  return {
    kind,
    mb: megabytes,
    ms: Math.round(ms),
    "cpu ms/MB": +((cpu.user + cpu.system) / 1000 / megabytes).toFixed(1),
    "MB above idle": Math.round((peak - idle) / 1e6),
    "longest block ms": Math.round(blocked),
    found: result.stdout.includes(NEEDLE.trim()),
    lines: result.output.stdout.lines,
  };
}

const { kind, write: to } = options;
if (to) write(to, KINDS[kind], Number(options.mb) * 1e6);
else if (kind === "all") {
  // A process each, so that none starts with the memory of another.
  const again = (one) => [import.meta.filename, "--mb", options.mb, "--kind", one, ...(options.json ? ["--json"] : [])];
  for (const one of Object.keys(KINDS)) execFileSync(process.execPath, again(one), { stdio: "inherit" });
} else {
  const folder = mkdtempSync(join(tmpdir(), "agent-reach-large-"));
  try {
    const measured = await measure(kind, join(folder, "output"));
    const told = Object.entries(measured).map(([key, value]) => `${key} ${value}`);
    process.stdout.write(`${options.json ? JSON.stringify(measured) : told.join(", ")}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
