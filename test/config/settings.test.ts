import { mkdirSync, symlinkSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluate } from "../../src/config/expressions.js";
import { faultsOf, folderWith } from "../toml/folder.js";
import { load, settingsIn } from "./support.js";

const inFile = (text: string, more: Record<string, string> = {}) => folderWith({ "agent-reach.toml": text, ...more });

describe("the settings", () => {
  it("have every number worked out", async () => {
    const settings = await settingsIn(
      inFile(`
registry = ["pack:git", "tools.toml", "more/**/*.toml", "/abs/x.toml"]
[limits]
concurrency = "2.5 per cpu"
queue = "3 x concurrency"
caller_share = 0.125
queue_timeout = 0.5
[groups]
cpu = "0.1 per cpu"
half = "0.5 x concurrency"
io = 3
[output]
tokens = 50000
keep = "1 MiB"
spool = "2 MiB"
[rate]
calls_per_minute = 60
[network]
hosts = ["*.Example.COM", "[::1]"]
[tool_limits]
memory = "1 GiB"
cpu = 1.5
processes = 0
open_files = 256
file_size = 4096
`),
    );
    const concurrency = Math.floor(2.5 * availableParallelism());
    expect(settings.limits).toEqual({ concurrency, queue: 3 * concurrency, callerShare: 0.125, queueTimeoutMs: 500 });
    expect(settings.groups).toEqual({
      cpu: Math.max(1, Math.floor(0.1 * availableParallelism())),
      half: Math.floor(0.5 * concurrency),
      io: 3,
      network: 16,
    });
    expect(settings.output).toEqual({ tokens: 50_000, maxTokens: 50_000, keepBytes: 2 ** 20, spoolBytes: 2 ** 20 });
    expect(settings.rate).toEqual({ callsPerMinute: 60 });
    expect(settings.network).toEqual({ hosts: ["*.example.com", "[::1]"] });
    expect(settings.toolLimits).toEqual({
      memoryBytes: 2 ** 30,
      cpuSeconds: 1.5,
      processes: null,
      openFiles: 256,
      fileSizeBytes: 4096,
    });
    const root = settings.projectRoot;
    expect(settings.registry).toEqual(["pack:git", `${root}/tools.toml`, `${root}/more/**/*.toml`, "/abs/x.toml"]);
  });

  it("have every folder absolute, symlinks resolved", async () => {
    const folder = inFile(
      'project_root = "link"\nallowed_roots = [".", "link", "{cwd}"]\nstate_dir = "link/state"\n[log]\nfile = "link/log/a.jsonl"\n[audit]\nfile = "{state_dir}/audit.jsonl"\n',
    );
    mkdirSync(join(folder, "real/sub"), { recursive: true });
    symlinkSync("real", join(folder, "link"));
    expect(await settingsIn(join(folder, "real/sub"))).toMatchObject({
      projectRoot: join(folder, "real"),
      allowedRoots: [folder, join(folder, "real"), join(folder, "real/sub")],
      stateDir: join(folder, "real/state"),
      log: { file: join(folder, "real/log/a.jsonl") },
      audit: { file: join(folder, "real/state/audit.jsonl") },
    });
  });

  it("keep the project root as the only allowed root, and outputs in the XDG state folder", async () => {
    const folder = inFile("");
    expect(await settingsIn(folder)).toMatchObject({
      allowedRoots: [folder],
      stateDir: "/home/nobody/.local/state/agent-reach",
      log: { file: null },
      audit: { file: null },
    });
    expect(await settingsIn(folder, { env: { XDG_STATE_HOME: "/var/state" } })).toMatchObject({
      stateDir: "/var/state/agent-reach",
    });
  });

  it("let a user's own config work wherever it is started", async () => {
    const folder = folderWith({ "xdg/agent-reach/agent-reach.toml": 'project_root = "{cwd}"', "work/x": "" });
    const settings = await settingsIn(join(folder, "work"), { env: { XDG_CONFIG_HOME: join(folder, "xdg") } });
    expect(settings.projectRoot).toBe(join(folder, "work"));
  });

  it("are frozen all the way down", async () => {
    const thawed: unknown[] = [];
    const visit = (value: unknown) => {
      if (typeof value !== "object" || value === null) return;
      if (!Object.isFrozen(value)) thawed.push(value);
      Object.values(value).forEach(visit);
    };
    visit(await settingsIn(inFile("")));
    expect(thawed).toEqual([]);
  });

  it("name folders that are not there, where the config says so", async () => {
    const folder = inFile('extends = "b.toml"\nproject_root = "nope"\n', {
      "b.toml": '\nallowed_roots = [".", "b.toml"]\n',
    });
    const faults = await faultsOf(load(folder));
    expect(faults.map(({ file, line, key, message }) => [file, line, key, message])).toEqual([
      [join(folder, "agent-reach.toml"), 2, "project_root", `${join(folder, "nope")} does not exist.`],
      [join(folder, "b.toml"), 2, "allowed_roots[1]", `${join(folder, "b.toml")} is no folder.`],
    ]);
  });

  it.each([
    ["[limits]\nconcurrency = 0", "limits.concurrency", /1 to 10000/],
    ['[limits]\nconcurrency = "0 per cpu"', "limits.concurrency", /above 0/],
    ['[limits]\nconcurrency = "0.00 per cpu"', "limits.concurrency", /above 0/],
    ['[groups]\nio = "0 x concurrency"', "groups.io", /above 0/],
    ['[limits]\nconcurrency = "8 x concurrency"', "limits.concurrency", /3 per cpu/],
    ['[limits]\nqueue = "8 x concurency"', "limits.queue", /8 x concurrency/],
    ["[limits]\nqueue_timeout = '30'", "limits.queue_timeout", /Write 30 without quotes/],
    ["[limits]\nqueue_timeout = inf", "limits.queue_timeout", /finite/],
    ["[limits]\ncaller_share = 1.5", "limits.caller_share", /0.001 to 1/],
    ["[groups]\nCPU = 1", "groups.CPU", /lower-case/],
    ["[policy]\nhigh = 'aks'", "policy.high", /allow, ask or deny/],
    ["[output]\nkeep = '1 TB'", "output.keep", /256 MiB/],
    ["[network]\nhosts = ['https://a.com']", "network.hosts[0]", /host name/],
    ["[containment]\nmode = 'cgroups'", "containment.mode", /Did you mean "cgroup"/],
    ["[audit]\nsync = true", "audit.sync", /always, interval or never/],
    ["disable = []\n[__proto__]", "__proto__", /cannot be used/],
    ["registry = 'a.toml'", "registry", /a list of files/],
    ["profile = 'test'", "profile", /Did you mean "extends"/],
  ])("refuse %j", async (text, key, words) => {
    const faults = await faultsOf(load(inFile(text)));
    expect(faults.map((fault) => fault.key)).toEqual([key]);
    expect(`${faults[0]!.message} ${faults[0]!.suggestion}`).toMatch(words);
    expect(faults[0]!.line).toEqual(text.split("\n").length);
  });
});

describe.skipIf(process.platform !== "linux")("places to write to that can never be written", () => {
  it.each([
    ['state_dir = "/proc/x/y"', "state_dir", "nothing can below /proc"],
    ['state_dir = "agent-reach.toml"', "state_dir", "is no folder"],
    ['state_dir = "agent-reach.toml/a/b"', "state_dir", "agent-reach.toml is no folder"],
    ['[log]\nfile = "/proc/self/x/y.log"', "log.file", "nothing can below /proc/"],
    ['[log]\nfile = "."', "log.file", "is a folder"],
    ['[audit]\nfile = "/etc/passwd/a.jsonl"', "audit.file", "/etc/passwd is no folder"],
    ['state_dir = "/proc/x"\n[audit]\nfile = "{state_dir}/a.jsonl"', "state_dir", "nothing can below /proc"],
  ])("%j", async (text, key, words) => {
    const faults = await faultsOf(load(inFile(text)));
    expect(faults).toMatchObject([{ key, line: expect.any(Number), message: expect.stringContaining(words) }]);
  });

  it.each(['[log]\nfile = "/dev/null"', '[log]\nfile = "new/folder/x.log"', 'state_dir = "new/state"'])(
    "but %j can",
    async (text) => {
      await load(inFile(text));
    },
  );

  it("a home where nothing can be kept is no fault of the config", async () => {
    await load(inFile(""), { env: { HOME: "/proc/nowhere" } });
  });
});

it("random expressions give whole numbers within their bounds", () => {
  const factor = fc.tuple(fc.nat(999_999), fc.nat(999)).map(([whole, part]) => `${whole}.${part}`);
  const form = fc.constantFrom("per cpu", "per  cpu", "x concurrency");
  fc.assert(
    fc.property(
      factor,
      form,
      fc.integer({ min: 1, max: 512 }),
      fc.integer({ min: 1, max: 10_000 }),
      (times, rest, cpus, concurrency) => {
        const value = evaluate(`${times} ${rest}`, { cpus, concurrency }, { min: 1, max: 10_000 });
        const base = rest.startsWith("per") ? cpus : concurrency;
        expect(value).toBe(Math.min(10_000, Math.max(1, Math.floor(Number(times) * base))));
        expect(Number.isInteger(value)).toBe(true);
      },
    ),
  );
});
