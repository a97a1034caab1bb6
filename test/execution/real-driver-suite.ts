import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Fault, SpawnSpec } from "../../src/contract/index.js";
import { start, useRecorders } from "./recorder.js";
import type { World } from "./worlds.js";

/** What a driver of real processes does beyond `driverSuite`. */
export function realDriverSuite(name: string, world: World): void {
  const folder = mkdtempSync(join(tmpdir(), "driver-suite-"));
  const keep = useRecorders();

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const run = (program: string, ...args: string[]) => {
    return keep(start(world, { program, argv: [program, ...args] }));
  };
  const sh = async (script: string) => {
    const recorder = run("/bin/sh", "-c", script);
    await recorder.over();
    return recorder.text("stdout");
  };
  const refused = async (spec: Pick<SpawnSpec, "program" | "argv"> & Partial<SpawnSpec>): Promise<Fault> => {
    const recorder = keep(start(world, spec));
    await recorder.until(() => recorder.fault !== null || recorder.exit !== null);
    expect(recorder.exit).toBeNull();
    return recorder.fault!;
  };
  const file = (base: string, content: string, mode = 0o755) => {
    const path = join(folder, base);
    writeFileSync(path, content);
    chmodSync(path, mode);
    return path;
  };

  describe(`${name}: the surroundings of a real process`, () => {
    it("passes argv[0] as given", async () => {
      const recorder = keep(start(world, { program: "/bin/sh", argv: ["other name", "-c", 'echo "$0"'] }));
      await recorder.over();
      expect(recorder.text("stdout")).toBe("other name\n");
    });

    it("passes no descriptor but stdin, stdout and stderr", async () => {
      const listing = await sh(
        "cd /proc/self/fd && for d in *; do readlink $d >/dev/null && echo $d $(readlink $d); done",
      );
      // The shell's own of /proc, and what stands in for a descriptor that the test runner was started with.
      const others = listing.split("\n").filter((line) => !/^([012] |\d+ (\/proc\/|\/dev\/null)|$)/.test(line));
      expect(others).toEqual([]);
    });

    it("gives it a session of its own without a terminal", async () => {
      expect(await sh("(exec 3</dev/tty) 2>/dev/null && echo HAS_TTY || echo NO_TTY")).toBe("NO_TTY\n");
      const [pid, group, session] = (await sh("ps -o pid=,pgid=,sid= -p $$ || echo 1 1 1")).trim().split(/\s+/);
      expect([group, session]).toEqual([pid, pid]);
    });

    it("resets the signals that Node ignores", async () => {
      expect(await sh("grep SigIgn /proc/self/status")).toMatch(/SigIgn:\s+0+$/m);
    });

    it("wakes what is stopped with SIGCONT", async () => {
      const recorder = run("/bin/sh", "-c", 'trap "echo cleaned; exit 0" TERM; echo up; kill -STOP $$; sleep 31');
      await recorder.until(() => recorder.text("stdout") === "up\n");
      await recorder.handle.signalTree("SIGTERM");
      await recorder.handle.signalTree("SIGCONT");
      await recorder.over();
      expect(recorder.text("stdout")).toBe("up\ncleaned\n");
    });

    it("never signals a stranger who got the leader's group by chance, nor its own group", async () => {
      const stranger = spawn("/bin/sleep", ["30"], { stdio: "ignore" });
      const recorder = run("/bin/true");
      await recorder.over();
      for (const signal of ["SIGTERM", "SIGKILL"] as const) expect(await recorder.handle.signalTree(signal)).toBe(0);
      expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
      stranger.kill("SIGKILL");
      await new Promise((resolve) => stranger.once("exit", resolve));
    });
  });

  describe(`${name}: faults of real files`, () => {
    it("tells a working directory that is a file", async () => {
      const fault = await refused({ program: "/bin/true", argv: ["true"], cwd: file("plain", "", 0o644) });
      expect(fault).toMatchObject({ code: "AR_CWD_NOT_FOLDER", message: expect.stringContaining("plain") });
    });

    it("tells a program without permission, and a folder", async () => {
      const program = file("noexec", "#!/bin/sh\necho no\n", 0o644);
      expect(await refused({ program, argv: ["x"] })).toMatchObject({
        code: "AR_NOT_EXECUTABLE",
        hint: expect.stringContaining("chmod +x"),
      });
      const inside = join(folder, "inside");
      mkdirSync(inside, { recursive: true });
      expect(await refused({ program: inside, argv: ["x"] })).toMatchObject({ code: "AR_NOT_EXECUTABLE" });
    });

    it.each([
      ["missing", "#!/nope\necho no\n", "/nope"],
      ["with a carriage return", "#!/bin/sh\r\necho no\r\n", "carriage return"],
      ["not named", "#! \necho no\n", "names no interpreter"],
      ["not there at all", "echo RAN\n", "no shell"],
      ["a script without one", `#!${join(folder, "bare")}\n`, "no shell"],
    ])("tells an interpreter that is %s, and runs no shell instead", async (kind, content, message) => {
      file("bare", "echo RAN\n");
      const program = file(`script ${kind}`, content);
      const fault = await refused({ program, argv: ["x"], cwd: folder });
      expect(fault).toMatchObject({ code: "AR_BAD_INTERPRETER", message: expect.stringContaining(message) });
    });

    it("runs scripts with an interpreter", async () => {
      const recorder = run(file("good", "#!/bin/sh -e\necho ran $1\n"), "well");
      await recorder.over();
      expect(recorder.text("stdout")).toBe("ran well\n");
    });

    it("tells an argument that is too long, and takes the longest that is not", async () => {
      const fault = await refused({ program: "/bin/true", argv: ["true", "a", "x".repeat(131_072)] });
      expect(fault).toMatchObject({ code: "AR_ARGUMENTS_TOO_LONG", message: expect.stringContaining("Argument 2") });
      const recorder = run("/bin/true", "x".repeat(131_071));
      await recorder.over();
      expect(recorder.exit).toEqual({ code: 0, signal: null });
    });

    it.each([
      ["NUL in an argument", { argv: ["true", "a\0b"] }],
      ["lone surrogate in an argument", { argv: ["true", "\ud83d"] }],
      ["NUL in the environment", { env: { A: "b\0c" } }],
      ["= in a variable's name", { env: { "LD_PRELOAD=/x": "y" } }],
      ["empty name of a variable", { env: { "": "y" } }],
      ["NUL in the working directory", { cwd: "/tmp\0" }],
      ["NUL in the program", { program: "/bin/true\0" }],
      ["no arguments at all", { argv: [] }],
    ])("refuses what cannot be passed exactly: %s", async (_what, more) => {
      expect(await refused({ program: "/bin/true", argv: ["true"], ...more })).toMatchObject({
        code: "AR_SPAWN_FAILED",
      });
    });

    it("tells a hundred thousand arguments apart from one that is too long", async () => {
      const argv = ["true", ...Array.from({ length: 100_000 }, () => "x".repeat(30))];
      const recorder = keep(start(world, { program: "/bin/true", argv }));
      await recorder.until(() => recorder.fault !== null || recorder.exit !== null);
      if (recorder.fault !== null) {
        expect(recorder.fault).toMatchObject({
          code: "AR_ARGUMENTS_TOO_LONG",
          message: expect.stringContaining("Arguments and environment"),
        });
      }
    });
  });
}
