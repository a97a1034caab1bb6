#!/usr/bin/env node
// Scores what the model sees: our selection and common ways to cut, on test/corpus.
//   node bench/output/run.mjs [--budgets 500,1000,2000] [--split dev|held] [--case ID] [--ours] [--lost] [--show]
import { isUtf8 } from "node:buffer";
import { parseArgs } from "node:util";
import { BASELINES } from "./baselines.mjs";
import { loadCases } from "./corpus.mjs";
import { loadResult, present } from "./ours.mjs";
import { scoreText, tokensOf } from "./score.mjs";

const { values: options } = parseArgs({
  options: {
    budgets: { type: "string", default: "500,1000,2000" },
    split: { type: "string" },
    case: { type: "string" },
    lost: { type: "boolean", default: false },
    ours: { type: "boolean", default: false },
    show: { type: "boolean", default: false },
  },
});

const MARKER = /^\s*"?\[agent-reach: /m;
const print = (line) => process.stdout.write(`${line}\n`);
const percent = (share) => (share * 100).toFixed(1);
const mean = (rows, of) => rows.reduce((sum, row) => sum + of(row), 0) / Math.max(1, rows.length);

const cases = loadCases().filter(
  (kase) => (!options.split || kase.split === options.split) && (!options.case || kase.id === options.case),
);
const library = await loadResult();

/** Tokens of everything; where it is no UTF-8, of what it decodes to. */
async function rawTokens(kase) {
  const bytes = [kase.stdout, kase.stderr];
  const texts = bytes.every(isUtf8) ? bytes.map(String) : (await present(library, kase, 1e9)).streams;
  return tokensOf(texts[0]) + tokensOf(texts[1]);
}

/** @returns one row a case */
async function rowsOf(method, budget) {
  const rows = [];
  for (const kase of cases) {
    const start = performance.now();
    const { text, result, streams = [text] } = await method(kase, budget);
    const ms = performance.now() - start;
    const score = { ...scoreText(kase, text), tokens: streams.reduce((sum, stream) => sum + tokensOf(stream), 0) };
    const raw = await rawTokens(kase);
    const silent = result ? result.truncated && !MARKER.test(text) : false;
    const row = { kase, ...score, ms, raw, silent, over: score.tokens > budget, worse: score.tokens > raw };
    rows.push(row);
    if (result && options.lost && score.share < 1) {
      const lost = kase.key_facts.filter((_, i) => !score.kept[i]);
      print(
        `  [${budget}] ${kase.split} ${kase.id}: ${score.must ? "" : "MUST "}${JSON.stringify(lost)} (${score.tokens} tokens)`,
      );
    }
    const fault = [row.over && "over", row.worse && "worse than raw", row.silent && "silent cut"].filter(Boolean);
    if (result && fault.length > 0)
      print(`  [${budget}] ${kase.split} ${kase.id}: ${fault} (${score.tokens} of ${raw} tokens)`);
    if (result && options.show) print(`---- ${kase.id} at ${budget}: ${score.tokens} tokens\n${text}`);
  }
  return rows;
}

const HEADER = [
  "method",
  "budget",
  "split",
  "cases",
  "facts %",
  "all facts %",
  "must %",
  "mean tokens",
  "over",
  "silent",
  "worse",
  "ms",
];
const line = (name, budget, split, rows) =>
  [
    name,
    budget,
    split,
    rows.length,
    percent(mean(rows, (row) => row.share)),
    percent(mean(rows, (row) => (row.share === 1 ? 1 : 0))),
    percent(mean(rows, (row) => (row.must ? 1 : 0))),
    mean(rows, (row) => row.tokens).toFixed(0),
    rows.filter((row) => row.over).length,
    rows.filter((row) => row.silent).length,
    rows.filter((row) => row.worse).length,
    mean(rows, (row) => row.ms).toFixed(1),
  ].join(" | ");

const methods = { ours: (kase, budget) => present(library, kase, budget) };
for (const [name, baseline] of Object.entries(options.ours ? {} : BASELINES)) {
  methods[name] = async (kase, budget) => ({ text: baseline(kase, budget) });
}

const tables = [];
for (const [name, method] of Object.entries(methods)) {
  for (const budget of options.budgets.split(",").map(Number)) {
    tables.push({ name, budget, rows: await rowsOf(method, budget) });
  }
}
print(HEADER.join(" | "));
for (const { name, budget, rows } of tables) {
  for (const split of ["dev", "held"]) {
    const part = rows.filter((row) => row.kase.split === split);
    if (part.length > 0) print(line(name, budget, split, part));
  }
}
print("\nfacts % by category");
const categories = [...new Set(cases.map((kase) => kase.category))].sort();
print(["category", "cases", ...tables.map(({ name, budget }) => `${name} ${budget}`)].join(" | "));
for (const category of categories) {
  const of = (rows) => rows.filter((row) => row.kase.category === category);
  print(
    [
      category,
      of(tables[0].rows).length,
      ...tables.map(({ rows }) => percent(mean(of(rows), (row) => row.share))),
    ].join(" | "),
  );
}
