import type { Comparison } from "../report/compare.js";
import type { BenchReport } from "../report/report.js";
import { comparisonTable, reportFaults, reportTables, type TextTable } from "../report/text.js";
import { figures, showMs, showRate, showShare } from "../report/units.js";
import { element, escapeText } from "./markup.js";
import { rampPlots, runPlots } from "./run-plots.js";
import { STYLE } from "./style.js";

/** The report as one page that needs no network: tables, plots as inline SVG, light and dark. */
export function reportPage(report: BenchReport, comparison: Comparison | null): string {
  const title = `agent-reach bench: ${report.setup.mix} through ${report.setup.front_door}`;
  const faults = reportFaults(report);
  const [setup, ...tables] = reportTables(report);
  const [run] = report.runs;
  const plots = report.knee === null && run !== undefined ? runPlots(run) : rampPlots(report.runs);
  const body = [
    element("header", {}, [
      element("h1", {}, escapeText(title)),
      element("p", {}, `<time datetime="${escapeText(report.at)}">${escapeText(report.at)}</time>`),
    ]),
    verdict(faults),
    headline(report),
    element("section", { class: "plots" }, plots),
    ...tables.map(htmlTable),
    ...(comparison === null ? [] : [htmlTable(comparisonTable(comparison)), remarks(comparison.differences)]),
    ...(setup === undefined ? [] : [htmlTable(setup)]),
  ];
  return [
    "<!doctype html>",
    '<html lang="en">',
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeText(title)}</title><style>${STYLE}</style></head>`,
    element("body", {}, element("main", {}, body)),
    "</html>\n",
  ].join("\n");
}

function verdict(faults: readonly string[]): string {
  if (faults.length === 0)
    return element("p", { class: "verdict right" }, "Every call was answered once, and rightly.");
  const items = faults.map((text) => element("li", {}, escapeText(text)));
  return element("div", { class: "verdict wrong" }, ["Not everything was right:", element("ul", {}, items)]);
}

function headline({ runs, knee }: BenchReport): string {
  const [run] = runs;
  if (run === undefined) return "";
  const tiles: [string, string][] =
    knee === null
      ? [
          ["done", showRate(run.done_per_s)],
          ["latency p50", showMs(run.latency_ms?.p50 ?? null)],
          ["latency p99", showMs(run.latency_ms?.p99 ?? null)],
          ["busy", showShare(run.busy_share)],
          ["calls", figures(run.calls.sent)],
        ]
      : [
          ["keeps up to", showRate(knee.rate_per_s)],
          ["capacity", showRate(knee.capacity_per_s)],
          ["rates tried", figures(runs.length)],
        ];
  const items = tiles.map(([name, value]) =>
    element("div", {}, [element("dt", {}, name), element("dd", {}, escapeText(value))]),
  );
  return element("dl", { class: "headline" }, items);
}

function htmlTable({ title, head, rows }: TextTable): string {
  const cells = (name: "th" | "td", texts: readonly string[]) =>
    element(
      "tr",
      {},
      texts.map((text) => element(name, {}, escapeText(text))),
    );
  return element("section", {}, [
    element("h2", {}, escapeText(title)),
    element(
      "div",
      { class: "scroll" },
      element("table", {}, [
        element("thead", {}, cells("th", head)),
        element(
          "tbody",
          {},
          rows.map((row) => cells("td", row)),
        ),
      ]),
    ),
  ]);
}

const remarks = (lines: readonly string[]): string =>
  lines.length === 0
    ? ""
    : element("div", { class: "remarks" }, [
        "What else differs between the two:",
        element(
          "ul",
          {},
          lines.map((line) => element("li", {}, escapeText(line))),
        ),
      ]);
