import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { loadNativeDriver } from "../../src/execution/drivers/native.js";
import { childrenOf, processesWith } from "../support/processes.js";
import { bundle } from "./bundle.js";
import { hidden } from "./hiding.js";
import { CONTAINING, driverIn } from "./modes.js";

/** What the contract allows from the broker's death to that of the last process. */
const BOUND = { timeout: 2000, interval: 20 };

let program: string;
let remove: () => void;
const brokers: ChildProcess[] = [];

beforeAll(async () => {
  [program, remove] = await bundle("broker-child");
});
afterAll(() => remove());
afterEach(() => {
  for (const broker of brokers.splice(0)) broker.kill("SIGKILL");
});

async function startBroker(mode: string, scripts: readonly string[]): Promise<ChildProcess> {
  const broker = spawn(process.execPath, [program, mode, ...scripts], {
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  brokers.push(broker);
  await once(broker.stdout!, "data");
  return broker;
}

/** Pids of the children of a process. */
/** Everything that must be gone: what hides, leaders that ignore signals, and the tree of each. */
function nastyRuns(): { marks: string[]; scripts: string[] } {
  const daemons = [hidden(), hidden(), hidden()];
  const [one, two, three] = daemons.map(({ script }) => script);
  const { mark } = hidden();
  return {
    marks: [...daemons.map((daemon) => daemon.mark), mark],
    scripts: [
      `${one}; echo up; sleep 600`,
      `trap "" TERM INT HUP; ${two}; echo up; while :; do sleep ${mark}; done`,
      `(setsid sleep ${mark} & setsid sleep ${mark} &); ${three}; echo up; setsid sh -c "kill -STOP \\$\\$" & wait`,
    ],
  };
}

const alive = (marks: readonly string[]) => marks.flatMap(processesWith);

for (const mode of CONTAINING) {
  const driver = await driverIn(mode);
  if (typeof driver !== "string") await driver.close();
  describe.skipIf(typeof driver === "string")(`after SIGKILL of the broker, mode ${mode}`, () => {
    it.each(["the broker alone", "its process group"])("nothing is left: %s", async (whom) => {
      const { marks, scripts } = nastyRuns();
      const broker = await startBroker(mode, scripts);
      const [warden] = childrenOf(broker.pid!).map(({ pid }) => pid);
      expect(alive(marks).length).toBeGreaterThan(5);
      // In the middle of the storm that follows.
      await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 150));
      process.kill(whom === "the broker alone" ? broker.pid! : -broker.pid!, "SIGKILL");
      await expect.poll(() => alive(marks), BOUND).toEqual([]);
      await expect.poll(() => processesWith("agent-reach-warden").includes(warden!), BOUND).toBe(false);
    });

    it("nothing is left although its warden was stopped before", async () => {
      const { marks, scripts } = nastyRuns();
      const broker = await startBroker(mode, scripts);
      const [warden] = childrenOf(broker.pid!).map(({ pid }) => pid);
      // Else the broker lets it go on.
      process.kill(broker.pid!, "SIGSTOP");
      process.kill(warden!, "SIGSTOP");
      process.kill(broker.pid!, "SIGKILL");
      await expect.poll(() => alive(marks), BOUND).toEqual([]);
      await expect.poll(() => processesWith("agent-reach-warden").includes(warden!), BOUND).toBe(false);
    });

    // The next one may be that of another test, which then has it to report.
    it("the next broker finds and kills what is left when the warden was killed too", { retry: 3 }, async () => {
      const { mark, script } = hidden();
      const broker = await startBroker(mode, [`${script}; echo up; sleep 600`]);
      const [warden] = childrenOf(broker.pid!).map(({ pid }) => pid);
      process.kill(broker.pid!, "SIGSTOP");
      process.kill(warden!, "SIGKILL");
      process.kill(broker.pid!, "SIGKILL");
      await once(broker, "exit");
      const loaded = loadNativeDriver({ mode, require: true });
      if ("missing" in loaded) throw new Error(loaded.missing);
      const inForce = await loaded.driver.containment();
      // The namespace ends with the warden by the kernel's own hand.
      if (mode !== "namespace") expect(inForce!.leftovers.processes + inForce!.leftovers.folders).toBeGreaterThan(0);
      await expect.poll(() => processesWith(mark), BOUND).toEqual([]);
      await loaded.driver.close();
    });
  });
}
