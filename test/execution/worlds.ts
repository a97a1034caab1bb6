import { fileURLToPath } from "node:url";
import { type ProcessDriver, STREAMS } from "../../src/contract/index.js";
import { FakeDriver, type FakeProcess, type FakeProgram } from "./fake-driver.js";

/** A driver and a program that it can run, which does what its arguments say (`test/fixtures/steps.mjs`). */
export interface World {
  readonly driver: ProcessDriver;
  readonly stepsProgram: string;
  /** argv before the steps. */
  readonly stepsArgv: readonly string[];
  /** Whether there are real processes, files and descriptors behind it. */
  readonly real: boolean;
}

export const realWorld = (driver: ProcessDriver): World => ({
  driver,
  stepsProgram: process.execPath,
  stepsArgv: ["node", fileURLToPath(new URL("../fixtures/steps.mjs", import.meta.url))],
  real: true,
});

export const fakeWorld = (): World => ({
  driver: new FakeDriver({
    programs: { "/fake/steps": (leader, spec) => runSteps(leader, spec.argv.slice(1), spec) },
    automatic: true,
  }),
  stepsProgram: "/fake/steps",
  stepsArgv: ["steps"],
  real: false,
});

type Spec = Parameters<FakeProgram>[1];

/** The steps of `test/fixtures/steps.mjs` that a process in memory can take. */
function runSteps(self: FakeProcess, steps: readonly string[], spec: Spec): void {
  const print = (text: string) => self.print("stdout", Buffer.from(text));
  const start = (json: string) => runSteps(self.fork(), JSON.parse(json), spec);
  const known: { readonly [verb: string]: (value: string) => void } = {
    out: print,
    err: (text) => self.print("stderr", Buffer.from(text)),
    big: (count) => {
      for (let left = Number(count); left > 0; left -= 65_536) print("x".repeat(Math.min(left, 65_536)));
    },
    close: (stream) => self.close(STREAMS.find((name) => name === stream)!),
    stdin: () => print("0"),
    env: () => print(JSON.stringify(spec.env)),
    argv: () => print(JSON.stringify(steps)),
    cwd: () => print(spec.cwd),
    ignore: (signal) => self.ignored.add(signal as NodeJS.Signals),
    child: start,
    session: start,
    die: (signal) => self.end({ code: null, signal: signal as NodeJS.Signals }),
    exit: (code) => self.end({ code: Number(code), signal: null }),
  };
  for (const step of steps) {
    const [, verb, value] = /^([^:]*):?(.*)$/s.exec(step)!;
    if (verb === "wait") return;
    known[verb!]?.(value!);
  }
  self.end({ code: 0, signal: null });
}
