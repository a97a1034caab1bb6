import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { processesWith } from "../support/processes.js";
import { hidden } from "./hiding.js";
import { describeModes } from "./modes.js";
import { runScript } from "./run-to-end.js";

await describeModes("a daemon that hides", (driver) => {
  it("is killed when the run ends by itself", async () => {
    const { mark, script } = hidden();
    const { cleanup, outcome } = await runScript(driver, `${script}; echo done`).done;
    expect(outcome).toMatchObject({ kind: "exited", exit: { code: 0 } });
    expect(cleanup).toMatchObject({ survivors: [] });
    expect(cleanup!.leftoversKilled).toBeGreaterThan(0);
    expect(processesWith(mark)).toEqual([]);
  });

  it("is killed at a timeout, beside a leader that ignores SIGTERM", async () => {
    const { mark, script } = hidden();
    const started = performance.now();
    const script2 = `trap "" TERM; ${script}; echo up; while :; do sleep 0.1; done`;
    const { outcome, captured, cleanup } = await runScript(driver, script2, { timeoutMs: 400 }).done;
    expect(outcome).toMatchObject({ kind: "stopped", reason: { kind: "run_timeout" }, exit: { signal: "SIGKILL" } });
    expect(performance.now() - started).toBeLessThan(400 + 300 + 500);
    expect(captured!.stdout.head.toString()).toBe("up\n");
    expect(cleanup!.survivors).toEqual([]);
    expect(processesWith(mark)).toEqual([]);
  });

  it("is killed at a cancel", async () => {
    const { mark, script } = hidden();
    const running = runScript(driver, `${script}; echo up; sleep 30`);
    await running.printed;
    running.run.stop("cancelled");
    expect((await running.done).outcome).toMatchObject({ kind: "stopped", reason: { kind: "cancelled" } });
    expect(processesWith(mark)).toEqual([]);
  });

  it("is told from those of other runs", async () => {
    const [one, other] = [hidden(), hidden()];
    const long = runScript(driver, `${one.script}; echo up; sleep 30`);
    await long.printed;
    await runScript(driver, `${other.script}; echo done`).done;
    expect(processesWith(other.mark)).toEqual([]);
    expect(processesWith(one.mark).length).toBeGreaterThan(0);
    long.run.stop("cancelled");
    await long.done;
    expect(processesWith(one.mark)).toEqual([]);
  });

  it.skipIf(!existsSync("/bin/bash"))("is killed although it took the mark of its run off", async () => {
    // The limit that carries the mark (native/shared/tag.h); bash alone can set it.
    const { mark, script } = hidden("ulimit -x 0", "/bin/bash");
    const { cleanup } = await runScript(driver, `${script}; sleep 0.2; echo done`).done;
    expect(cleanup).toMatchObject({ survivors: [] });
    expect(processesWith(mark)).toEqual([]);
  });

  it("does not survive by being born again at SIGTERM", async () => {
    const { mark, script } = hidden();
    const { cleanup } = await runScript(
      driver,
      `trap '${script.replaceAll("'", `'"'"'`)}' TERM; while :; do sleep 0.1; done`,
      {
        timeoutMs: 300,
      },
    ).done;
    expect(cleanup!.survivors).toEqual([]);
    expect(processesWith(mark)).toEqual([]);
  });
});

await describeModes("a crowd", (driver) => {
  it("of five hundred processes that fork while they are killed is killed", async () => {
    const { mark } = hidden();
    // A tree of 511; each of its last ones starts another when it is asked to end.
    const script = `f() { if [ $1 = 0 ]; then trap "sleep ${mark} & sleep ${mark} &" TERM; sleep ${mark} & wait; wait; else f $(($1 - 1)) & f $(($1 - 1)) & wait; fi; }; echo up; f 7`;
    const running = runScript(driver, script, { graceMs: 100 });
    await running.printed;
    await expect.poll(() => processesWith(mark).length, { timeout: 20_000 }).toBeGreaterThan(200);
    running.run.stop("cancelled");
    const { cleanup } = await running.done;
    await expect.poll(() => processesWith(mark), { timeout: 2000 }).toEqual([]);
    expect(cleanup!.survivors.length).toBeLessThan(512);
  });
});
