import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ToolDefinition, Within } from "../../src/contract/index.js";
import { built, elements, parameter, projectFolders, refused, settings, tool } from "./support.js";

const reads = (within: Within, more: Partial<ToolDefinition> = {}) =>
  tool({
    command: { program: "cat", elements: elements("--", "{paths}") },
    parameters: [parameter("paths", { type: "array", items: { type: "path", within } })],
    ...more,
  });

function project() {
  const folders = projectFolders();
  writeFileSync(join(folders.base, "secret"), "");
  symlinkSync("../secret", join(folders.root, "up"));
  symlinkSync("../new", join(folders.root, "dangling"));
  return folders;
}

describe("a path value", () => {
  it("may be anything inside its root, and reaches argv as it was given", () => {
    const { root, context } = project();
    const paths = ["file", "./sub/../file", "fine/new.txt", root, `${root}/sub`, "new/deep", ".", "sub//", "a b*", "~"];
    const call = built(reads({ kind: "project_root" }), { args: { paths } }, context);
    expect(call.argv).toEqual(["cat", "--", ...paths]);
  });

  it.each([
    "..",
    "../r-evil",
    "../secret",
    "sub/../../secret",
    "link",
    "link/passwd",
    "up",
    "dangling",
    "dangling/x",
    "/etc/passwd",
    "/",
    "new/../../secret",
    "link/../secret",
  ])("may not lead out: %s", (path) => {
    const { context } = project();
    expect(refused(reads({ kind: "project_root" }), { args: { paths: ["file", path] } }, context)).toMatchObject({
      code: "AR_PATH_OUTSIDE_ROOT",
      path: "$.args.paths[1]",
      hint: expect.stringContaining("project root"),
    });
  });

  it("is told apart by segments, not by prefix", () => {
    const { base, context } = project();
    expect(refused(reads({ kind: "project_root" }), { args: [`${base}/r-evil/x`] }, context).path).toBe("$.args[0]");
  });

  it("may be bound to the cwd, the allowed roots or a folder of its own", () => {
    const { base, root } = project();
    const context = { settings: settings({ projectRoot: root, allowedRoots: [root, join(base, "r-evil")] }) };
    const inSub = { cwd: { kind: "path", path: join(root, "fine") } } as const;
    expect(built(reads({ kind: "cwd" }, inSub), { args: ["x"] }, context).cwd).toEqual({
      kind: "folder",
      path: join(root, "sub"),
    });
    expect(refused(reads({ kind: "cwd" }, inSub), { args: ["../file"] }, context).code).toBe("AR_PATH_OUTSIDE_ROOT");
    built(reads({ kind: "project_root" }, inSub), { args: ["../file"] }, context);
    built(reads({ kind: "allowed_roots" }), { args: ["../r-evil/x"] }, context);
    refused(reads({ kind: "allowed_roots" }), { args: ["../secret"] }, context);
    built(reads({ kind: "path", path: join(root, "fine") }), { args: ["sub/x"] }, context);
    refused(reads({ kind: "path", path: join(root, "fine") }), { args: ["file"] }, context);
  });

  it("may name what will be in a temporary cwd, and nothing beside it", () => {
    const { context, root } = project();
    const temp = reads({ kind: "cwd" }, { cwd: { kind: "temp" } });
    expect(built(temp, { args: ["new/x"] }, context).cwd).toEqual({ kind: "temp" });
    for (const path of ["..", "../x", "new/../x", "/dev/null", `${root}/file`]) {
      expect(refused(temp, { args: [path] }, context).code).toBe("AR_PATH_OUTSIDE_ROOT");
    }
    const outer = reads({ kind: "project_root" }, { cwd: { kind: "temp" } });
    built(outer, { args: [`${root}/file`] }, context);
    refused(outer, { args: ["file"] }, context);
  });

  it("is held to its root also when it is the default, and never shown when secret", () => {
    const { context } = project();
    const one = tool({
      command: { program: "cat", elements: elements("--", "{p}") },
      parameters: [
        parameter("p", { type: "path", within: { kind: "project_root" } }, { default: "../secret", secret: true }),
      ],
    });
    const fault = refused(one, {}, context);
    expect(fault.code).toBe("AR_PATH_OUTSIDE_ROOT");
    expect(JSON.stringify(fault)).not.toContain('secret"');
    expect(fault.message).toContain("the path leads out");
  });
});
