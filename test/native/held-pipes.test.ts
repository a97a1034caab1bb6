import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { expect, it } from "vitest";
import { processesWith, uniqueSleep } from "../support/processes.js";
import { describeModes, driverIn } from "./modes.js";
import { runScript } from "./run-to-end.js";

/** Descriptors of this process that are pipes and are waited for when they are read. */
function blockingPipes(): string[] {
  const O_NONBLOCK = 0o4000;
  return readdirSync("/proc/self/fd").filter((fd) => {
    try {
      const flags = /flags:\s+(\d+)/.exec(readFileSync(`/proc/self/fdinfo/${fd}`, "utf8"))?.[1];
      const reads = (Number.parseInt(flags!, 8) & 3) === 0;
      return (
        readlinkSync(`/proc/self/fd/${fd}`).startsWith("pipe:") && reads && !(Number.parseInt(flags!, 8) & O_NONBLOCK)
      );
    } catch {
      return false;
    }
  });
}

await describeModes("pipes that others have too", (driver) => {
  it("are never waited for", async () => {
    const before = blockingPipes();
    const runs = Array.from({ length: 4 }, () => runScript(driver, "echo up; sleep 0.3"));
    await Promise.all(runs.map(({ printed }) => printed));
    expect(blockingPipes()).toEqual(before);
    await Promise.all(runs.map(({ done }) => done));
  });

  it("delay nobody when the run itself takes its bytes back", async () => {
    const steal = "echo x; dd if=/dev/stdout bs=2 count=1 iflag=nonblock of=/dev/null 2>/dev/null";
    const script = `for i in 1 2 3 4 5 6 7 8; do ${steal}; done; sleep 0.5; echo end`;
    const thieves = Array.from({ length: 6 }, () => runScript(driver, script, { timeoutMs: 10_000 }));
    const started = performance.now();
    for (const { done } of Array.from({ length: 5 }, () => runScript(driver, "echo fine"))) {
      expect((await done).outcome).toMatchObject({ exit: { code: 0 } });
    }
    for (const { done } of thieves) {
      const { outcome, captured } = await done;
      expect(outcome).toMatchObject({ exit: { code: 0 } });
      expect(captured!.stdout.head.toString()).toMatch(/end\n$/);
    }
    expect(performance.now() - started).toBeLessThan(9000);
  });

  it("of a tree that forks and ends while it is looked at leave nothing alive", async () => {
    const marks = Array.from({ length: 150 }, uniqueSleep);
    const next = marks.values();
    const worker = async () => {
      for (const mark of next) {
        await runScript(driver, `(env -i setsid /bin/sh -c "sleep ${mark} &" >/dev/null 2>&1 &); echo hi`).done;
        expect(processesWith(mark)).toEqual([]);
      }
    };
    await Promise.all(Array.from({ length: 12 }, worker));
  });
});

const uncontained = await driverIn("none");
it.skipIf(typeof uncontained === "string")(
  "a pipe that a process which nobody contains holds delays no other",
  async () => {
    if (typeof uncontained === "string") return;
    const marks = Array.from({ length: 40 }, uniqueSleep);
    const next = marks.values();
    const worker = async () => {
      for (const mark of next) {
        const { done } = runScript(uncontained, `setsid sleep ${mark} </dev/null & sleep 0.003; echo hi`);
        const beside = runScript(uncontained, "echo hi", { timeoutMs: 3000 });
        expect((await beside.done).outcome).toMatchObject({ exit: { code: 0 } });
        expect((await done).captured!.stdout.head.toString()).toBe("hi\n");
      }
    };
    await Promise.all(Array.from({ length: 4 }, worker));
    await uncontained.close();
    for (const pid of marks.flatMap(processesWith)) process.kill(pid, "SIGKILL");
  },
);
