import { constants } from "node:os";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  EVENT_WORDS,
  KIND,
  loadNative,
  type NativeBinding,
  type NativeClient,
  WITH_BYTES,
} from "../../src/execution/drivers/native-binding.js";

const parts = loadNative();
const NO_LIMITS = new Float64Array(5).fill(-1);
const MIB = 2 ** 20;

/** What the addon does with arguments that its own TypeScript would never pass. */
describe.skipIf("missing" in parts)("the addon, called with anything", () => {
  if ("missing" in parts) return;
  const binding = parts.binding as NativeBinding & Record<string, (...args: unknown[]) => unknown>;
  const words = new Int32Array(16 * EVENT_WORDS);
  const events: { kind: number; run: number; a: number; b: number }[] = [];
  let client: NativeClient;
  let onEvents: (count: number) => void;
  let over = false;
  /** What the driver's own TypeScript does. */
  const pump = () => {
    if (over) return;
    binding.turn(client, onEvents);
    setTimeout(pump, 1);
  };
  let heard = () => {};

  beforeAll(() => {
    onEvents = (count) => {
      for (let at = 0; at < count * EVENT_WORDS; at += EVENT_WORDS) {
        const [kind, run, a, b] = words.subarray(at);
        events.push({ kind: kind! & ~WITH_BYTES, run: run!, a: a!, b: b! });
      }
      over = events.some(({ kind }) => kind === KIND.closed);
      heard();
    };
    client = binding.open(parts.wardenPath, "subreaper", words, onEvents);
    binding.hold(client, true);
    pump();
  });
  afterAll(async () => {
    binding.close(client);
    await until((event) => event.kind === KIND.closed);
    // It is over: everything throws, nothing crashes.
    for (const name of ["spawn", "signal", "list", "pause", "resume", "closeOutput", "dispose", "hold", "turn"]) {
      expect(() => binding[name]!(client, 1, 1, 1, "", NO_LIMITS), name).toThrow(TypeError);
    }
  });

  const until = (wanted: (event: (typeof events)[number]) => boolean) =>
    new Promise<(typeof events)[number]>((resolve) => {
      heard = () => {
        const found = events.find(wanted);
        if (found !== undefined) resolve(found);
      };
      heard();
    });

  let run = 0;
  const outcome = async (strings: string, argc: number, envc: number, limits: unknown = NO_LIMITS) => {
    run += 1;
    const refused = binding.spawn(client, run, argc, envc, strings, limits as Float64Array);
    if (refused !== 0) return { errno: refused };
    const id = run;
    const { kind, b } = await until(
      (event) => event.run === id && [KIND.failed, KIND.exited].includes(event.kind as 2 | 3),
    );
    binding.dispose(client, id);
    return kind === KIND.failed ? { errno: b } : "ran";
  };

  it("runs what is right", async () => {
    expect(await outcome("/bin/true\0/\0true\0", 1, 0)).toBe("ran");
    expect(await outcome("/bin/true\0/\0true\0A=1\0", 1, 1)).toBe("ran");
  });

  it("refuses an argument of 8 MiB", async () => {
    const argument = "x".repeat(8 * MIB);
    expect(await outcome(`/bin/true\0/\0true\0${argument}\0`, 2, 0)).toEqual({ errno: constants.errno.E2BIG });
    expect(await outcome(`/bin/true\0/\0true\0${argument.slice(0, 7 * MIB)}\0`, 2, 0)).toEqual({
      errno: constants.errno.E2BIG,
    });
  });

  it("passes arguments of a megabyte in all, and a hundred thousand of them", async () => {
    expect(await outcome(`/bin/true\0/\0true\0${`${"x".repeat(1000)}\0`.repeat(1000)}`, 1001, 0)).toBe("ran");
    const many = await outcome(`/bin/true\0/\0true\0${"x\0".repeat(100_000)}`, 100_001, 0);
    expect(["ran", { errno: constants.errno.E2BIG }]).toContainEqual(many);
  });

  it("refuses strings that are not as many as said", async () => {
    const wrong = { errno: constants.errno.EINVAL };
    expect(await outcome("/bin/true\0/\0true\0a\0b\0", 2, 0)).toEqual(wrong);
    expect(await outcome("/bin/true\0/\0true\0", 2, 0)).toEqual(wrong);
    expect(await outcome("/bin/true\0/\0true\0", 0, 2 ** 31 - 1)).toEqual(wrong);
    expect(await outcome("/bin/true\0/\0true", 1, 0)).toEqual(wrong);
    expect(await outcome("", 0, 0)).toEqual(wrong);
  });

  it("writes a lone surrogate as U+FFFD, which is why TypeScript refuses it before", async () => {
    expect(await outcome("/bin/true\0/\0\ud83d\0", 1, 0)).toBe("ran");
  });

  it("throws for values of other types, and goes on", async () => {
    const odd = [
      undefined,
      null,
      true,
      -1,
      1.5,
      Number.NaN,
      2 ** 31,
      "1",
      {},
      [],
      Symbol("x"),
      () => 1,
      1n,
      new Proxy({}, {}),
    ];
    for (const value of odd) {
      expect(() => binding.spawn!(client, value as number, 1, 0, "a\0b\0c\0", NO_LIMITS)).toThrow();
      expect(() => binding.spawn!(value as never, 1, 1, 0, "a\0b\0c\0", NO_LIMITS)).toThrow();
      if (typeof value !== "string") expect(() => binding.spawn!(client, 1, 1, 0, value as never, NO_LIMITS)).toThrow();
      expect(() => binding.spawn!(client, 1, 1, 0, "a\0b\0c\0", value as never)).toThrow();
      expect(() => binding.signal!(client, 1, value as number, 15)).toThrow();
      if (typeof value !== "string") expect(() => binding.open!(value as never, "auto", words, () => {})).toThrow();
      expect(() => binding.open!(parts.wardenPath, "auto", value as never, () => {})).toThrow();
      if (typeof value !== "function")
        expect(() => binding.open!(parts.wardenPath, "auto", words, value as never)).toThrow();
      if (typeof value !== "boolean") expect(() => binding.hold!(client, value as never)).toThrow();
    }
    for (const name of [
      "open",
      "spawn",
      "signal",
      "list",
      "pause",
      "resume",
      "closeOutput",
      "dispose",
      "hold",
      "close",
    ]) {
      expect(() => (binding[name] as () => void)(), name).toThrow();
    }
    expect(() => binding.spawn!(client, 1, 1, 0, "a\0b\0c\0", new Float64Array(4))).toThrow();
    expect(await outcome("/bin/true\0/\0true\0", 1, 0)).toBe("ran");
  });

  it("takes orders for runs that are not there", async () => {
    for (const order of ["pause", "resume", "closeOutput", "dispose"] as const) binding[order](client, 999_999);
    binding.signal(client, 999_999, 71, 9);
    binding.list(client, 999_999, 72);
    expect(await until((event) => event.kind === KIND.signalled && event.a === 71)).toMatchObject({ b: 0 });
    expect(await until((event) => event.kind === KIND.listed && event.a === 72)).toMatchObject({ b: 0 });
    expect(await outcome("/bin/true\0/\0true\0", 1, 0)).toBe("ran");
  });

  it("takes limits of every size", async () => {
    for (const value of [0, 1, 2 ** 53, Number.POSITIVE_INFINITY, Number.NaN, -5]) {
      await outcome("/bin/true\0/\0true\0", 1, 0, Float64Array.of(-1, value, value, -1, value));
    }
    expect(await outcome("/bin/true\0/\0true\0", 1, 0)).toBe("ran");
  });

  it("tells when the warden cannot be started", async () => {
    const lost = await new Promise<Int32Array>((resolve) => {
      const other = new Int32Array(EVENT_WORDS);
      const dead = binding.open("/no/such/warden", "auto", other, () => resolve(other));
      binding.hold(dead, true);
    });
    expect([...lost.subarray(0, 3)]).toEqual([KIND.lost, 0, constants.errno.ENOENT]);
  });
});
