import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { BrokerProgram } from "./broker-process.js";

const broker = new BrokerProgram();
const folder = mkdtempSync(join(tmpdir(), "broker-process-"));
afterAll(() => {
  broker.remove();
  rmSync(folder, { recursive: true, force: true });
});

const exited = { kind: "exited", exit: { code: 0, signal: null } };

describe.runIf(process.platform === "linux")("a broker in odd surroundings", () => {
  it("30: runs programs though its own working directory is gone", () => {
    const gone = join(folder, "gone");
    const job = { argv: ["/bin/pwd"], cwd: "/tmp" };
    const { executions } = broker.run(`mkdir ${gone} && cd ${gone} && rmdir ${gone} && ${broker.command(job)}`);
    expect(executions[0]).toMatchObject({ outcome: exited, stdout: "/tmp\n" });
  });

  it("27: does not hand on descriptors that it was started with, whatever their number", () => {
    const lock = join(folder, "lock");
    const job = { argv: ["/bin/sh", "-c", "ls -l /proc/self/fd"] };
    const { executions } = broker.run(`exec 9>${lock} 200>${lock}; ${broker.command(job)}`);
    expect(executions[0]!.outcome).toEqual(exited);
    expect(executions[0]!.stdout).not.toContain(lock);
    expect(executions[0]!.stdout).toContain("200 -> /dev/null");
  });

  it.skipIf(spawnSync("script", ["--version"]).status !== 0)("24: gives programs no terminal though it has one", () => {
    const probe = "(exec 3</dev/tty) 2>/dev/null && echo HAS_TTY || echo NO_TTY";
    const command = broker.command({ argv: ["/bin/sh", "-c", probe] });
    const script = `cat > ${folder}/in-terminal <<'END'\n(exec 3</dev/tty) && ${command}\nEND\nscript -qec 'sh ${folder}/in-terminal' /dev/null`;
    expect(broker.run(script).executions[0]!.stdout).toBe("NO_TTY\n");
  });

  it("tells that it is out of descriptors, and goes on when it has some again", () => {
    const argv = ["/bin/true"];
    const jobs = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((descriptorsLeft) => ({ argv, descriptorsLeft }));
    const { executions } = broker.run(`ulimit -n 64; ${broker.command(...jobs, { argv })}`);
    const codes = executions.map(({ outcome }) => (outcome.kind === "faulted" ? outcome.fault.code : outcome.kind));
    expect(codes[0]).toBe("AR_OUT_OF_DESCRIPTORS");
    expect(codes.at(-1)).toBe("exited");
    expect(new Set(codes)).toEqual(new Set(["AR_OUT_OF_DESCRIPTORS", "exited"]));
  });

  it("38: leaves its own process group unharmed", () => {
    const jobs = [
      { argv: ["/no/such"], timeoutMs: 50 },
      { argv: ["/bin/sh", "-c", "sleep 31 & exit 0"], timeoutMs: 200 },
    ];
    const { executions } = broker.run(
      `sleep 30 & bystander=$!; ${broker.command(...jobs)}; kill -0 $bystander || echo KILLED; kill $bystander`,
    );
    expect(executions.map(({ outcome }) => outcome.kind)).toEqual(["faulted", "exited"]);
  });

  it("15: reads floods and long lines in bounded memory", () => {
    const jobs = [
      { argv: ["/bin/sh", "-c", "printf HEAD; head -c 300000000 /dev/zero | tr '\\0' a; printf TAIL"] },
      { argv: ["/usr/bin/yes"], timeoutMs: 700 },
    ];
    const { executions, maxRssKb } = broker.run(broker.command(...jobs));
    expect(executions[0]).toMatchObject({ outcome: exited, bytes: 300_000_008 });
    expect(executions[1]!.outcome).toMatchObject({ kind: "stopped", reason: { kind: "run_timeout" } });
    expect(maxRssKb).toBeLessThan(250 * 1024);
  });
});
