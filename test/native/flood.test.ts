import { expect, it } from "vitest";
import type { StreamName } from "../../src/contract/index.js";
import type { NativeDriver } from "../../src/execution/drivers/native.js";
import { NO_LIMITS, untilGone } from "../execution/recorder.js";
import { describeModes } from "./modes.js";

/** A run whose output is counted, not kept. */
function counting(
  driver: NativeDriver,
  argv: readonly string[],
  onOutput = (_stream: StreamName, _chunk: Buffer) => {},
) {
  const counted = { bytes: 0, largest: 0 };
  let over!: () => void;
  const done = new Promise<void>((resolve) => {
    over = resolve;
  });
  let open = 3;
  const part = () => {
    open -= 1;
    if (open === 0) over();
  };
  const handle = driver.spawn(
    { program: argv[0]!, argv, cwd: "/", env: {}, limits: NO_LIMITS },
    {
      spawned() {},
      failed: (fault) => {
        throw new Error(fault.message);
      },
      output: (stream, chunk) => {
        counted.bytes += chunk.length;
        counted.largest = Math.max(counted.largest, chunk.length);
        onOutput(stream, chunk);
      },
      ended: part,
      exited: part,
    },
  );
  return { counted, done, handle };
}

await describeModes("a flood", (driver) => {
  it("comes whole, in bounded pieces and bounded memory", async () => {
    const before = process.memoryUsage().rss;
    const { counted, done, handle } = counting(driver, ["/bin/sh", "-c", "head -c 1000000000 /dev/zero"]);
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 10);
    await done;
    clearInterval(watch);
    handle.dispose();
    expect(counted.bytes).toBe(1_000_000_000);
    expect(counted.largest).toBeLessThanOrEqual(65_536);
    expect(most - before).toBeLessThan(64_000_000);
  });

  it("waits when it is paused, and nothing is lost", async () => {
    const bytes = 200_000_000;
    const { counted, done, handle } = counting(driver, ["/bin/sh", "-c", `head -c ${bytes} /dev/zero`]);
    for (let round = 0; round < 3; round++) {
      const before = counted.bytes;
      await expect.poll(() => counted.bytes).toBeGreaterThan(before);
      handle.pause();
      let last = -1;
      const still = () => {
        const same = counted.bytes === last;
        last = counted.bytes;
        return same;
      };
      await expect.poll(still, { interval: 20 }).toBe(true);
      expect(counted.bytes).toBeLessThan(bytes);
      handle.resume();
    }
    await done;
    handle.dispose();
    expect(counted.bytes).toBe(bytes);
  });

  it("does not starve other runs, nor the timers", async () => {
    const flood = counting(driver, ["/usr/bin/yes"]);
    await expect.poll(() => flood.counted.bytes).toBeGreaterThan(1_000_000);
    const late: number[] = [];
    let at = performance.now();
    const timer = setInterval(() => {
      late.push(performance.now() - at - 10);
      at = performance.now();
    }, 10);
    for (let index = 0; index < 50; index++) {
      const { done, handle } = counting(driver, ["/bin/true"]);
      await done;
      handle.dispose();
    }
    clearInterval(timer);
    expect(late.sort((a, b) => a - b)[Math.floor(late.length / 2)] ?? 0).toBeLessThan(50);
    const sofar = flood.counted.bytes;
    await expect.poll(() => flood.counted.bytes).toBeGreaterThan(sofar);
    await flood.handle.signalTree("SIGKILL");
    await untilGone(flood.handle);
    await flood.done;
    flood.handle.dispose();
  });

  it("that nobody reads ends with its run", async () => {
    const flood = counting(driver, ["/usr/bin/yes"], () => flood.handle.pause());
    await expect.poll(() => flood.counted.bytes).toBeGreaterThan(0);
    flood.handle.closeOutput();
    await flood.done;
    expect(await flood.handle.alive()).toEqual([]);
    flood.handle.dispose();
  });
});
