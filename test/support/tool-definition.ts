import type { ToolDefinition } from "../../src/contract/index.js";

/** A definition as the registry makes it of the least that it asks for; `more` names what matters to a test. */
export function toolDefinition(more: Partial<ToolDefinition> = {}): ToolDefinition {
  return {
    name: "t",
    description: "",
    command: { program: "true", elements: [] },
    fallback: null,
    cwd: { kind: "project_root" },
    timeoutMs: 10_000,
    maxTimeoutMs: 10_000,
    idleTimeoutMs: null,
    graceMs: 2500,
    risk: "low",
    group: "default",
    exclusive: { kind: "none" },
    env: [],
    setEnv: {},
    network: false,
    interactive: false,
    readOnly: false,
    idempotent: false,
    cacheMs: 0,
    encoding: "auto",
    exitCodes: new Map(),
    scope: "public",
    parameters: [],
    examples: [],
    limits: {},
    maxOutputBytes: null,
    outputTokens: null,
    source: "<definitions>",
    ...more,
  };
}
