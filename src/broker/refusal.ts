import type { Fault, Result } from "../contract/index.js";
import { buildRefusal } from "../result/index.js";

/** The Result of a request that could not even be taken in: no broker, no JSON. */
export function faultResult(fault: Fault, id: string = newId(), tool: string | null = null): Result {
  return buildRefusal({ kind: "refused", id, tool, fault, notes: [] });
}

const startedAt = Date.now();
let made = 0;

/** Unique within this process and, by its start, across processes. */
export function newId(): string {
  made += 1;
  return `${process.pid.toString(36)}-${startedAt.toString(36)}-${made}`;
}
