import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createCapture, createOutputStore } from "../../src/capture/index.js";
import { compileProgram, storedIn, storedText, temporaryFolder } from "./support.js";

const base = temporaryFolder();
const large = Buffer.alloc(100_000, "0123456789\n");
let folders = 0;

function newStore() {
  folders += 1;
  const dir = join(base, String(folders), "state", "outputs");
  return { dir, store: createOutputStore({ dir, keepBytes: 2 ** 28 }) };
}

const filesIn = (dir: string) => readdirSync(dir, { recursive: true, encoding: "utf8" }).sort();

describe("storing an output", () => {
  it("touches no disk for a small one before it ends, then writes one private file", async () => {
    const { dir, store } = newStore();
    const capture = createCapture({ store, spoolBytes: 2 ** 20 });
    capture.write("stdout", Buffer.from("small\n"));
    expect(readdirSync(base)).not.toContain(String(folders));
    const { outputId } = await capture.finish();
    expect(filesIn(dir)).toEqual(["ledger", outputId, "running"].sort());
    const modes = [dir, join(dir, "running"), join(dir, outputId!)].map((path) => statSync(path).mode & 0o777);
    expect(modes).toEqual([0o700, 0o700, 0o600]);
  });

  it("makes a large one readable while the run goes on, and a small one soon", async () => {
    const { dir, store } = newStore();
    for (const chunk of [large, Buffer.from("slow\n")]) {
      const capture = createCapture({ store, spoolBytes: 2 ** 20 });
      capture.write("stdout", Buffer.from(chunk));
      await expect
        .poll(async () => (await storedIn(dir)).find(({ shelf }) => shelf === "running")?.bytes)
        .toBeGreaterThan(0);
      const { id } = (await storedIn(dir)).find(({ shelf }) => shelf === "running")!;
      await expect.poll(() => storedText(store.read(id), "stdout")).toBe(chunk.toString());
      capture.write("stderr", Buffer.from("more"));
      expect((await capture.finish()).outputId).toBe(id);
      expect(await storedText(store.read(id), "stderr")).toBe("more");
      expect(readdirSync(join(dir, "running"))).toEqual([]);
    }
  });

  it("asks for a pause when the disk falls behind, and calls when it caught up", async () => {
    const { store } = newStore();
    const capture = createCapture({ store, spoolBytes: 2 ** 26 });
    let pauses = 0;
    let expected = 0;
    const drained = () => new Promise<void>((resolve) => capture.onDrain(resolve));
    for (let chunk = 0; chunk < 200; chunk++) {
      expected += large.length;
      if (capture.write("stdout", Buffer.from(large))) continue;
      pauses += 1;
      await drained();
    }
    const { outputId, spoolNote } = await capture.finish();
    expect(pauses).toBeGreaterThan(10);
    expect(spoolNote).toBeNull();
    expect((await storedText(store.read(outputId!), "stdout")).length).toBe(expected);
  });

  it("goes on when the folder was removed meanwhile", async () => {
    const { dir, store } = newStore();
    const first = createCapture({ store, spoolBytes: 2 ** 20 });
    first.write("stdout", Buffer.from("x"));
    await first.finish();
    rmSync(dir, { recursive: true });
    const second = createCapture({ store, spoolBytes: 2 ** 20 });
    second.write("stdout", Buffer.from("y"));
    const { outputId } = await second.finish();
    expect(await storedText(store.read(outputId!), "stdout")).toBe("y");
    expect(statSync(join(dir, "ledger")).size).toBeGreaterThan(0);
  });

  it("says so when its file was removed while it was written", async () => {
    const { dir, store } = newStore();
    const capture = createCapture({ store, spoolBytes: 2 ** 20 });
    capture.write("stdout", Buffer.from(large));
    await expect.poll(() => filesIn(dir).length).toBeGreaterThan(2);
    rmSync(join(dir, "running"), { recursive: true });
    expect(await capture.finish()).toMatchObject({ outputId: null, spoolNote: expect.stringContaining("removed") });
  });
});

describe("when nothing can be stored the run goes on, and the note says why", () => {
  it.each([
    ["small", Buffer.from("kept\n")],
    ["large", large],
  ])("a file stands in the folder's place (%s output)", async (_, output) => {
    const state = join(base, `file-${output.length}`);
    writeFileSync(state, "");
    const store = createOutputStore({ dir: join(state, "outputs"), keepBytes: 2 ** 28 });
    const capture = createCapture({ store, spoolBytes: 2 ** 20 });
    for (let chunk = 0; chunk < 10; chunk++) expect(capture.write("stdout", Buffer.from(output))).toBe(true);
    const captured = await capture.finish();
    expect(captured.outputId).toBeNull();
    expect(captured.spoolNote).toMatch(/^The whole output is not stored: ENOTDIR.*file-/);
    expect(captured.stdout.bytes).toBe(10 * output.length);
    expect(captured.stdout.head.subarray(0, output.length).equals(output)).toBe(true);
  });

  it("the folder is a link to elsewhere", async () => {
    const { symlinkSync } = await import("node:fs");
    const state = join(base, "linked");
    const target = join(base, "target");
    mkdirSync(state);
    symlinkSync(target, join(state, "outputs"));
    const store = createOutputStore({ dir: join(state, "outputs"), keepBytes: 2 ** 28 });
    const capture = createCapture({ store, spoolBytes: 2 ** 20 });
    capture.write("stdout", Buffer.from("x"));
    expect(await capture.finish()).toMatchObject({
      outputId: null,
      spoolNote: expect.stringMatching(/not stored: \S/),
    });
  });

  it("the disk fills up in the middle: the partial file is removed", () => {
    const program = compileProgram(base, import.meta.url, "fill-disk.ts");
    const dir = join(base, "full", "outputs");
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    // A limit on file size fails a write in the middle as a full disk does, and any user may set one.
    const script = `trap "" XFSZ; ulimit -f 2048; exec "$0" "$@"`;
    const run = spawnSync("sh", ["-c", script, process.execPath, program, dir], { encoding: "utf8" });
    expect(run.stderr).toBe("");
    const captured = JSON.parse(run.stdout);
    expect(captured).toMatchObject({ outputId: null, bytes: 8 * 2 ** 20, tail: "END\n" });
    expect(captured.spoolNote).toMatch(/^The whole output is not stored: E(FBIG|NOSPC)/);
    expect(filesIn(dir)).toEqual(["ledger", "running"]);
  });
});
