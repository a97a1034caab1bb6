import { type BenchReport, type Comparison, comparisonTable, reportFaults, reportTables } from "../../bench/index.js";
import { createWriter } from "./stdio.js";
import { formatTable } from "./table.js";

/** Prints a report: the tables, or as one JSON value; what was not right goes to stderr too. */
export async function printReport(report: BenchReport, comparison: Comparison | null, json: boolean): Promise<void> {
  const { write } = createWriter(1);
  const faults = reportFaults(report);
  if (json) {
    await write(`${JSON.stringify(comparison === null ? report : { ...report, comparison }, null, 2)}\n`);
  } else {
    const tables = [...reportTables(report), ...(comparison === null ? [] : [comparisonTable(comparison)])];
    const texts = tables.map(({ title, head, rows }) => `${title}\n${formatTable(head, rows, null)}`);
    await write(`${texts.join("\n")}${differencesText(comparison)}`);
  }
  for (const line of faults) process.stderr.write(`agent-reach: ${line}\n`);
}

function differencesText(comparison: Comparison | null): string {
  if (comparison === null || comparison.differences.length === 0) return "";
  return `\nWhat else differs between the two:\n${comparison.differences.map((line) => `  ${line}\n`).join("")}`;
}
