import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { compileProgram, temporaryFolder } from "./support.js";

const MIB = 2 ** 20;
const TOTAL = Number(process.env.AGENT_REACH_TEST_FLOOD_MIB ?? 256) * MIB;

/** What `programs/flood.ts` prints. */
interface Flooded {
  readonly grownBytes: number;
  readonly bytes: number;
  readonly lines: number;
  readonly head: string;
  readonly tail: string;
  readonly leftOut: number;
  readonly storedBytes: number;
}

describe(`a flood of ${TOTAL / MIB} MiB (AGENT_REACH_TEST_FLOOD_MIB sets another size)`, () => {
  let program: string;
  const folder = temporaryFolder();
  beforeAll(() => {
    program = compileProgram(folder, import.meta.url, "flood.ts");
  });

  function flood(name: string, command: string): Flooded {
    const args = [program, join(folder, name, "outputs"), command];
    const run = spawnSync(process.execPath, args, { encoding: "utf8", timeout: 100_000, killSignal: "SIGKILL" });
    expect(run).toMatchObject({ stderr: "", status: 0 });
    return JSON.parse(run.stdout);
  }

  it("of short lines takes bounded memory and loses no count", () => {
    const result = flood("yes", `yes | head -c ${TOTAL}`);
    expect(result).toMatchObject({ bytes: TOTAL, lines: TOTAL / 2, head: "y\ny\n", tail: "y\ny\n" });
    expect(result.storedBytes + result.leftOut).toBe(TOTAL);
    expect(result.grownBytes).toBeLessThan(64 * MIB);
  });

  it("in one single line likewise", () => {
    const result = flood("line", `printf HEAD; head -c ${TOTAL} /dev/zero | tr '\\0' a; printf TAIL`);
    expect(result).toMatchObject({ bytes: TOTAL + 8, lines: 1, head: "HEAD", tail: "TAIL" });
    expect(result.grownBytes).toBeLessThan(64 * MIB);
  });
});
