import { spawn } from "node:child_process";
import { describe, expect, it } from "vitest";
import { withMarker } from "../../src/execution/marker.js";
import type { ProcessRow, ProcessTable } from "../../src/execution/process-table.js";
import { createProcessTree } from "../../src/execution/process-tree.js";
import { procfsTable } from "../../src/execution/procfs.js";
import { psTable } from "../../src/execution/ps.js";
import { uniqueName } from "../../src/unique-name.js";
import { processesWith, uniqueSleep } from "../support/processes.js";

/** A leader with a session of its own, and its tree as a driver would make it. */
function startTree(script: string, table?: ProcessTable) {
  const marker = uniqueName();
  const env = withMarker({ PATH: process.env.PATH! }, marker);
  const child = spawn("/bin/sh", ["-c", script], { detached: true, stdio: ["ignore", "pipe", "ignore"], env });
  const tree = createProcessTree({ leader: child.pid!, marker, table });
  const exit = new Promise<void>((resolve) => {
    child.once("exit", () => {
      tree.leaderReaped();
      resolve();
    });
  });
  const ready = new Promise<void>((resolve) => child.stdout.once("data", () => resolve()));
  return { child, tree, exit, ready };
}

async function killAll(tree: ReturnType<typeof createProcessTree>): Promise<void> {
  while ((await tree.alive()).length > 0) {
    await tree.signal("SIGKILL");
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

describe.skipIf(process.platform === "win32")("a process tree", () => {
  it("finds an orphan that changed its session, by its mark", async () => {
    const sleep = uniqueSleep();
    const { tree, exit } = startTree(`setsid sleep ${sleep} >/dev/null 2>&1 & exit 0`);
    await exit;
    while (processesWith(sleep).length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    expect(await tree.alive()).toEqual(processesWith(sleep));
    await killAll(tree);
    expect(processesWith(sleep)).toEqual([]);
  });

  it.runIf(process.platform === "linux")(
    "looks again while a process changes its program, which leaves it no mark for a moment",
    async () => {
      const marks = [null, null, true];
      const orphan = { ...procfsTable()!.read(process.pid)!, pid: 2 ** 22 - 1, ppid: 1, pgid: 0, session: 0 };
      const table: ProcessTable = {
        read: () => null,
        isStill: () => false,
        list: async () => ({ rows: [orphan], torn: false }),
        environmentHolds: () => marks.shift()!,
      };
      const tree = createProcessTree({ leader: 2 ** 22 - 2, marker: uniqueName(), table });
      tree.leaderReaped();
      expect(await tree.alive()).toEqual([orphan.pid]);
      expect(marks).toEqual([]);
    },
  );

  it("finds what cleared its environment and changed its session, while its parent lives or once it was seen", async () => {
    const sleep = uniqueSleep();
    const { tree, exit, ready } = startTree(`env -i setsid -w sh -c 'echo up; exec sleep ${sleep}' & read x; wait`);
    await ready;
    while (processesWith(`sleep ${sleep}`).length !== 2) await new Promise((resolve) => setTimeout(resolve, 2));
    expect((await tree.alive()).length).toBeGreaterThan(1);
    await tree.signal("SIGTERM");
    await exit;
    await killAll(tree);
    expect(processesWith(`sleep ${sleep}`)).toEqual([]);
  });

  it("finds children and groups where there is only ps", async () => {
    const sleep = uniqueSleep();
    const { tree, exit, ready } = startTree(`sleep ${sleep} & setsid sleep ${sleep} & echo up; wait`, psTable());
    await ready;
    while (processesWith(sleep).length !== 3) await new Promise((resolve) => setTimeout(resolve, 2));
    expect(await tree.alive()).toHaveLength(3);
    expect(await tree.signal("SIGTERM")).toBe(3);
    await exit;
    await killAll(tree);
    expect(processesWith(sleep)).toEqual([]);
  });

  it("stops at least the group when the table cannot be read", async () => {
    const broken: ProcessTable = {
      read: () => null,
      isStill: () => true,
      list: async () => null,
      environmentHolds: () => false,
    };
    const { child, tree, exit, ready } = startTree("echo up; sleep 31", broken);
    await ready;
    expect(await tree.alive()).toEqual([child.pid]);
    expect(await tree.signal("SIGKILL")).toBe(1);
    await exit;
  });

  it("does not signal who got the number of a leader that was reaped", async () => {
    const stranger = spawn("/bin/sleep", ["30"], { detached: true, stdio: "ignore" });
    const asked: (ProcessRow | null)[] = [];
    const [pid, session] = [stranger.pid!, stranger.pid!];
    const table: ProcessTable = {
      // The leader had the stranger's pid, but started earlier.
      read: () => ({ pid, ppid: process.pid, pgid: pid, session, startTime: 1, dead: false }),
      isStill: () => true,
      list: async (root) => {
        asked.push(root);
        const row = { pid, ppid: process.pid, pgid: pid, session, startTime: 2, dead: false };
        return { rows: [row], torn: false };
      },
      environmentHolds: () => false,
    };
    const tree = createProcessTree({ leader: pid, marker: "none", table });
    tree.leaderReaped();
    expect(await tree.alive()).toEqual([]);
    expect(await tree.signal("SIGKILL")).toBe(0);
    expect(asked.length).toBe(2);
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
    const gone = new Promise((resolve) => stranger.once("exit", resolve));
    stranger.kill("SIGKILL");
    await gone;
  });

  it("looks again when processes vanished while it looked", async () => {
    let looks = 0;
    const row = { pid: 2 ** 30, ppid: 1, pgid: 2 ** 30, session: 2 ** 30, startTime: 1, dead: false };
    const table: ProcessTable = {
      read: () => row,
      isStill: () => true,
      list: async () => {
        looks += 1;
        return looks < 3 ? { rows: [], torn: true } : { rows: [row], torn: false };
      },
      environmentHolds: () => false,
    };
    expect(await createProcessTree({ leader: row.pid, marker: "none", table }).alive()).toEqual([row.pid]);
  });

  it.each([0, 1, -1, process.pid])("never signals a group for a leader that cannot be: %i", async (leader) => {
    const tree = createProcessTree({ leader, marker: uniqueName() });
    expect(await tree.signal("SIGKILL")).toBe(0);
  });
});
