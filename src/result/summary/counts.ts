import type { Counts } from "../../contract/index.js";

type Quantity = keyof Counts;

/** A number that a summary line gives, and the line without its numbers: the same wording is the same summary. */
interface Reading {
  readonly quantity: Quantity;
  readonly value: number;
  readonly wording: string;
}

const NAMES: { readonly [word: string]: Quantity } = {
  error: "errors",
  errors: "errors",
  warning: "warnings",
  warnings: "warnings",
  passed: "passed",
  passing: "passed",
  pass: "passed",
  failed: "failed",
  failing: "failed",
  failure: "failed",
  failures: "failed",
  fail: "failed",
  错误: "errors",
  警告: "warnings",
  エラー: "errors",
};
const WORDS = "errors?|warnings?|pass(?:ed|ing)?|fail(?:ed|ing|ures?)?";
/** `3 failed`, `2 previous errors`; `failures=1`, `Errors: 0`, `# pass 4`; `8 个错误`; `警告30個`. */
const PAIRS = [
  new RegExp(
    String.raw`(?<![\w.,-])(?<value>\d+(?:,\d{3})*)\s+(?:(?:previous|fatal|tests?|examples?|specs?)\s+)?(?<name>${WORDS})\b`,
    "gi",
  ),
  new RegExp(String.raw`(?<![\w-])(?<name>${WORDS})\s*[:=]\s*(?<value>\d+(?:,\d{3})*)(?![\w.%])`, "gi"),
  /^# (?<name>pass|fail) (?<value>\d+)$/g,
  /(?<value>\d+)\s*个(?<name>错误|警告)/g,
  /(?<name>エラー|警告)(?<value>\d+)個/g,
];
/** Words that summaries have besides. */
const COMMON =
  /^(?:tests?|total|totals|run|ran|skipped|pending|ignored|xfailed|deselected|in|of|with|and|s|ms|seconds?|minutes?|examples?|problems?|found|generated|emitted|result|results|summary|finished|compiled|completed|done|ok|failed|passed|time|measured|filtered|out|files?|checked|source|assertions?|todo|cancelled|duration|all|at|x)$/i;
/** Other words that a line may have and still be a summary. */
const MOST_OTHER_WORDS = 3;
/** Counts of what is no test. */
const NOT_TESTS = /\b(?:suites?|test files|snapshots?|files?)\b\s*:?\s*(?=\d)|\bsuites?\b/i;

/**
 * What the tool's own summary says; a number is null when no summary gives it, or when several give different ones and
 * the last is no total of them. Null when there is none at all.
 */
export function readCounts(lines: Iterable<string>): Counts | null {
  const readings = [...lines].flatMap(readLine);
  if (readings.length === 0) return null;
  const of = (quantity: Quantity) => settle(readings.filter((reading) => reading.quantity === quantity));
  const counts = { errors: of("errors"), warnings: of("warnings"), passed: of("passed"), failed: of("failed") };
  return Object.values(counts).every((value) => value === null) ? null : counts;
}

function readLine(line: string): Reading[] {
  if (line.length > 300 || !/\d/.test(line) || !NAME.test(line)) return [];
  const wording = line.replace(/\d+/g, "0");
  const readings: Reading[] = [];
  let rest = line;
  for (const pattern of PAIRS) {
    for (const { groups } of line.matchAll(pattern)) {
      const { name, value } = groups as { name: string; value: string };
      const quantity = NAMES[name.toLowerCase()]!;
      readings.push({ quantity, value: Number(value.replaceAll(",", "")), wording });
    }
    rest = rest.replace(pattern, " ");
  }
  const others = rest.match(/\p{L}[\p{L}\p{N}_-]*/gu)?.filter((word) => !COMMON.test(word)) ?? [];
  if (others.length > MOST_OTHER_WORDS) return [];
  return NOT_TESTS.test(line)
    ? readings.filter(({ quantity }) => quantity === "errors" || quantity === "warnings")
    : readings;
}

/** Any of the names; a quick look before the patterns. */
const NAME = /errors?|warnings?|pass|fail|错误|警告|エラー/i;

function settle(readings: readonly Reading[]): number | null {
  const last = readings.at(-1);
  if (last === undefined) return null;
  const same = readings.filter(({ wording }) => wording === last.wording).map(({ value }) => value);
  const before = same.slice(0, -1);
  const sum = before.reduce((a, b) => a + b, 0);
  return before.every((value) => value === last.value) || sum === last.value ? last.value : null;
}
