import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findProgram, programFault } from "../../src/call/index.js";
import { built, makeFolder, temporaryFolder, tool } from "./support.js";

function folders() {
  const base = temporaryFolder();
  const [first, second] = [makeFolder(base, "first"), makeFolder(base, "second")];
  const put = (path: string, mode: number) => {
    writeFileSync(path, "#!/bin/sh\n");
    chmodSync(path, mode);
  };
  put(join(first, "plain"), 0o644);
  put(join(second, "plain"), 0o755);
  put(join(first, "closed"), 0o644);
  put(join(second, "tool"), 0o755);
  mkdirSync(join(first, "tool"));
  symlinkSync("nowhere", join(first, "dangling"));
  return { base, first, second, env: { PATH: `${first}:${second}` } };
}

describe("findProgram", () => {
  it("takes the first executable file on PATH, as the system does", () => {
    const { second, env } = folders();
    expect(findProgram("plain", env)).toEqual({ kind: "found", path: join(second, "plain") });
    expect(findProgram("tool", env)).toEqual({ kind: "found", path: join(second, "tool") });
  });

  it("tells a file that may not be executed from none at all", () => {
    const { first, env } = folders();
    expect(findProgram("closed", env)).toEqual({ kind: "not_executable", path: join(first, "closed") });
    expect(findProgram("dangling", env)).toEqual({ kind: "missing", name: "dangling" });
    expect(findProgram("nope", env)).toEqual({ kind: "missing", name: "nope" });
  });

  it("takes an absolute path as it is", () => {
    const { first, second } = folders();
    expect(findProgram(join(second, "tool"), {})).toEqual({ kind: "found", path: join(second, "tool") });
    expect(findProgram(join(first, "closed"), {}).kind).toBe("not_executable");
    expect(findProgram(first, {}).kind).toBe("not_executable");
    expect(findProgram("/no/such", {})).toEqual({ kind: "missing", name: "/no/such" });
    expect(findProgram(join(second, "tool", "x"), {}).kind).toBe("missing");
  });

  it("searches no relative entry, whatever set_env says", () => {
    const { second } = folders();
    const before = process.cwd();
    process.chdir(second);
    try {
      expect(findProgram("tool", { PATH: ".::second" }).kind).toBe("missing");
      expect(findProgram("tool", {}).kind).toBe("missing");
    } finally {
      process.chdir(before);
    }
  });

  it("tries the endings of PATHEXT on Windows", () => {
    const { second } = folders();
    writeFileSync(join(second, "app.CMD"), "");
    const env = { Path: second, PATHEXT: ".EXE;.CMD" };
    expect(findProgram("app", env, "win32")).toEqual({ kind: "found", path: join(second, "app.CMD") });
    expect(findProgram("app.CMD", env, "win32")).toEqual({ kind: "found", path: join(second, "app.CMD") });
    expect(findProgram("tool", env, "win32").kind).toBe("missing");
  });
});

describe("programFault", () => {
  const faultOf = (program: string, env: Record<string, string> = {}) =>
    programFault(built(tool({ command: { program, elements: [] } }), {}, { env: { ...process.env, ...env } }));

  it("names the program, and what an operator can do", () => {
    expect(faultOf("no-such-program")).toMatchObject({
      code: "AR_PROGRAM_NOT_FOUND",
      message: 'the program "no-such-program" of t is not on the PATH',
      hint: expect.stringContaining("doctor"),
      details: { program: "no-such-program" },
    });
    expect(faultOf("/no/such")?.message).toContain("does not exist");
    expect(faultOf("closed", folders().env)).toMatchObject({
      code: "AR_NOT_EXECUTABLE",
      hint: expect.stringContaining("chmod +x"),
    });
  });

  it("is none when it was found", () => expect(faultOf("printf")).toBeNull());
});
