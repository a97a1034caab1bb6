import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { MODES } from "../../src/execution/containment/modes.js";
import { loadNativeDriver, type NativeDriver } from "../../src/execution/drivers/native.js";
import { loadNative } from "../../src/execution/drivers/native-binding.js";
import { startSteps, untilGone } from "../execution/recorder.js";
import { realWorld } from "../execution/worlds.js";
import { processesWith } from "../support/processes.js";
import { hidden } from "./hiding.js";
import { runScript } from "./run-to-end.js";
import { wardens } from "./wardens.js";

const parts = loadNative();
const open = (mode: "auto" | "none" | "subreaper" = "subreaper", require = false): NativeDriver => {
  const loaded = loadNativeDriver({ mode, require });
  if ("missing" in loaded) throw new Error(loaded.missing);
  return loaded.driver;
};

describe.skipIf("missing" in parts)("the warden", () => {
  it("ends with its driver, and kills what still runs", async () => {
    const driver = open();
    const { mark, script } = hidden();
    const running = runScript(driver, `${script}; echo up; sleep 600`);
    await running.printed;
    expect(wardens()).toHaveLength(1);
    await driver.close();
    expect(wardens()).toEqual([]);
    expect(processesWith(mark)).toEqual([]);
    expect((await running.done).outcome).toMatchObject({ kind: "exited", exit: { signal: "SIGKILL" } });
  });

  it("is started anew by the next run after a close", async () => {
    const driver = open();
    await driver.close();
    await driver.close();
    expect((await runScript(driver, "exit 3").done).outcome).toMatchObject({ exit: { code: 3 } });
    await driver.close();
  });

  it("survives every signal but SIGKILL", async () => {
    const driver = open();
    await driver.containment();
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGPIPE"] as const) {
      process.kill(wardens()[0]!, signal);
    }
    expect((await runScript(driver, "exit 3").done).outcome).toMatchObject({ exit: { code: 3 } });
    await driver.close();
  });

  it("starts nothing when the mode that is required is not there", async () => {
    if ("missing" in parts) return;
    const driver = loadNativeDriver({ mode: "cgroup", require: true });
    // Where there is no cgroup to be had; elsewhere the other tests run in one.
    if ("missing" in driver || (await driver.driver.containment())?.mode === "cgroup") {
      if ("driver" in driver) await driver.driver.close();
      return;
    }
    const { outcome } = await runScript(driver.driver, "exit 3").done;
    expect(outcome).toMatchObject({ kind: "faulted", fault: { code: "AR_CONTAINMENT_UNAVAILABLE" } });
    await driver.driver.close();
  });

  it("says what it is when somebody else starts it", () => {
    if ("missing" in parts) return;
    const { status, stderr } = spawnSync(parts.wardenPath, [], { encoding: "utf8" });
    expect(status).toBe(64);
    expect(stderr).toContain("started by Agent-Reach");
    expect(JSON.parse(spawnSync(parts.wardenPath, ["--modes"], { encoding: "utf8" }).stdout)).toHaveProperty("cgroup");
  });

  it("keeps no descriptor of a run, and the broker none either", async () => {
    const driver = open();
    await runScript(driver, "exit 0").done;
    const count = () => [process.pid, wardens()[0]!].map((pid) => readdirSync(`/proc/${pid}/fd`).length);
    const before = count();
    await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        index % 4 === 0
          ? runScript(driver, "sleep 600", { timeoutMs: 50, graceMs: 50 }).done
          : runScript(driver, "head -c 100000 /dev/zero; exit 1").done,
      ),
    );
    expect(count()).toEqual(before);
    await driver.close();
  });
});

describe.skipIf("missing" in parts)("mode none", () => {
  it("stops the session and the tree, and lets a daemon live that left both", async () => {
    const driver = open("none");
    const { mark, script } = hidden();
    const run = startSteps(realWorld(driver), ['child:["out:c","wait"]', "out:l", "wait"]);
    await run.until(() => run.bytes("stdout").length === 2);
    expect(await run.handle.signalTree("SIGKILL")).toBe(2);
    await untilGone(run.handle);
    run.handle.dispose();
    await runScript(driver, `${script}; sleep 0.1`).done;
    const daemon = processesWith(mark);
    expect(daemon.length).toBeGreaterThan(0);
    for (const pid of daemon) process.kill(pid, "SIGKILL");
    await driver.close();
  });
});

it("has a mode for every one that a config may name but auto", () => {
  expect([...MODES]).toEqual(["none", "subreaper", "namespace", "cgroup"]);
});
