import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { listenHttp } from "../../../src/frontends/mcp/http.js";
import { packageRoot } from "../../support/project.js";
import { HTTP } from "./connect.js";
import { ASKING, project, shell } from "./tools.js";

const modules = join(packageRoot, "node_modules/.cache/mcp-conformance/node_modules");
const node = join(modules, `node-${process.platform}-${process.arch}/bin/node`);
const suite = join(modules, "@modelcontextprotocol/conformance/dist/index.js");
const ready = existsSync(node) && existsSync(suite);
if (!ready)
  process.stdout.write("conformance: skipped, as node test/frontends/mcp/conformance-setup.mjs was not run\n");

const asking = (name: string, params: Record<string, object> = {}) => ({
  name,
  description: "Asks a person before it runs.",
  command: ["echo", name, ...Object.keys(params).map((param) => `{${param}}`)],
  params,
  cwd: "project_root",
  timeout: 10,
  risk: "high",
});

/** The suite's tool names, as far as a command can do what they stand for. */
const TOOLS = [
  shell("test_simple_text", "printf 'This is a simple text response for testing.'"),
  shell("test_error_handling", "echo 'This tool intentionally returns an error for testing' >&2; exit 1"),
  shell("test_tool_with_progress", "for percent in 0 50 100; do echo $percent; sleep 0.6; done"),
  asking("test_elicitation", { message: { type: "string", description: "Any text." } }),
  asking("test_input_required_result_elicitation"),
  asking("test_input_required_result_request_state"),
  asking("test_input_required_result_tampered_state"),
];

const NO_CONTENT = "answers are text and links: a command prints text";
const NO_PROMPTS = "the server has no prompts";
const NO_COMPLETION = "the server completes no arguments";
const NO_SAMPLING = "the server never asks for a model's completion or for roots";
const NO_FORMS = "the server asks for one yes, under a key of its own; the scenario wants other forms";
const NO_LOGGING = "no log messages over the protocol, which deprecates them; the log goes to stderr";
const NO_TASKS = "the tasks extension is not offered: long runs are tools";
const OWN_RESOURCES = "resources are outputs of calls, which do not change; the scenario wants resources of its own";
const NOT_REQUIRED = "not scored by the suite for this revision, and it wants a tool of its own";

/**
 * Scenarios, or single checks of one, that do not apply, and why. What starts to pass, or is gone, has to leave the
 * list; every other check of the suite must pass.
 */
const NOT_APPLICABLE: Record<string, Record<string, string>> = {
  "2025-11-25": {
    "completion-complete": NO_COMPLETION,
    "elicitation-sep1034-defaults": NO_FORMS,
    "elicitation-sep1330-enums": NO_FORMS,
    "json-schema-2020-12": NOT_REQUIRED,
    "logging-set-level": NO_LOGGING,
    "prompts-get-embedded-resource": NO_PROMPTS,
    "prompts-get-simple": NO_PROMPTS,
    "prompts-get-with-args": NO_PROMPTS,
    "prompts-get-with-image": NO_PROMPTS,
    "prompts-list": NO_PROMPTS,
    "resources-read-binary": OWN_RESOURCES,
    "resources-read-text": OWN_RESOURCES,
    "resources-subscribe": OWN_RESOURCES,
    "resources-templates-read": OWN_RESOURCES,
    "resources-unsubscribe": OWN_RESOURCES,
    "server-sse-polling": NOT_REQUIRED,
    "tools-call-audio": NO_CONTENT,
    "tools-call-embedded-resource": NO_CONTENT,
    "tools-call-image": NO_CONTENT,
    "tools-call-mixed-content": NO_CONTENT,
    "tools-call-sampling": NO_SAMPLING,
    "tools-call-with-logging": NO_LOGGING,
  },
  "2026-07-28": {
    "caching/sep-2549-prompts-list-caching-hints": NO_PROMPTS,
    "completion-complete": NO_COMPLETION,
    "http-custom-header-server-validation": NOT_REQUIRED,
    "input-required-result-basic-elicitation": NO_FORMS,
    "input-required-result-basic-list-roots": NO_SAMPLING,
    "input-required-result-basic-sampling": NO_SAMPLING,
    "input-required-result-capability-check": NO_SAMPLING,
    "input-required-result-multi-round": NO_FORMS,
    "input-required-result-multiple-input-requests": NO_SAMPLING,
    "input-required-result-non-tool-request": NO_PROMPTS,
    "json-schema-2020-12": NOT_REQUIRED,
    "prompts-get-embedded-resource": NO_PROMPTS,
    "prompts-get-simple": NO_PROMPTS,
    "prompts-get-with-args": NO_PROMPTS,
    "prompts-get-with-image": NO_PROMPTS,
    "prompts-list": NO_PROMPTS,
    "resources-read-binary": OWN_RESOURCES,
    "resources-read-text": OWN_RESOURCES,
    "resources-templates-read": OWN_RESOURCES,
    "server-stateless/sep-2575-missing-capability-http-400": NO_SAMPLING,
    "server-stateless/sep-2575-server-rejects-undeclared-capability": NO_SAMPLING,
    "tasks-capability-negotiation": NO_TASKS,
    "tasks-dispatch-and-envelope": NO_TASKS,
    "tasks-lifecycle": NO_TASKS,
    "tasks-mrtr-composition": NO_TASKS,
    "tasks-mrtr-input": NO_TASKS,
    "tasks-request-headers": NO_TASKS,
    "tasks-request-state-removal": NO_TASKS,
    "tasks-required-task-error": NO_TASKS,
    "tasks-wire-fields": NO_TASKS,
    "tools-call-audio": NO_CONTENT,
    "tools-call-embedded-resource": NO_CONTENT,
    "tools-call-image": NO_CONTENT,
    "tools-call-mixed-content": NO_CONTENT,
  },
};

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

describe.skipIf(!ready)("the official conformance suite", () => {
  it.each(["2025-11-25", "2026-07-28"])(
    "passes what revision %s requires and applies",
    { timeout: 300_000 },
    async (revision) => {
      const { project: made, broker } = await project(TOOLS, ASKING);
      const server = await listenHttp(broker, { ...HTTP, maxSessions: 200 });
      onTestFinished(() => server.close());
      const out = join(made.dir, "results");
      await run(["server", "--url", server.url, "--requirements", revision, "--output-dir", out]);
      const checks = readdirSync(out).flatMap((folder) => {
        const scenario = folder.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT.*$/, "");
        const found = JSON.parse(readFileSync(join(out, folder, "checks.json"), "utf8")) as readonly Check[];
        return found.map((check) => ({ ...check, scenario, key: `${scenario}/${check.id}` }));
      });
      const excused = NOT_APPLICABLE[revision]!;
      const failed = checks.filter((check) => check.status === "FAILURE");
      const wrong = failed.filter((check) => !(check.key in excused) && !(check.scenario in excused));
      expect(wrong.map((check) => `${check.key}: ${check.errorMessage}`)).toEqual([]);
      const used = new Set(failed.flatMap((check) => [check.key, check.scenario]));
      expect(Object.keys(excused).filter((key) => !used.has(key))).toEqual([]);
      expect(checks.filter((check) => check.status === "SUCCESS").length).toBeGreaterThan(40);
    },
  );
});

function run(args: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    execFile(node, [suite, ...args], { maxBuffer: 64 * 1024 * 1024 }, () => resolve());
  });
}
