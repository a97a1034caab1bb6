import type { Counts } from "../../contract/index.js";

type Quantity = keyof Counts;

/** A number that a summary line gives, and the words around it but names: the same wording is the same kind of summary. */
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
  succeeded: "passed",
  failed: "failed",
  failing: "failed",
  failure: "failed",
  failures: "failed",
  fail: "failed",
  错误: "errors",
  警告: "warnings",
  エラー: "errors",
  fehler: "errors",
  warnung: "warnings",
};
const ONE = "error|warning|failure";
const MANY = String.raw`(?:errors|warnings|failures)\b|(?:${ONE})(?=\(s\))`;
const RESULT = "pass(?:ed|ing)?|fail(?:ed|ing)?";
const ANY = `(?:${ONE})s?|${RESULT}`;
const NUMBER = String.raw`\d+(?:,\d{3})*`;
/** No column, line, second, share or part of a name. */
const COUNT = String.raw`(?<![\w.,:#/=@+~-])(?<value>${NUMBER})\s+(?:(?:previous|fatal|tests?|examples?|specs?)\s+)?`;
/** A number after any other word is the number of that: `step 3 failed`, `line 1 error`. */
const NO_NUMBER_OF = String.raw`(?=\d)(?<!\b(?!(?:all|and|encountered|found|generated|ha[ds]|reported|results?|summary|tests|to|total|was|with)\b)\p{L}[\p{L}\p{N}_]*\s+)`;
/** What follows a count; other text makes it a label of that text: `1 ERROR disk lost`, `3 failed attempts`. */
const END = String.raw`(?=\s*(?:[.:!]?\s*$|[^\p{L}\p{N}\s:.(]|\.\s|(?:and|affecting|emitted|found|generated|reported)\b|in\s+\S*\d))`;
const RESULT_END = String.raw`(?=\s*(?:[.:!]?\s*$|[^\p{L}\p{N}\s:.]|\.\s|(?:and|in|of|out|tests?|examples?|specs?)\b))`;
const NEXT = String.raw`(?:\s*[,;|/]\s*|\s+(?:and\s+)?)`;
/** After `failed: 2`: the end or another such pair. */
const PAIR_END = String.raw`(?=\s*(?:[.!]?\s*$|[,;|│)\]}/])|\s+\p{L}[\p{L} ]{0,20}[:=]\s*\d)`;
const NEXT_PAIR = String.raw`(?=\w+\s*[:=]\s*${NUMBER}${NEXT}(?:${ANY}|skipped|total)\s*[:=]\s*\d)`;
const form = (text: string) => new RegExp(text, "giu");
/**
 * A number beside `error` or `failed` is as often a code, a process or a column. It counts where the word is plural, where
 * nothing but the end can follow, or where it is one of several.
 */
const PAIRS = [
  // `3 errors`, `2 previous errors`, `1 Error(s)`
  form(String.raw`(?=\d)(?<!\b(?:first|last|limit|than)\s+)${COUNT}(?<name>${MANY})`),
  // `1 error`
  form(String.raw`${NO_NUMBER_OF}(?<!\d\s+)(?=[01]\s)${COUNT}(?<name>${ONE})${END}`),
  // `3 error, 2 warning`
  form(String.raw`${NO_NUMBER_OF}${COUNT}(?<name>${ONE})(?=\s*[,;|/]\s*${NUMBER}\s+(?:${ANY})\b)`),
  form(String.raw`(?=\d)(?<=${NUMBER}\s+(?:${ANY})\s*[,;|/]\s*)${COUNT}(?<name>${ONE})${END}`),
  // `3 failed`, `2 tests failed`
  form(`${NO_NUMBER_OF}${COUNT}(?<name>${RESULT})${RESULT_END}`),
  // `failures=1`, `Errors: 0`
  form(String.raw`(?<![\w-])(?<name>${MANY})(?:\(s\))?\s*[:=]\s*(?<value>${NUMBER})${PAIR_END}`),
  // `Failed: 1`, `Tests passed: 9`; one of several: `passed=3 failed=1`
  form(
    String.raw`(?=[pf])(?:(?<=^[^\p{L}\p{N}]*|[,;|(]\s*|(?::\s+|=)\d+\s+|\b(?:tests?|total)\s+)|(?<![\w-])${NEXT_PAIR})(?<name>${RESULT})\s*[:=]\s*(?<value>${NUMBER})${PAIR_END}`,
  ),
  // `error: 1, warning: 2`
  form(
    String.raw`(?=[efw])(?:(?<=\b(?:${ANY})\s*[:=]\s*${NUMBER}${NEXT})|(?<![\w-])${NEXT_PAIR})(?<name>${ONE})\s*[:=]\s*(?<value>${NUMBER})${PAIR_END}`,
  ),
  /(?<value>\d+)\s*个(?<name>错误|警告)/g,
  /(?<name>エラー|警告)(?<value>\d+)個/g,
];
/** Forms of one tool, which are summaries whatever else the line says. */
const OWN = [
  /^[#ℹ] (?<name>pass|fail) (?<value>\d+)$/g,
  /^# (?<name>PASS|FAIL|ERROR): +(?<value>\d+)$/g,
  /\bdue to (?<value>\d+) previous (?<name>error)s?(?=$|;)/g,
  /(?<=\bdue to \d+ previous errors?; )(?<value>\d+) (?<name>warning)s? emitted$/g,
  /\bERROR SUMMARY: (?<value>\d+) (?<name>errors) from \d+ contexts/g,
  /\b(?<name>succeeded) (?<value>\d+)(?=, failed \d)/g,
  /(?<=\bsucceeded \d+, )(?<name>failed) (?<value>\d+)/g,
  /^\[ {2}(?<name>PASSED|FAILED) {2}\] (?<value>\d+) tests?(?=\.$|, listed below)/g,
  /^\s*(?<value>\d+) (?<name>Fehler|Warnung)(?:\((?:en|s)\))?$/g,
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
  const own = OWN.flatMap((form) => readForm(line, form, form.source));
  if (own.length > 0) return own;
  const words = PAIRS.reduce((rest, form) => rest.replace(form, " "), line).match(/\p{L}[\p{L}\p{N}_-]*/gu) ?? [];
  const known = words.map((word) => (COMMON.test(word) ? word.toLowerCase() : ""));
  if (known.filter((word) => word === "").length > MOST_OTHER_WORDS) return [];
  const readings = PAIRS.flatMap((form) => readForm(line, form, known.join(" ")));
  return NOT_TESTS.test(line)
    ? readings.filter(({ quantity }) => quantity === "errors" || quantity === "warnings")
    : readings;
}

const readForm = (line: string, form: RegExp, wording: string): Reading[] =>
  [...line.matchAll(form)].map(({ groups }) => {
    const { name, value } = groups as { name: string; value: string };
    return { quantity: NAMES[name.toLowerCase()]!, value: Number(value.replaceAll(",", "")), wording };
  });

/** Any of the names; a quick look before the patterns. */
const NAME = /error|warn|pass|fail|succeeded|fehler|错误|警告|エラー/i;

function settle(readings: readonly Reading[]): number | null {
  const last = readings.at(-1);
  if (last === undefined) return null;
  const same = readings.filter(({ wording }) => wording === last.wording).map(({ value }) => value);
  const before = same.slice(0, -1);
  const sum = before.reduce((a, b) => a + b, 0);
  return before.every((value) => value === last.value) || sum === last.value ? last.value : null;
}
