import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { SCOPES } from "../../contract/index.js";
import { BrokerError, ERRORS, EXIT_STATUS } from "../../errors/index.js";
import { packageDir } from "../../package-dir.js";
import { MCP_CLIENTS } from "../mcp/index.js";
import { addBenchOptions } from "./bench-options.js";
import { failure } from "./failure.js";
import { type CommonFlags, LOG_LEVELS } from "./flags.js";

const SPEC_FORMATS = ["table", "json", "openai", "openai-strict", "openai-chat", "anthropic", "gemini", "mcp"];

/** Parses the command line, runs one command and returns the exit status. Heavy commands are loaded when called. */
export async function runProgram(args: readonly string[]): Promise<number> {
  let status = 0;
  const program = buildProgram((code) => {
    status = code;
  });
  try {
    await program.parseAsync(args, { from: "user" });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_STATUS.invalid;
    // The reader has seen enough.
    if ((error as NodeJS.ErrnoException).code === "EPIPE") return EXIT_STATUS.success;
    if (!(error instanceof BrokerError)) return failure(error);
    process.stderr.write(`agent-reach: ${error.message}\n`);
    if (error.fault.hint !== null) process.stderr.write(`${error.fault.hint}\n`);
    return ERRORS[error.code].exitStatus;
  }
}

function withCommonFlags(command: Command, version: string): Command {
  return command
    .option("--config <file>", "use this agent-reach.toml instead of looking for one")
    .option("--profile <name>", "profile to build on: development, test, production (or AGENT_REACH_PROFILE)")
    .addOption(new Option("--log-level <level>", "what goes to the log").choices(LOG_LEVELS))
    .addOption(new Option("--role <role>", "role of the caller").choices(SCOPES))
    .version(version);
}

/** `--config`, `--timeout`: what a command takes before its arguments. */
const longFlags = (command: Command): string[] => command.options.flatMap(({ long }) => long ?? []);

export function buildProgram(done: (status: number) => void): Command {
  const { version } = JSON.parse(readFileSync(join(packageDir, "package.json"), "utf8"));
  const program = withCommonFlags(new Command("agent-reach"), version)
    .description("Runs command-line tools for AI agents, safely, many at once, with results a model can act on.")
    .showSuggestionAfterError()
    .showHelpAfterError("Run with --help to see what there is.")
    .enablePositionalOptions()
    .exitOverride();

  const command = (usage: string, description: string) =>
    withCommonFlags(program.command(usage), version).description(description).exitOverride();
  // Common flags may stand before the command; behind it they win.
  program.hook("preAction", (_, self) => {
    for (const [name, value] of Object.entries({ ...program.opts(), ...self.opts() })) self.setOptionValue(name, value);
  });

  command("exec", "answer requests in JSON: one on stdin (--json) or one a line (--ndjson)")
    .addOption(new Option("--json", "read one request, print one result").conflicts("ndjson"))
    .option("--ndjson", "read a request a line, print a result a line as each completes")
    .addHelpText("after", EXEC_HELP)
    .action(async (flags: CommonFlags & { json?: true; ndjson?: true }, self: Command) => {
      if (flags.json) done(await (await import("./exec.js")).execJson(flags));
      else if (flags.ndjson) done(await (await import("./exec-ndjson.js")).execNdjson(flags));
      else self.error("error: exec needs --json or --ndjson");
    });

  command("run <tool> [words...]", "run a tool by hand: live output, ends with the tool's own exit code")
    .usage("[options] TOOL [ARG…] [--param value]")
    .option("--timeout <seconds>", "stop the run after this long", positive)
    .option("--cwd <folder>", "working directory, for tools that take the caller's")
    .passThroughOptions()
    .allowUnknownOption()
    .action(async (tool: string, words: string[], flags, self: Command) => {
      done(await (await import("./run.js")).runTool(tool, words, { ...flags, ownFlags: longFlags(self) }));
    });

  command("tools", "list what can be called, as a table or as function-calling schemas")
    .addOption(new Option("--format <format>", "form of the list").choices(SPEC_FORMATS).default("table"))
    .action(async (flags) => done(await (await import("./tools.js")).listTools(flags)));

  command("explain <tool> [words...]", "show what would run and why: argv, cwd, environment, policy; runs nothing")
    .usage("[options] TOOL [ARG…] [--param value]")
    .option("--json", "as JSON")
    .option("--cwd <folder>", "working directory, for tools that take the caller's")
    .passThroughOptions()
    .allowUnknownOption()
    .action(async (tool: string, words: string[], flags, self: Command) => {
      done(await (await import("./explain.js")).explainTool(tool, words, { ...flags, ownFlags: longFlags(self) }));
    });

  command("check", "load config and registry and print every fault")
    .option("--json", "as JSON")
    .action(async (flags) => done(await (await import("./check.js")).check(flags)));

  command("doctor", "is this machine ready: programs, limits, containment, config in force")
    .option("--json", "as JSON")
    .action(async (flags) => done(await (await import("./doctor.js")).doctor(flags)));

  command("output <id>", "read a stored full output")
    .addOption(new Option("--stream <stream>", "one stream alone").choices(["stdout", "stderr"]))
    .option("--from <line>", "first line, counted from 1; 12:801 is a character of a line")
    .option("--to <line>", "last line")
    .option("--grep <pattern>", "only lines that match (RE2 syntax)")
    .option("--context <lines>", "lines around each match", lineNumber)
    .option("--tail <lines>", "only the last lines", lineNumber)
    .option("--encoding <label>", "what the tool prints in", "auto")
    .option("--raw", "the bytes as they were printed")
    .action(async (id: string, flags) => done(await (await import("./output.js")).showOutput(id, flags)));

  command("mcp", "serve the tools over the Model Context Protocol: on stdio, or over HTTP")
    .option("--http [address]", "over streamable HTTP, on HOST:PORT or PORT (default 127.0.0.1:8017)")
    .option("--allow-host <name...>", "further names that the Host header may hold")
    .option("--allow-origin <host...>", "hosts of web pages that may call")
    .addOption(new Option("--print-config <client>", "print the configuration for a client").choices(MCP_CLIENTS))
    .addHelpText("after", MCP_HELP)
    .action(async (flags) => done(await (await import("./mcp.js")).mcp(flags)));

  addBenchOptions(
    command("bench [tool] [words...]", "load benchmark: how much this machine takes, and what happens past that"),
  )
    .passThroughOptions()
    .allowUnknownOption()
    .action(async (tool: string | undefined, words: string[], flags, self: Command) => {
      done(await (await import("./bench.js")).bench(tool, words, { ...flags, ownFlags: longFlags(self) }));
    });

  command("init", "write a starter agent-reach.toml and a registry file")
    .option("--force", "replace files that are there")
    .action(async (flags) => done(await (await import("./init.js")).init(flags)));

  program
    .command("completion <shell>")
    .version(version)
    .description("print a completion script for bash, zsh or fish")
    .action(async (shell: string) => done(await (await import("./completion.js")).printCompletion(shell, program)));

  return program;
}

const MCP_HELP = `
HTTP listens on this machine alone unless AGENT_REACH_MCP_TOKEN is set; then callers send it as a bearer token.`;

const EXEC_HELP = `
A request: {"tool": "git_log", "args": {"limit": 5}}
Exit status: 0 success, 1 failed, 64 invalid, 71 error, 75 busy, 77 denied, 78 approval_required, 124 timeout, 130 cancelled.`;

function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new InvalidArgumentError("It must be a number above 0.");
  return value;
}

function lineNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}
