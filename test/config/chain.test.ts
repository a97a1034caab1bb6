import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { faultsOf, folderWith } from "../toml/folder.js";
import { load, settingsIn } from "./support.js";

describe("extends", () => {
  it("lays files over each other key by key; lists are replaced", async () => {
    const folder = folderWith({
      "agent-reach.toml":
        'extends = "shared/team.toml"\ndisable = ["git_push"]\n[policy]\nhigh = "deny"\n[groups]\ngpu = 1\n',
      "shared/team.toml":
        'extends = "production"\ndisable = ["a", "b"]\nregistry = ["tools/*.toml"]\n[policy]\nmedium = "deny"\nhigh = "allow"\n',
    });
    const { settings, files } = await load(folder);
    expect(settings).toMatchObject({
      profile: "production",
      disable: ["git_push"],
      policy: { risk: { low: "allow", medium: "deny", high: "deny", critical: "deny" }, writes: "ask", role: "public" },
      groups: { gpu: 1, network: 16, io: 8 },
      registry: [join(folder, "shared/tools/*.toml")],
    });
    expect(files.map((file) => file.split("/").at(-1))).toEqual([
      "agent-reach.toml",
      "team.toml",
      "production.toml",
      "development.toml",
    ]);
  });

  it("nothing means development", async () => {
    const folder = folderWith({ "agent-reach.toml": "[policy]\nlow = 'ask'\n" });
    expect(await settingsIn(folder)).toMatchObject({
      profile: "development",
      policy: { risk: { low: "ask", medium: "allow" } },
    });
  });

  it("takes ~/ as the home folder", async () => {
    const folder = folderWith({ "agent-reach.toml": 'extends = "~/base.toml"', "home/base.toml": 'disable = ["low"]' });
    const { disable } = await settingsIn(folder, { env: { HOME: join(folder, "home") } });
    expect(disable).toEqual(["low"]);
  });

  it("names a circle", async () => {
    const folder = folderWith({
      "agent-reach.toml": '\nextends = "sub/b.toml"',
      "sub/b.toml": 'disable = []\nextends = "../agent-reach.toml"',
    });
    expect(await faultsOf(load(folder))).toEqual([
      {
        file: join(folder, "sub/b.toml"),
        line: 2,
        column: 11,
        key: "extends",
        message: "the files extend each other in a circle: agent-reach.toml → sub/b.toml → agent-reach.toml.",
        suggestion: null,
      },
    ]);
  });

  it.each([
    ["prodution", /no shipped profile "prodution"/, 'Did you mean "production"?'],
    ["x", /no shipped profile "x"/, "The shipped profiles are: development, production, test."],
    ["no.toml", /there is no file .*no\.toml/, null],
    ["../production", /there is no file/, null],
  ])("%s is a fault at its place", async (name, message, suggestion) => {
    const folder = folderWith({ "agent-reach.toml": `extends = "${name}"` });
    expect(await faultsOf(load(folder))).toMatchObject([
      { line: 1, column: 11, key: "extends", message: expect.stringMatching(message), suggestion },
    ]);
  });

  it("an installation without its profiles is a fault, not a crash", async () => {
    const folder = folderWith({});
    expect(await faultsOf(load(folder, { packageDir: folder }))).toMatchObject([
      { file: join(folder, "config/development.toml"), message: 'there is no shipped profile "development".' },
    ]);
  });

  it("tells the faults of every file of the chain", async () => {
    const folder = folderWith({
      "agent-reach.toml": 'extends = "b.toml"\n[limits]\nqueu = 1\n',
      "b.toml": "[policy]\nlow = 5\n[rate]\ncalls_per_minute = 1.5\n",
    });
    const faults = await faultsOf(load(folder));
    expect(faults.map(({ file, line, key }) => [file.slice(folder.length + 1), line, key])).toEqual([
      ["agent-reach.toml", 3, "limits.queu"],
      ["b.toml", 2, "policy.low"],
      ["b.toml", 4, "rate.calls_per_minute"],
    ]);
  });
});

describe("the profile asked for", () => {
  const files = {
    "agent-reach.toml": 'extends = "team.toml"\n[policy]\nlow = "ask"\n',
    "team.toml": 'extends = "production"',
  };

  it("takes the place of the shipped profile at the end; files stay", async () => {
    const settings = await settingsIn(folderWith(files), { profile: "test" });
    expect(settings).toMatchObject({
      profile: "test",
      limits: { concurrency: 4 },
      policy: { risk: { low: "ask" }, role: "admin" },
    });
  });

  it("takes the place of development where nothing is extended, or nothing is found", async () => {
    const folder = folderWith({ "agent-reach.toml": "" });
    expect(await settingsIn(folder, { profile: "production" })).toMatchObject({
      profile: "production",
      policy: { writes: "ask" },
    });
    expect(await settingsIn(folderWith({}), { profile: "production" })).toMatchObject({
      configFile: null,
      policy: { writes: "ask" },
    });
  });

  it("comes from AGENT_REACH_PROFILE too; the option wins, empty is nothing", async () => {
    const folder = folderWith({ "agent-reach.toml": "" });
    const profile = async (AGENT_REACH_PROFILE: string, option?: string) =>
      (await settingsIn(folder, { env: { AGENT_REACH_PROFILE }, profile: option })).profile;
    expect(await profile("test")).toBe("test");
    expect(await profile("test", "production")).toBe("production");
    expect(await profile("")).toBe("development");
  });

  it("may be a file, which extends what it likes", async () => {
    const folder = folderWith({ ...files, "ci.toml": 'extends = "test"\n[log]\nlevel = "debug"\n' });
    const settings = await settingsIn(folder, { profile: "./ci.toml" });
    expect(settings).toMatchObject({
      log: { level: "debug" },
      limits: { concurrency: 4 },
      policy: { risk: { low: "ask" } },
    });
  });

  it("is named when there is none of the name", async () => {
    const folder = folderWith(files);
    expect(await faultsOf(load(folder, { profile: "tset" }))).toMatchObject([
      { file: "<profile>", line: null, message: 'there is no shipped profile "tset".' },
    ]);
    expect(await faultsOf(load(folder, { env: { AGENT_REACH_PROFILE: "tests" } }))).toMatchObject([
      { file: "<AGENT_REACH_PROFILE>", suggestion: 'Did you mean "test"?' },
    ]);
  });
});
