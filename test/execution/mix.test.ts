import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import type { Execution } from "../../src/contract/index.js";
import { executor, runReal } from "./real-run.js";

const RUNS = 160;
const AT_ONCE = 8;

/** What may become of a run: a script, when it is stopped, and the outcome. */
const KINDS: readonly {
  script: string;
  timeoutMs?: number;
  cancelAfterMs?: number;
  expected: (execution: Execution) => boolean;
}[] = [
  { script: "echo fine", expected: exitedWith(0) },
  { script: "echo bad >&2; exit 7", expected: exitedWith(7) },
  {
    script: "kill -SEGV $$",
    expected: ({ outcome }) => outcome.kind === "exited" && outcome.exit.signal === "SIGSEGV",
  },
  { script: "exec sleep 31", timeoutMs: 150, expected: stoppedBy("run_timeout") },
  { script: 'trap "" TERM; sleep 31; sleep 31', timeoutMs: 150, expected: stoppedBy("run_timeout") },
  { script: "setsid sleep 31 & sleep 31", cancelAfterMs: 60, expected: stoppedBy("cancelled") },
  { script: "sleep 31 & exit 3", expected: exitedWith(3) },
  { script: "setsid sh -c 'trap \"\" TERM; sleep 31; sleep 31' >/dev/null 2>&1 & exit 0", expected: exitedWith(0) },
  { script: "while :; do echo flood; done", cancelAfterMs: 100, expected: stoppedBy("cancelled") },
  { script: "head -c 3000000 /dev/zero", expected: ({ captured }) => captured?.stdout.bytes === 3_000_000 },
];

function exitedWith(code: number) {
  return ({ outcome }: Execution) => outcome.kind === "exited" && outcome.exit.code === code;
}

function stoppedBy(kind: string) {
  return ({ outcome }: Execution) => outcome.kind === "stopped" && outcome.reason.kind === kind;
}

/** Live processes with the text in their environment. */
function marked(text: string): string[] {
  return readdirSync("/proc").filter((pid) => {
    try {
      const state = /\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, "latin1"))?.[1];
      return /^\d+$/.test(pid) && state !== "Z" && readFileSync(`/proc/${pid}/environ`, "latin1").includes(text);
    } catch {
      return false;
    }
  });
}

const descriptors = () => readdirSync("/proc/self/fd").length;

it.runIf(process.platform === "linux")(
  "settles a mix of runs, eight at a time, and leaves nothing of them",
  async () => {
    const mark = randomBytes(8).toString("hex");
    const env = { PATH: process.env.PATH!, TEST_MARK: mark };
    await runReal(["/bin/true"]).done;
    const descriptorsBefore = descriptors();
    const folder = mkdtempSync(join(tmpdir(), "mix-"));
    vi.stubEnv("TMPDIR", folder);
    let held = 0;
    let mostHeld = 0;
    let releases = 0;
    const wrong: unknown[] = [];

    const one = async (index: number) => {
      const kind = KINDS[index % KINDS.length]!;
      const run = runReal(["/bin/sh", "-c", kind.script], {
        env,
        cwd: index % 3 === 0 ? { kind: "temp" } : { kind: "folder", path: "/" },
        timeoutMs: kind.timeoutMs ?? 20_000,
        graceMs: 100,
        enqueue: (admission) => {
          held += 1;
          mostHeld = Math.max(mostHeld, held);
          const release = () => {
            held -= 1;
            releases += 1;
          };
          admission.admitted({ release });
          return { cancel: () => false };
        },
      });
      if (kind.cancelAfterMs !== undefined) setTimeout(() => run.stop("cancelled"), kind.cancelAfterMs);
      const execution = await run.done;
      if (!kind.expected(execution) || (execution.cleanup?.survivors.length ?? 0) > 0) {
        wrong.push([kind.script, execution.outcome, execution.cleanup]);
      }
    };
    let next = 0;
    const worker = async () => {
      while (next < RUNS) await one(next++);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    await executor.idle();

    expect(wrong).toEqual([]);
    expect([held, releases, mostHeld]).toEqual([0, RUNS, AT_ONCE]);
    expect(marked(mark)).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(descriptors()).toBeLessThanOrEqual(descriptorsBefore);
    vi.unstubAllEnvs();
    rmdirSync(folder);
  },
);
