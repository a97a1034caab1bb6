import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startProgress } from "../../../src/frontends/mcp/progress.js";

const output = (text: string) => ({ type: "output", at_ms: 0, stream: "stdout", text }) as const;

describe("progress", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function start(send: () => Promise<void> = async () => {}) {
    const sent: string[] = [];
    const counts: number[] = [];
    const progress = startProgress((count, message) => {
      sent.push(message);
      counts.push(count);
      return send();
    });
    return { progress, sent, counts };
  }

  it("beats at least every 15 s while nothing happens", async () => {
    const { progress, sent } = start();
    progress.onEvent({ type: "started", at_ms: 0, pid: 1 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent.length).toBeGreaterThanOrEqual(5);
    expect(sent.at(-1)).toMatch(/^running, \d+ s$/);
    progress.stop();
    const count = sent.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(count);
  });

  it("tells the newest line, not every one, and never less than before", async () => {
    const { progress, sent, counts } = start();
    for (let step = 0; step < 100; step += 1) {
      progress.onEvent(output(`line ${step}\n`));
      await vi.advanceTimersByTimeAsync(20);
    }
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent.length).toBeLessThan(8);
    expect(sent.at(-1)).toBe("line 99");
    expect(counts).toEqual(counts.map((_, index) => index + 1));
    progress.stop();
  });

  it("has one notification under way at a time for a client that does not read", async () => {
    const { progress, sent } = start(() => new Promise(() => {}));
    for (let step = 0; step < 50; step += 1) {
      progress.onEvent(output(`${"x".repeat(5_000)}${step}\n`));
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(sent).toHaveLength(1);
    expect(sent[0]!.length).toBeLessThanOrEqual(200);
    progress.stop();
  });

  it("outlives a connection that is gone", async () => {
    const { progress, sent } = start(() => Promise.reject(new Error("closed")));
    progress.say("waiting");
    await vi.advanceTimersByTimeAsync(30_000);
    expect(sent.length).toBeGreaterThan(1);
    progress.stop();
  });
});
