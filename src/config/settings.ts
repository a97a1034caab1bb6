import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { ResourceLimits, Settings } from "../contract/index.js";
import { bytesOf, deepFreeze, millisecondsOf } from "../toml/index.js";
import { evaluate } from "./expressions.js";
import { realPath } from "./folders.js";
import type { RawConfig } from "./raw.js";
import { IN_STATE_DIR } from "./rebase.js";
import type { Folders } from "./roots.js";

/** Turns a merged config into the numbers and paths in force; frozen. */
export function settingsOf(
  raw: RawConfig,
  folders: Folders,
  origin: { readonly configFile: string | null; readonly profile: string },
): Settings {
  const { limits, output, policy, rate } = raw;
  const cpus = availableParallelism();
  const concurrency = evaluate(limits.concurrency, { cpus }, { min: 1, max: 10_000 });
  const file = (name: string) => recordFile(name, folders.stateDir);
  const keepBytes = bytesOf(output.keep);
  return deepFreeze({
    ...folders,
    ...origin,
    registry: [...raw.registry],
    disable: [...raw.disable],
    limits: {
      concurrency,
      queue: evaluate(limits.queue, { cpus, concurrency }, { min: 0, max: 1_000_000 }),
      callerShare: limits.caller_share,
      queueTimeoutMs: millisecondsOf(limits.queue_timeout),
    },
    groups: Object.fromEntries(
      Object.entries(raw.groups).map(([group, limit]) => [
        group,
        evaluate(limit, { cpus, concurrency }, { min: 1, max: 10_000 }),
      ]),
    ),
    policy: {
      risk: { low: policy.low, medium: policy.medium, high: policy.high, critical: policy.critical },
      writes: policy.writes,
      role: policy.role,
    },
    output: {
      tokens: output.tokens,
      maxTokens: Math.max(output.max_tokens, output.tokens),
      keepBytes,
      spoolBytes: Math.min(bytesOf(output.spool), keepBytes),
    },
    rate: { callsPerMinute: rate.calls_per_minute === 0 ? null : rate.calls_per_minute },
    network: { hosts: raw.network.hosts.map((host) => host.toLowerCase()) },
    log: { level: raw.log.level, file: file(raw.log.file) },
    audit: { file: file(raw.audit.file), sync: raw.audit.sync },
    containment: { ...raw.containment },
    toolLimits: toolLimitsOf(raw.tool_limits),
  } satisfies Settings);
}

function recordFile(name: string, stateDir: string): string | null {
  if (name === "") return null;
  return realPath(name.startsWith(IN_STATE_DIR) ? join(stateDir, name.slice(IN_STATE_DIR.length)) : name);
}

/** 0 stands for no limit. */
function toolLimitsOf(limits: RawConfig["tool_limits"]): ResourceLimits {
  return {
    memoryBytes: bytesOf(limits.memory) || null,
    cpuSeconds: limits.cpu || null,
    processes: limits.processes || null,
    openFiles: limits.open_files || null,
    fileSizeBytes: bytesOf(limits.file_size) || null,
  };
}
