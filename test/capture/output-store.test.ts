import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { encodeHeader } from "../../src/capture/frames.js";
import { createCapture, createOutputStore, type OutputStore } from "../../src/capture/index.js";
import { newOutputId } from "../../src/capture/output-id.js";
import { compileProgram, storedIn, storedText, temporaryFolder } from "./support.js";

const base = temporaryFolder();
let folders = 0;
const newFolder = () => join(base, String(++folders), "outputs");

async function storeOne(store: OutputStore, text = "x"): Promise<string> {
  const capture = createCapture({ store, spoolBytes: 2 ** 30 });
  capture.write("stdout", Buffer.from(text));
  return (await capture.finish()).outputId!;
}

/** A file as a store would have written it, of any age, size and writer. */
function plant(dir: string, shelf: string, at: number, bytes: number, writer = { pid: process.pid, started: "1" }) {
  mkdirSync(join(dir, "running"), { recursive: true });
  const id = newOutputId(at);
  writeFileSync(
    join(dir, shelf, id),
    Buffer.concat([encodeHeader({ writer, call: "c9", encoding: "auto" }), Buffer.alloc(bytes)]),
  );
  return id;
}

const outputsIn = (dir: string) => readdirSync(dir).filter((name) => name.startsWith("o_"));
const diskUse = (dir: string) =>
  outputsIn(dir).reduce((sum, name) => sum + Math.ceil(statSync(join(dir, name)).size / 4096) * 4096, 0);

describe("reading", () => {
  it("finds nothing for what is no id, or no plain file", async () => {
    const dir = newFolder();
    const store = createOutputStore({ dir, keepBytes: 2 ** 20 });
    const id = await storeOne(store, "whole");
    expect(await storedText(store.read(id), "stdout")).toBe("whole");
    const link = newOutputId();
    symlinkSync(join(dir, id), join(dir, link));
    const folder = newOutputId();
    mkdirSync(join(dir, folder));
    for (const bad of ["", "..", "ledger", "../outputs", `./${id}`, newOutputId(), link, folder]) {
      expect(store.read(bad), bad).toBeNull();
    }
    expect((await storedIn(dir)).map((each) => each.id)).toEqual([id]);
  });

  it("tells when an output was removed after it was found", async () => {
    const dir = newFolder();
    const store = createOutputStore({ dir, keepBytes: 2 ** 20 });
    const output = store.read(await storeOne(store))!;
    const { rmSync } = await import("node:fs");
    rmSync(dir, { recursive: true });
    await expect(storedText(output, "stdout")).rejects.toMatchObject({ code: "AR_OUTPUT_NOT_FOUND" });
  });
});

describe("the cap", () => {
  it("lets the oldest leave first and leaves alone what is not an output", async () => {
    const dir = newFolder();
    const ids = Array.from({ length: 10 }, (_, at) => plant(dir, "", 1000 + at, 90_000));
    writeFileSync(join(dir, "notes.txt"), Buffer.alloc(500_000));
    const victim = join(base, "precious");
    writeFileSync(victim, "precious");
    const link = newOutputId(1);
    symlinkSync(victim, join(dir, link));
    // The ledger of a folder that was filled without one is behind; the first pass of the cap puts it right.
    writeFileSync(join(dir, "ledger"), Buffer.alloc(10 * 23));
    const store = createOutputStore({ dir, keepBytes: 10 * 90_000 });
    const newest = await storeOne(store);
    await store.close();
    const kept = outputsIn(dir).sort();
    expect(diskUse(dir)).toBeLessThanOrEqual(0.9 * 900_000 + 8);
    expect(kept).toEqual([link, ...ids.slice(-8), newest].sort());
    expect(existsSync(victim) && existsSync(join(dir, "notes.txt"))).toBe(true);
    expect(existsSync(join(dir, "lock"))).toBe(false);
  });

  it("holds for many small outputs too", async () => {
    const dir = newFolder();
    const store = createOutputStore({ dir, keepBytes: 2 ** 28, maxFiles: 100 });
    const ids: string[] = [];
    for (let run = 0; run < 350; run++) ids.push(await storeOne(store));
    await store.close();
    const kept = outputsIn(dir);
    expect(kept.length).toBeGreaterThanOrEqual(85);
    expect(kept.length).toBeLessThanOrEqual(100);
    expect(kept).toContain(ids.at(-1));
  });

  it("spares what a live process still writes, not what a dead one left", async () => {
    const dir = newFolder();
    const store = createOutputStore({ dir, keepBytes: 2 ** 20 });
    const live = createCapture({ store, spoolBytes: 2 ** 19 });
    live.write("stdout", Buffer.alloc(400_000, "l"));
    await expect.poll(() => readdirSync(join(dir, "running")).length).toBe(1);
    const dead = plant(dir, "running", 1000, 500_000);
    for (let run = 0; run < 20; run++) await storeOne(store, "x".repeat(60_000));
    await store.close();
    expect(existsSync(join(dir, "running", dead))).toBe(false);
    const { outputId } = await live.finish();
    expect((await storedText(store.read(outputId!), "stdout")).length).toBe(400_000);
  });

  it("is not stopped by the lock of a dead process", async () => {
    const dir = newFolder();
    for (let at = 0; at < 20; at++) plant(dir, "", 1000 + at, 10_000);
    writeFileSync(join(dir, "lock"), JSON.stringify({ pid: process.pid, started: "1" }));
    writeFileSync(join(dir, "ledger"), Buffer.alloc(60));
    const store = createOutputStore({ dir, keepBytes: 100_000 });
    await storeOne(store);
    await store.close();
    expect(diskUse(dir)).toBeLessThanOrEqual(100_000);
  });
});

describe("with other processes", () => {
  let storeRuns: string;
  let writeUntilKilled: string;
  beforeAll(() => {
    storeRuns = compileProgram(base, import.meta.url, "store-runs.ts");
    writeUntilKilled = compileProgram(base, import.meta.url, "write-until-killed.ts");
  });

  it("keeps one cap for all of them", async () => {
    const dir = newFolder();
    const [keepBytes, runs, size] = [2 ** 21, 60, 50_000];
    const children = Array.from({ length: 4 }, () =>
      spawn(process.execPath, [storeRuns, dir, String(keepBytes), "1000", String(runs), String(size)], {
        stdio: ["ignore", "inherit", "inherit"],
      }),
    );
    const codes = await Promise.all(children.map((child) => once(child, "exit")));
    expect(codes.map(([code]) => code)).toEqual([0, 0, 0, 0]);
    expect(diskUse(dir)).toBeLessThanOrEqual(keepBytes);
    expect(diskUse(dir)).toBeGreaterThan(keepBytes / 2);
    expect(readdirSync(join(dir, "running"))).toEqual([]);
    // The ledger says no less than there is, but for an append in the instant of a truncation.
    expect(statSync(join(dir, "ledger")).size * 4096).toBeGreaterThanOrEqual(diskUse(dir) - 2 * 53_248);
  });

  it("reads an output while its writer lives, and finds it after the writer was killed", async () => {
    const dir = newFolder();
    const child = spawn(process.execPath, [writeUntilKilled, dir], { stdio: ["ignore", "pipe", "inherit"] });
    onTestFinished(() => void child.kill("SIGKILL"));
    await once(child.stdout, "data");
    const store = createOutputStore({ dir, keepBytes: 2 ** 40 });
    const [running] = await storedIn(dir);
    expect(running!.shelf).toBe("running");
    expect(await store.recover()).toEqual([]);
    expect(wholeLines(await storedText(store.read(running!.id), "stdout"))).toBeGreaterThan(50);

    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
    const [left, ...others] = await store.recover();
    expect(others).toEqual([]);
    expect(left).toMatchObject({ id: running!.id, call: "c-dead" });
    expect(await store.recover()).toEqual([]);
    expect((await storedIn(dir))[0]).toMatchObject({ id: left!.id, shelf: "finished" });
    expect(wholeLines(await storedText(store.read(left!.id), "stdout"))).toBeGreaterThan(50);
  });
});

/** Checks that line n ends with its number n; gives the count of whole lines. */
function wholeLines(text: string): number {
  const lines = text.split("\n").slice(0, -1);
  for (const [number, line] of lines.entries()) {
    expect(line.length).toBe(65_535);
    expect(Number(line.slice(-15))).toBe(number);
  }
  return lines.length;
}
