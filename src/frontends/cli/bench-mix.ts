import { existsSync, readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { type Mix, readMix, singleCallMix } from "../../bench/index.js";
import type { Loaded } from "../../broker/index.js";
import { didYouMean } from "../../errors/index.js";
import { packageDir } from "../../package-dir.js";
import type { BenchFlags } from "./bench-options.js";
import { parseToolArgs } from "./tool-args.js";

export interface BenchMix {
  readonly mix: Mix;
  /** Whether tools of the user's registry are called. */
  readonly usersTools: boolean;
  /** Longer than any of its calls takes. */
  readonly patienceMs: number;
}

const MIXES = join(packageDir, "config/mixes");
const DEFAULT_MIX = "agents";
/** In mixes/, but no mix. */
const TOOLS = "tools.toml";
const LEAST_PATIENCE_MS = 60_000;
/** Of the shipped mixes, in seconds at time scale 1. */
const LONGEST_SHIPPED = 600;

/** The calls to make: of one tool as typed, of a shipped mix, or of a file. `wrong`: what of them is wrong. */
export async function mixOf(
  tool: string | undefined,
  words: readonly string[],
  flags: BenchFlags,
  loaded: Loaded,
): Promise<BenchMix | { readonly wrong: string }> {
  if (tool !== undefined) {
    if (flags.mix !== undefined) return { wrong: "bench takes a tool or --mix, not both." };
    return toolMix(tool, words, flags, loaded);
  }
  const name = flags.mix ?? DEFAULT_MIX;
  const shipped = readdirSync(MIXES)
    .filter((file) => file.endsWith(".toml") && file !== TOOLS)
    .map((file) => basename(file, ".toml"));
  if (shipped.includes(name)) {
    const mix = scaled(await readMix(join(MIXES, `${name}.toml`)), flags);
    const patienceMs = LEAST_PATIENCE_MS + LONGEST_SHIPPED * 1000 * mix.timeScale;
    return { mix, usersTools: false, patienceMs };
  }
  const file = resolve(name);
  if (!/[/\\.]/.test(name) && !existsSync(file)) {
    return {
      wrong: `There is no mix ${name}.${didYouMean(name, shipped)} The shipped ones are ${shipped.join(", ")}.`,
    };
  }
  const mix = scaled(await readMix(file, loaded.registry.tools.keys()), flags);
  return { mix, usersTools: true, patienceMs: patienceFor(mix, loaded) };
}

function toolMix(name: string, words: readonly string[], flags: BenchFlags, loaded: Loaded) {
  const tool = loaded.registry.tools.get(name);
  if (tool === undefined) {
    return {
      wrong: `There is no tool ${name}.${didYouMean(name, loaded.registry.tools.keys())} See agent-reach tools.`,
    };
  }
  const args = parseToolArgs(tool, words, flags.ownFlags);
  if (args.kind === "wrong") return { wrong: args.message };
  const mix = scaled(singleCallMix(name, args.values), flags);
  return { mix, usersTools: true, patienceMs: patienceFor(mix, loaded) };
}

const scaled = (mix: Mix, { timeScale, callers }: BenchFlags): Mix => ({
  ...mix,
  timeScale: timeScale ?? mix.timeScale,
  callers: callers ?? mix.callers,
});

/** The longest that one call may wait and run. */
function patienceFor(mix: Mix, { registry, settings }: Loaded): number {
  const longest = mix.calls.map(({ tool }) => {
    const found = registry.tools.get(tool);
    return found === undefined ? LONGEST_SHIPPED * 1000 * mix.timeScale : found.maxTimeoutMs + found.graceMs;
  });
  return Math.max(LEAST_PATIENCE_MS, settings.limits.queueTimeoutMs + Math.max(...longest));
}
