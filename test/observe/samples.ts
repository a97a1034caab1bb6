import type { Call, Decision, Result } from "../../src/contract/index.js";
import { toolDefinition } from "../support/tool-definition.js";

const tool = toolDefinition({
  name: "deploy",
  description: "Deploys.",
  command: { program: "deploy", elements: [] },
  timeoutMs: 1000,
  maxTimeoutMs: 1000,
  graceMs: 100,
  risk: "high",
});

export const sampleCall = (more: Partial<Call> = {}): Call => ({
  id: "c1",
  tool,
  caller: "planner",
  role: "public",
  priority: 0,
  argv: ["deploy", "--to", "staging"],
  shownArgv: ["deploy", "--to", "staging"],
  program: { kind: "found", path: "/usr/bin/deploy" },
  cwd: { kind: "folder", path: "/srv/app" },
  env: { PATH: "/usr/bin", HOME: "/home/app" },
  locks: [],
  aloneInGroup: false,
  timeoutMs: 1000,
  idleTimeoutMs: null,
  graceMs: 100,
  outputTokens: 2000,
  secrets: [],
  notes: [],
  ...more,
});

const stream = (bytes: number) => ({ bytes, lines: 1, shown_lines: 1, encoding: "utf-8" });

export const sampleResult = (more: Partial<Result> = {}): Result => ({
  id: "c1",
  tool: "deploy",
  status: "failed",
  exit_code: 2,
  signal: null,
  stdout: "out\n",
  stderr: "E: no route\n",
  truncated: false,
  output: { id: "o_1", stdout: stream(4), stderr: stream(12) },
  key_lines: [{ stream: "stderr", line: 1, text: "E: no route", kind: "error" }],
  counts: null,
  duration_ms: 12,
  queued_ms: 1,
  note: null,
  cleanup: null,
  error: null,
  ...more,
});

export const allowed: Decision = { action: "allow", rule: "policy.high", reason: "The config allows it." };
export const mark = { run: "r-1", pid: 42, started: "7" };
