import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { built, projectFolders, refused, settings, tool } from "./support.js";

const caller = tool({ cwd: { kind: "caller" } });

describe("the cwd of a call", () => {
  it("is the project root, a folder of the tool's or a temporary one, as the definition says", () => {
    const { root, context } = projectFolders();
    expect(built(tool(), {}, context).cwd).toEqual({ kind: "folder", path: root });
    expect(built(caller, {}, context).cwd).toEqual({ kind: "folder", path: root });
    expect(built(tool({ cwd: { kind: "temp" } }), {}, context).cwd).toEqual({ kind: "temp" });
    const own = tool({ cwd: { kind: "path", path: join(root, "fine") } });
    expect(built(own, {}, context).cwd).toEqual({ kind: "folder", path: join(root, "sub") });
  });

  it("may be asked for inside an allowed root, symlinks resolved", () => {
    const { root, context } = projectFolders();
    for (const cwd of [join(root, "sub"), join(root, "fine"), "sub", "./fine/", `${root}/fine/../sub`]) {
      expect(built(caller, { cwd }, context).cwd).toEqual({ kind: "folder", path: join(root, "sub") });
    }
  });

  it.each(["r-evil", "r/../r-evil", "r/link", "r/link/..", "r/../../etc", "nope", ""])(
    "may not be asked for outside: %s",
    (cwd) => {
      const { base, context } = projectFolders();
      expect(refused(caller, { cwd: join(base, "r", "..") + (cwd && `/${cwd}`) }, context)).toMatchObject({
        code: "AR_CWD_OUTSIDE_ROOT",
        path: "$.cwd",
      });
    },
  );

  it.each([
    [{ kind: "project_root" }, "the project root"],
    [{ kind: "temp" }, "a new temporary folder"],
    [{ kind: "path", path: "/" }, "a folder of its own"],
  ] as const)("may not be asked for of a tool with %j", (cwd, where) => {
    const fault = refused(tool({ cwd }), { cwd: "/" });
    expect(fault).toMatchObject({ code: "AR_CWD_OUTSIDE_ROOT", path: "$.cwd" });
    expect(fault.message).toContain(where);
  });

  it("is at fault by name when it is missing or no folder", () => {
    const { root, context } = projectFolders();
    const of = (path: string) => refused(tool({ cwd: { kind: "path", path } }), {}, context);
    expect(of("/nope")).toMatchObject({
      code: "AR_CWD_MISSING",
      message: 'the working directory "/nope" does not exist',
      path: null,
    });
    expect(of(join(root, "file"))).toMatchObject({ code: "AR_CWD_NOT_FOLDER" });
    expect(of(join(root, "file", "x"))).toMatchObject({ code: "AR_CWD_MISSING" });
    expect(refused(caller, { cwd: "new" }, context)).toMatchObject({ code: "AR_CWD_MISSING", path: "$.cwd" });
    expect(refused(caller, { cwd: "file" }, context)).toMatchObject({ code: "AR_CWD_NOT_FOLDER", path: "$.cwd" });
    const gone = { settings: settings({ projectRoot: "/gone" }) };
    expect(refused(tool(), {}, gone)).toMatchObject({ code: "AR_CWD_MISSING" });
  });
});
