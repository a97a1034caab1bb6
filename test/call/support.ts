import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { buildCall, type CallContext, checkRequest } from "../../src/call/index.js";
import type {
  Call,
  Fault,
  Parameter,
  ParameterType,
  Request,
  Settings,
  TemplateElement,
  ToolDefinition,
} from "../../src/contract/index.js";
import { toolDefinition } from "../support/tool-definition.js";

/** Elements of a command from words: `--`, `{p}`, `--n={p}`. */
export function elements(...words: string[]): TemplateElement[] {
  return words.map((word) => {
    const whole = /^\{(\w+)\}$/.exec(word);
    if (whole !== null) return { kind: "placeholder", parameter: whole[1]! };
    if (!/\{\w+\}/.test(word)) return { kind: "literal", text: word };
    const parts = word.split(/(\{\w+\})/).filter((part) => part !== "");
    return {
      kind: "composite",
      parts: parts.map((part) =>
        /^\{\w+\}$/.test(part)
          ? { kind: "parameter" as const, parameter: part.slice(1, -1) }
          : { kind: "text" as const, text: part },
      ),
    };
  });
}

export function parameter(name: string, type: ParameterType, more: Partial<Parameter> = {}): Parameter {
  return { name, description: "", type, optional: false, secret: false, allowLeadingDash: false, ...more };
}

export const tool = (more: Partial<ToolDefinition> = {}): ToolDefinition =>
  toolDefinition({
    command: { program: "printf", elements: [] },
    maxTimeoutMs: 20_000,
    readOnly: true,
    idempotent: true,
    ...more,
  });

export function settings(more: Partial<Settings> = {}): Settings {
  const projectRoot = more.projectRoot ?? realpathSync(tmpdir());
  return {
    projectRoot,
    allowedRoots: [projectRoot],
    configFile: null,
    profile: "test",
    registry: [],
    disable: [],
    limits: { concurrency: 4, queue: 32, callerShare: 1, queueTimeoutMs: 30_000 },
    groups: {},
    policy: { risk: { low: "allow", medium: "allow", high: "ask", critical: "deny" }, writes: "allow", role: "public" },
    output: { tokens: 2000, maxTokens: 8000, keepBytes: 1 << 28, spoolBytes: 1 << 26 },
    rate: { callsPerMinute: null },
    network: { hosts: [] },
    log: { level: "silent", file: null },
    audit: { file: null, sync: "never" },
    containment: { mode: "auto", require: false },
    toolLimits: { memoryBytes: null, cpuSeconds: null, processes: null, openFiles: null, fileSizeBytes: null },
    stateDir: join(projectRoot, ".state"),
    ...more,
  };
}

/** A new folder, symlinks resolved, gone when the test ends. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "agent-reach-call-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function makeFolder(...names: string[]): string {
  const folder = join(...names);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** A project root `r` beside a folder of nearly its name, with links that stay inside (`fine`) and lead out (`link`). */
export function projectFolders() {
  const base = temporaryFolder();
  const root = makeFolder(base, "r");
  makeFolder(root, "sub");
  makeFolder(base, "r-evil");
  writeFileSync(join(root, "file"), "");
  symlinkSync("/etc", join(root, "link"));
  symlinkSync("sub", join(root, "fine"));
  return { base, root, context: { settings: settings({ projectRoot: root }) } };
}

export function request(input: object): Request {
  const outcome = checkRequest({ tool: "t", ...input });
  if (!outcome.ok) throw new Error(outcome.fault.message);
  return outcome.request;
}

export function context(more: Partial<CallContext> = {}): CallContext {
  return { settings: settings(), env: process.env, ...more };
}

export function built(definition: ToolDefinition, input: object = {}, more: Partial<CallContext> = {}): Call {
  const outcome = buildCall(request(input), definition, context(more));
  if (!outcome.ok) throw new Error(outcome.fault.message);
  return outcome.call;
}

export function refused(definition: ToolDefinition, input: object = {}, more: Partial<CallContext> = {}): Fault {
  const outcome = buildCall(request(input), definition, context(more));
  if (outcome.ok) throw new Error(`was built: ${JSON.stringify(outcome.call.argv)}`);
  return outcome.fault;
}
