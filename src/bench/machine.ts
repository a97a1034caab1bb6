import { availableParallelism, cpus, release, totalmem, type } from "node:os";
import type { Machine } from "./report/report.js";

export function describeMachine(): Machine {
  return {
    system: `${type()} ${release()} ${process.arch}`,
    cpu: cpus()[0]?.model.trim() || "unknown",
    cpus: availableParallelism(),
    memory_bytes: totalmem(),
    node: process.version,
  };
}
