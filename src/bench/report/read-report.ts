import { readFileSync } from "node:fs";
import { BrokerError, fault } from "../../errors/index.js";
import { type BenchReport, REPORT_FORMAT } from "./report.js";

/** Reads what `bench --json` printed. Throws a BrokerError AR_CONFIG_INVALID that names the file. */
export function readReport(file: string): BenchReport {
  const refuse = (problem: string) =>
    new BrokerError(
      fault("AR_CONFIG_INVALID", `${file} ${problem}.`, { hint: "Give a file that bench --json printed.", path: file }),
    );
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw refuse(`cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse("is not JSON");
  }
  const format = (value as { readonly format?: unknown } | null)?.format;
  if (format !== REPORT_FORMAT) throw refuse(`is no report of this version of bench (${REPORT_FORMAT})`);
  return value as BenchReport;
}
