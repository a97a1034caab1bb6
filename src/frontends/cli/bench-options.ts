import { type Command, InvalidArgumentError, Option } from "commander";
import type { CommonFlags } from "./flags.js";

/** `--via`: a front door by name. */
export const DOORS = ["library", "exec", "ndjson", "mcp"] as const;

export interface BenchFlags extends CommonFlags {
  readonly mix?: string;
  readonly via: (typeof DOORS)[number];
  readonly concurrency?: number;
  /** Calls a second. */
  readonly rate?: number;
  readonly ramp?: true;
  /** Seconds. */
  readonly duration?: number;
  readonly calls?: number;
  /** Seconds. */
  readonly warmup: number;
  readonly timeScale?: number;
  readonly callers?: number;
  readonly seed: number;
  readonly json?: true;
  readonly html?: string;
  readonly compare?: string;
  /** What `bench` itself takes: `--duration`. */
  readonly ownFlags: readonly string[];
}

const LONGEST_SECONDS = 24 * 3600;

export function addBenchOptions(command: Command): Command {
  return command
    .usage("[options] [TOOL [ARG…] [--param value]]")
    .option("--mix <name>", "calls to make: agents (default), short, steady, floods, stubborn, or a TOML file")
    .addOption(new Option("--via <door>", "front door to send them through").choices(DOORS).default("library"))
    .addOption(
      new Option("--concurrency <n>", "closed loop: so many senders, each waiting for its answer")
        .argParser(whole(1, 100_000))
        .conflicts(["rate", "ramp"]),
    )
    .addOption(
      new Option("--rate <n>", "open loop: so many calls a second, at random moments")
        .argParser(between(0.001, 1_000_000))
        .conflicts("ramp"),
    )
    .option("--ramp", "open loop at rising rates: finds the knee by itself")
    .option(
      "--duration <seconds>",
      "how long to measure, for a ramp each rate (10; ramp 5)",
      between(0.05, LONGEST_SECONDS),
    )
    .option("--calls <n>", "stop after so many calls", whole(1, 1_000_000_000))
    .option("--warmup <seconds>", "how long to run before measuring", between(0, LONGEST_SECONDS), 1)
    .option("--time-scale <x>", "multiply the durations of the mix", between(0.000001, 1000))
    .option("--callers <n>", "callers to spread the calls over", whole(1, 100_000))
    .option("--seed <n>", "the same seed makes the same calls", whole(0, 2 ** 32 - 1), 1)
    .option("--json", "print the report as JSON")
    .option("--html <file>", "write the report as a page")
    .option("--compare <file>", "tell what changed since a report of --json")
    .addHelpText("after", HELP);
}

const HELP = `
Examples:
  agent-reach bench                              what agents run, through the library
  agent-reach bench --via mcp --rate 50          50 calls a second through an MCP server
  agent-reach bench --ramp --html report.html    where the knee is, as a page
  agent-reach bench --concurrency 16 git_status  a tool of your own
Exit status: 0 when each call was answered once and as its mix says, 1 otherwise.`;

function between(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = text.trim() === "" ? Number.NaN : Number(text);
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a number from ${least} to ${most}.`);
  };
}

function whole(least: number, most: number): (text: string) => number {
  return (text) => {
    if (/^\d{1,15}$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}
