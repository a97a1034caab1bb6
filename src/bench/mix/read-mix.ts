import { basename } from "node:path";
import type { JsonObject, Status } from "../../contract/index.js";
import { nearest } from "../../errors/index.js";
import {
  checkSchema,
  type Document,
  Findings,
  faultsError,
  readDocument,
  readingFault,
  type Schema,
} from "../../toml/index.js";
import type { Duration } from "./duration.js";
import { BENCH_TOOLS, DEFAULT_CALLERS, type Mix, type MixCall } from "./mix.js";

/** Files of mixes are few and small, so that the form which tells what is wrong serves for all. */
const SCHEMA: Schema = {
  accepts: () => false,
  loadValidator: async () => (await import("../../generated/mix-validator.js")).validateMix,
};

interface RawQuantiles {
  readonly median: number;
  readonly p90?: number;
  readonly p99?: number;
  readonly max?: number;
}

interface RawCall {
  readonly name?: string;
  readonly weight?: number;
  readonly tool: string;
  readonly args?: JsonObject;
  readonly duration?: number | RawQuantiles;
  readonly timeout?: number;
  readonly cancel_after?: number | RawQuantiles;
  readonly priority?: number;
  readonly expect?: readonly Status[];
  readonly stdout_bytes?: number;
}

interface RawMix {
  readonly name?: string;
  readonly description?: string;
  readonly time_scale?: number;
  readonly callers?: number;
  readonly calls: readonly RawCall[];
}

/**
 * Reads a mix file. `usersTools`: the names that may be called beside the shipped ones.
 * @throws BrokerError AR_CONFIG_INVALID with every fault in `details.faults` (SourceFault[]).
 */
export async function readMix(file: string, usersTools: Iterable<string> = []): Promise<Mix> {
  const reading = readDocument(file);
  if (reading.kind !== "document") {
    throw faultsError("AR_CONFIG_INVALID", "The mix", [readingFault(file, reading)]);
  }
  const tools = new Set([...usersTools, ...BENCH_TOOLS]);
  const findings = new Findings();
  await checkSchema(reading.document, SCHEMA, findings);
  await findings.throwIfAny("AR_CONFIG_INVALID", "The mix");
  const raw = reading.document.table as unknown as RawMix;
  for (const [index, call] of raw.calls.entries()) checkCall(call, index, tools, reading.document, findings);
  await findings.throwIfAny("AR_CONFIG_INVALID", "The mix");
  return {
    name: raw.name ?? basename(file, ".toml"),
    description: raw.description ?? null,
    timeScale: raw.time_scale ?? 1,
    callers: raw.callers ?? DEFAULT_CALLERS,
    calls: raw.calls.map(toCall),
  };
}

/** What a schema can't say. */
function checkCall(call: RawCall, index: number, tools: ReadonlySet<string>, document: Document, findings: Findings) {
  const add = (key: string, message: string, suggestion: string | null = null) =>
    findings.add(document, ["calls", index, key], message, { suggestion });
  if (!tools.has(call.tool)) {
    const meant = nearest(call.tool, [...tools]);
    add("tool", `there is no tool ${call.tool}`, meant === null ? null : `Did you mean "${meant}"?`);
  }
  const drawn = Object.values(call.args ?? {}).includes("{duration}");
  if (drawn && call.duration === undefined) add("args", "uses {duration}, but the call has no duration");
  if (!drawn && call.duration !== undefined) add("duration", 'is not used: no argument is "{duration}"');
  for (const key of ["duration", "cancel_after"] as const) {
    const value = call[key];
    if (typeof value !== "object") continue;
    const quantiles = [value.median, value.p90, value.p99, value.max].filter((quantile) => quantile !== undefined);
    if (quantiles.some((quantile, at) => at > 0 && quantile < quantiles[at - 1]!)) add(key, "falls as it goes on");
    if (value.p99 !== undefined && value.p90 === undefined) add(key, "has a p99 without a p90");
  }
}

const toCall = (raw: RawCall): MixCall => ({
  name: raw.name ?? raw.tool,
  weight: raw.weight ?? 1,
  tool: raw.tool,
  args: raw.args ?? {},
  duration: toDuration(raw.duration),
  timeout: raw.timeout ?? null,
  cancelAfter: toDuration(raw.cancel_after),
  priority: raw.priority ?? 0,
  expect: raw.expect ?? null,
  stdoutBytes: raw.stdout_bytes ?? null,
});

function toDuration(raw: number | RawQuantiles | undefined): Duration | null {
  if (raw === undefined) return null;
  if (typeof raw === "number") return { kind: "fixed", seconds: raw };
  return { kind: "drawn", median: raw.median, p90: raw.p90 ?? null, p99: raw.p99 ?? null, max: raw.max ?? null };
}
