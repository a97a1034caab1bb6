import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { exhaustionFault, spawnFault } from "../../src/execution/spawn-fault.js";

const folder = mkdtempSync(join(tmpdir(), "spawn-fault-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, content: string | Buffer, mode = 0o755) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  chmodSync(path, mode);
  return path;
};
const site = (more = {}) => ({ program: "/bin/sh", argv: ["sh"], cwd: folder, env: {}, ...more });

describe("the fault of a refused spawn", () => {
  it.each([
    ["EMFILE", "AR_OUT_OF_DESCRIPTORS"],
    ["ENFILE", "AR_OUT_OF_DESCRIPTORS"],
    ["EAGAIN", "AR_OUT_OF_PROCESSES"],
    ["ENOMEM", "AR_OUT_OF_MEMORY"],
    ["ENOSPC", "AR_DISK_FULL"],
    ["EDQUOT", "AR_DISK_FULL"],
  ])("%s is something that the system is out of, worth another try", (errno, code) => {
    const fault = spawnFault(errno, site({ cwd: "/nope" }));
    expect(fault).toMatchObject({ code, retryAfterMs: 1000, details: { errno } });
    expect(fault.hint).not.toBeNull();
    expect(exhaustionFault(errno)).toEqual(fault);
  });

  it("names what is missing: the working directory first, then the program, then its interpreter", () => {
    const script = file("script", "#!/no/interpreter\n");
    const missing = { program: "/no/program", cwd: "/no/folder" };
    expect(spawnFault("ENOENT", site(missing))).toMatchObject({ code: "AR_CWD_MISSING" });
    expect(spawnFault("ENOENT", site({ program: "/no/program" }))).toMatchObject({ code: "AR_PROGRAM_NOT_FOUND" });
    expect(spawnFault("ENOENT", site({ program: script }))).toMatchObject({
      code: "AR_BAD_INTERPRETER",
      message: `${script} names the interpreter /no/interpreter, which does not exist.`,
    });
  });

  it("names an interpreter that may not be executed, and one below the working directory", () => {
    file("interpreter", "#!/bin/sh\n", 0o644);
    const script = file("relative", "#!interpreter\n");
    const fault = spawnFault("EACCES", site({ program: script }));
    expect(fault).toMatchObject({
      code: "AR_BAD_INTERPRETER",
      message: expect.stringContaining("may not be executed"),
    });
  });

  it.runIf(process.platform === "linux")("names the loader of a program built for another C library", () => {
    const original = readFileSync(process.execPath.includes("node") ? "/bin/true" : process.execPath);
    const start = original.indexOf("/lib");
    const bytes = Buffer.from(original);
    bytes.write("/nil", start, "latin1");
    const program = file("other-libc", bytes);
    const fault = spawnFault("ENOENT", site({ program }));
    expect(fault).toMatchObject({
      code: "AR_BAD_INTERPRETER",
      message: expect.stringMatching(/dynamic loader \/nil\S+, which does not exist/),
    });
  });

  it("tells a folder that may not be entered, a file in the place of one, and a path through a file", () => {
    const plain = file("plain", "", 0o644);
    expect(spawnFault("ENOTDIR", site({ cwd: plain }))).toMatchObject({ code: "AR_CWD_NOT_FOLDER" });
    expect(spawnFault("ENOTDIR", site({ program: join(plain, "x") }))).toMatchObject({ code: "AR_PROGRAM_NOT_FOUND" });
    if (process.getuid?.() === 0) return; // root may enter everything
    const closed = join(folder, "closed");
    mkdirSync(closed, { mode: 0o600 });
    expect(spawnFault("EACCES", site({ cwd: closed }))).toMatchObject({ code: "AR_CWD_NOT_FOLDER" });
  });

  it("names the variable that is too long, and never shows a value", () => {
    const secret = "hunter2".repeat(20_000);
    const fault = spawnFault("E2BIG", site({ env: { TOKEN: secret, B: "x" } }));
    expect(fault.message).toBe("The environment variable TOKEN is 140006 bytes long; the system takes at most 131071.");
    expect(JSON.stringify(fault)).not.toContain("hunter2");
  });

  it("counts bytes, not characters", () => {
    const argv = ["x", "日".repeat(50_000)];
    expect(spawnFault("E2BIG", site({ argv }))).toMatchObject({
      details: { longest_bytes: 150_000, total_bytes: 150_003 },
    });
  });

  it("says what it knows of any other errno, and never throws", () => {
    expect(spawnFault("EIO", site())).toMatchObject({ code: "AR_SPAWN_FAILED", details: { errno: "EIO" } });
    expect(spawnFault("EACCES", site())).toMatchObject({
      code: "AR_NOT_EXECUTABLE",
      hint: expect.stringContaining("noexec"),
    });
    fc.assert(
      fc.property(fc.string(), fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (errno, program, cwd) => {
        expect(spawnFault(errno, site({ program, cwd })).message).not.toBe("");
      }),
    );
  });
});
