import { describe, expect, it } from "vitest";
import { MARKER_VARIABLE } from "../../src/execution/marker.js";
import { start, startSteps, untilGone, useRecorders } from "./recorder.js";
import type { World } from "./worlds.js";

/** What every ProcessDriver does. */
export function driverSuite(name: string, world: World): void {
  const keep = useRecorders();
  const steps = (...list: string[]) => keep(startSteps(world, list));

  describe(`${name}: telling what happens`, () => {
    it("tells the pid first and asynchronously, then output, ends and exit, each end once", async () => {
      const run = steps("out:hello", "err:oops", "exit:3");
      await run.over();
      expect(run.events.slice(0, 2)).toEqual(["returned", "spawned"]);
      expect(run.pid).toBeGreaterThan(1);
      expect(run.text("stdout")).toBe("hello");
      expect(run.text("stderr")).toBe("oops");
      expect(run.exit).toEqual({ code: 3, signal: null });
      for (const stream of ["stdout", "stderr"]) {
        expect(run.events.lastIndexOf(`output ${stream}`)).toBeLessThan(run.events.indexOf(`ended ${stream}`));
      }
      const ends = run.events.filter((event) => event === "exited" || event.startsWith("ended"));
      expect(ends.sort()).toEqual(["ended stderr", "ended stdout", "exited"]);
    });

    it.each(["SIGKILL", "SIGTERM", "SIGSEGV"] as const)("tells the signal that ended it: %s", async (signal) => {
      const run = steps(`die:${signal}`);
      await run.over();
      expect(run.exit).toEqual({ code: null, signal });
    });

    it("tells exit codes as they are, 137 too", async () => {
      const run = steps("exit:137");
      await run.over();
      expect(run.exit).toEqual({ code: 137, signal: null });
    });

    it("passes every byte of a large output", async () => {
      const run = steps("out:HEAD", "big:8000000", "out:TAIL");
      await run.over();
      const bytes = run.bytes("stdout");
      expect(bytes.length).toBe(8_000_008);
      expect(bytes.toString("latin1", 0, 6) + bytes.toString("latin1", 8_000_002)).toBe(
        "HEADxxxxTAIL".replace("xxxx", "xxxx"),
      );
    });

    it("tells the exit although a descendant holds the pipes, and no end of output", async () => {
      const run = steps('child:["out:ready","wait"]', "exit:0");
      await run.until(() => run.exit !== null && run.text("stdout") === "ready");
      expect(run.events.filter((event) => event.startsWith("ended"))).toEqual([]);
    });

    it("tells the end of one stream while the other is open", async () => {
      const run = steps("close:stdout", "err:ready", "wait");
      await run.until(() => run.events.includes("ended stdout") && run.text("stderr") === "ready");
      expect(run.events).not.toContain("ended stderr");
      expect(run.exit).toBeNull();
    });

    it("tells nothing after dispose", async () => {
      const run = steps("out:ready", "wait");
      await run.until(() => run.text("stdout") === "ready");
      await run.handle.signalTree("SIGKILL");
      const before = run.events.length;
      run.handle.dispose();
      await untilGone(run.handle);
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(run.events.length).toBe(before);
    });
  });

  describe(`${name}: what the program gets`, () => {
    const answer = async (list: string[], more = {}) => {
      const run = keep(startSteps(world, list, more));
      await run.over();
      return run.text("stdout");
    };

    it("gets an empty stdin", async () => {
      expect(await answer(["stdin"])).toBe("0");
    });

    it("gets its arguments byte for byte, without a shell", async () => {
      const odd = [
        "",
        "a b",
        "*",
        "$HOME",
        "日本 😀",
        "l1\nl2\t",
        "'\"`;|&",
        "-x",
        "%PATH%",
        "\\",
        "\u0001\u001b[0m",
        "y".repeat(100_000),
      ];
      const argv = JSON.parse(await answer(["argv", ...odd.map((text) => `@${text}`)]));
      expect(argv).toEqual(["argv", ...odd.map((text) => `@${text}`)]);
    });

    it("gets exactly its environment and the run's marker", async () => {
      const env = { PATH: "/usr/bin:/bin", FOO: "l1\nBAR=x\n", EMPTY: "", ÄÖ: "日本" };
      const got = JSON.parse(await answer(["env"], { env }));
      delete got[MARKER_VARIABLE];
      expect(got).toEqual(env);
    });

    it("gets its working directory", async () => {
      expect(await answer(["cwd"], { cwd: "/usr" })).toBe("/usr");
    });
  });

  describe(`${name}: what cannot start`, () => {
    const refused = async (spec: Parameters<typeof start>[1]) => {
      const run = keep(start(world, spec));
      await run.until(() => run.fault !== null);
      expect(run.events).toEqual(["returned", "failed"]);
      expect(await run.handle.alive()).toEqual([]);
      expect(await run.handle.signalTree("SIGKILL")).toBe(0);
      run.handle.pause();
      run.handle.resume();
      run.handle.closeOutput();
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(run.events).toEqual(["returned", "failed"]);
      return run.fault!;
    };

    it("names a missing program", async () => {
      const fault = await refused({ program: "/no/such", argv: ["such"] });
      expect(fault).toMatchObject({ code: "AR_PROGRAM_NOT_FOUND", message: expect.stringContaining("/no/such") });
    });

    it("names a missing working directory, not the program", async () => {
      const fault = await refused({ program: world.stepsProgram, argv: ["x"], cwd: "/nope" });
      expect(fault).toMatchObject({ code: "AR_CWD_MISSING", message: expect.stringContaining("/nope") });
    });
  });

  describe(`${name}: the tree`, () => {
    const family = async () => {
      const child = JSON.stringify(["out:c", "wait"]);
      const grandchild = JSON.stringify([
        `session:${JSON.stringify(["ignore:SIGTERM", "out:g", "wait"])}`,
        "out:s",
        "wait",
      ]);
      const run = steps(`child:${child}`, `session:${grandchild}`, "out:l", "wait");
      await run.until(() => run.bytes("stdout").length === 4);
      return run;
    };

    it("lists the live processes, those in a session of their own too", async () => {
      const run = await family();
      const alive = await run.handle.alive();
      expect(alive).toHaveLength(4);
      expect(alive).toContain(run.pid);
    });

    it("signals all of them, and tells how many took it", async () => {
      const run = await family();
      expect(await run.handle.signalTree("SIGTERM")).toBe(4);
      await run.until(() => run.exit !== null);
      expect(run.exit).toEqual({ code: null, signal: "SIGTERM" });
      while ((await run.handle.alive()).length > 1) await new Promise((resolve) => setTimeout(resolve, 5));
      // The one that ignores SIGTERM, an orphan by now.
      expect(await run.handle.signalTree("SIGKILL")).toBe(1);
      await untilGone(run.handle);
      await run.over();
    });

    it("has nothing to signal when all is over", async () => {
      const run = steps("exit:0");
      await run.over();
      expect(await run.handle.alive()).toEqual([]);
      expect(await run.handle.signalTree("SIGKILL")).toBe(0);
    });

    it("finds what outlives the leader", async () => {
      const run = steps('session:["close:stdout","err:ready","wait"]', "exit:0");
      await run.until(() => run.exit !== null && run.text("stderr") === "ready");
      expect(await run.handle.alive()).toHaveLength(1);
      expect(await run.handle.signalTree("SIGKILL")).toBe(1);
      await run.over();
    });
  });

  describe(`${name}: reading`, () => {
    it("stops and goes on, and loses nothing", async () => {
      const run = steps("out:a", "big:4000000", "out:z");
      await run.until(() => run.bytes("stdout").length > 0);
      run.handle.pause();
      const soon = run.bytes("stdout").length;
      await new Promise((resolve) => setTimeout(resolve, 100));
      // What was under way when it was paused may still come.
      expect(run.bytes("stdout").length - soon).toBeLessThanOrEqual(1_048_576);
      expect(run.bytes("stdout").length).toBeLessThan(4_000_002);
      run.handle.resume();
      await run.over();
      expect(run.bytes("stdout").length).toBe(4_000_002);
    });

    it("ends when the output is closed, though a descendant holds the pipes", async () => {
      const run = steps('child:["out:ready","ignore:SIGPIPE","wait"]', "exit:0");
      await run.until(() => run.exit !== null && run.text("stdout") === "ready");
      run.handle.closeOutput();
      await run.over();
      run.handle.closeOutput();
      expect(run.events.filter((event) => event.startsWith("ended")).sort()).toEqual(["ended stderr", "ended stdout"]);
    });
  });
}
