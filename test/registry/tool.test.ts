import { describe, expect, it } from "vitest";
import { FULL_TOOL } from "./full-tool.js";
import { defineOne, loadText, toolText } from "./support.js";

describe("a tool", () => {
  it("gives every key its meaning", async () => {
    const { file, loading } = loadText(FULL_TOOL);
    const { tools, files } = await loading;
    expect(files).toEqual([file]);
    expect(tools.get("git_log")).toEqual({
      name: "git_log",
      description: "Commits, newest first.",
      fallback: { program: "false", elements: [] },
      command: {
        program: "git",
        elements: [
          { kind: "literal", text: "log" },
          {
            kind: "composite",
            parts: [
              { kind: "text", text: "--max-count=" },
              { kind: "parameter", parameter: "limit" },
            ],
          },
          { kind: "placeholder", parameter: "verbose" },
          {
            kind: "composite",
            parts: [
              { kind: "text", text: "--author=" },
              { kind: "parameter", parameter: "author" },
            ],
          },
          { kind: "literal", text: "--format={%h}" },
          { kind: "literal", text: "--" },
          { kind: "placeholder", parameter: "paths" },
        ],
      },
      cwd: { kind: "caller" },
      timeoutMs: 500,
      maxTimeoutMs: 60_000,
      idleTimeoutMs: 20_000,
      graceMs: 0,
      risk: "medium",
      group: "io",
      exclusive: {
        kind: "lock",
        parts: [
          { kind: "text", text: "git:" },
          { kind: "parameter", parameter: "cwd" },
          { kind: "text", text: ":" },
          { kind: "parameter", parameter: "limit" },
        ],
      },
      env: ["HOME", "GIT_SSH"],
      setEnv: { GIT_OPTIONAL_LOCKS: "0" },
      network: true,
      interactive: true,
      readOnly: true,
      idempotent: false,
      cacheMs: 1500,
      encoding: "gbk",
      exitCodes: new Map([
        [0, "fine"],
        [1, "no match"],
      ]),
      scope: "internal",
      parameters: [
        {
          name: "limit",
          description: "How many.",
          type: { type: "integer", minimum: 1, maximum: 500 },
          default: 20,
          optional: false,
          secret: false,
          allowLeadingDash: false,
        },
        {
          name: "verbose",
          description: "More.",
          type: { type: "boolean", flag: "--stat" },
          optional: true,
          secret: false,
          allowLeadingDash: false,
        },
        {
          name: "author",
          description: "Who.",
          type: { type: "string", pattern: "^[a-z]+$", maxLength: 10 },
          optional: true,
          secret: true,
          allowLeadingDash: true,
        },
        {
          name: "paths",
          description: "Files.",
          type: {
            type: "array",
            items: { type: "path", within: { kind: "path", path: "/srv/data" } },
            maxItems: 3,
            uniqueItems: true,
          },
          optional: false,
          secret: false,
          allowLeadingDash: false,
        },
      ],
      examples: [
        {
          args: { limit: 1, paths: ["a"] },
          argv: ["git", "log", "--max-count=1", "--format={%h}", "--", "a"],
          description: "The newest of one file.",
        },
        { args: ["2", "true", "ann", "a"], argv: null, description: null },
      ],
      limits: { memoryBytes: 536_870_912, cpuSeconds: null, processes: 20, openFiles: 64, fileSizeBytes: 1000 },
      maxOutputBytes: 1_048_576,
      outputTokens: 500,
      source: file,
    });
  });

  it("fills in what is not said", async () => {
    const { tools } = await loadText(toolText("")).loading;
    expect(tools.get("t")).toMatchObject({
      command: { program: "true", elements: [] },
      fallback: null,
      timeoutMs: 10_000,
      maxTimeoutMs: 10_000,
      idleTimeoutMs: null,
      graceMs: 2500,
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
    });
  });

  it("reads cwd as the contract says", async () => {
    const kinds = await Promise.all(["project_root", "caller", "temp", "/a/../b"].map((cwd) => defineOne({ cwd })));
    expect(kinds.map(({ cwd }) => cwd)).toEqual([
      { kind: "project_root" },
      { kind: "caller" },
      { kind: "temp" },
      { kind: "path", path: "/b" },
    ]);
  });
});
