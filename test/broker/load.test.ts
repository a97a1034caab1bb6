import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createBroker, load } from "../../src/broker/index.js";
import type { SourceFault } from "../../src/contract/index.js";
import type { BrokerError } from "../../src/errors/index.js";
import { toolText } from "../registry/support.js";
import { faultsOf, folderWith } from "../toml/folder.js";

const env = { HOME: "/home/nobody", PATH: "/usr/bin:/bin" };
const faultsIn = (cwd: string, making: typeof load | typeof createBroker = load) => faultsOf(making({ cwd, env }));

/** `file:line key`, files named from the folder on. */
const placesOf = (folder: string, faults: readonly SourceFault[]) =>
  faults.map(({ file, line, key }) => `${file.replace(`${folder}/`, "")}:${line} ${key}`);

/** The code that loading ends with. */
const codeOf = (cwd: string) => load({ cwd, env }).then(String, (error) => (error as BrokerError).code);

describe("faults of config and registry", () => {
  const files = {
    "agent-reach.toml": `extends = "base.toml"
registry = ["a.toml", "no.toml", "b.toml"]
disable = ["one", "two", "thre"]
colour = "red"
[limits]
concurrency = "0 per cpu"
`,
    "base.toml": 'project_root = "nowhere"\n[policy]\nlow = "alow"\n',
    "a.toml": `${toolText("tiemout = 3", "one")}${toolText("cache = 5", "three")}`,
    "b.toml": toolText('command = ["./x"]', "two"),
  };
  const places = [
    "agent-reach.toml:2 registry[1]",
    "agent-reach.toml:4 colour",
    "agent-reach.toml:6 limits.concurrency",
    "base.toml:1 project_root",
    "base.toml:3 policy.low",
    "a.toml:8 tools[0].tiemout",
    "a.toml:16 tools[1].cache",
    "b.toml:8 tools[0].command[0]",
  ];

  it("are told together, file by file, each from top to bottom", async () => {
    const folder = folderWith(files);
    expect(placesOf(folder, await faultsIn(folder))).toEqual(places);
    expect(placesOf(folder, await faultsIn(folder, createBroker))).toEqual(places);
    expect(await codeOf(folder)).toBe("AR_CONFIG_INVALID");
  });

  it("hold disable to every tool that is written down, also those with faults", async () => {
    const folder = folderWith({ ...files, "no.toml": "" });
    expect(placesOf(folder, await faultsIn(folder))).toEqual([
      "agent-reach.toml:3 disable[2]",
      ...places.filter((place) => !place.includes("registry[1]")),
    ]);
  });

  it("are told of the registry as far as it is known when a file of the config is missing", async () => {
    const folder = folderWith({ ...files, "agent-reach.toml": 'extends = "none.toml"\nregistry = ["b.toml"]' });
    expect(placesOf(folder, await faultsIn(folder))).toEqual([
      "agent-reach.toml:1 extends",
      "b.toml:8 tools[0].command[0]",
    ]);
  });

  it("say nothing of a registry that is named in a way nobody can read", async () => {
    const folder = folderWith({ "agent-reach.toml": 'registry = "a.toml"', "a.toml": "x = 1" });
    expect(placesOf(folder, await faultsIn(folder))).toEqual(["agent-reach.toml:1 registry"]);
  });

  it("of the registry alone are AR_REGISTRY_INVALID", async () => {
    const folder = folderWith({ "agent-reach.toml": 'registry = ["a.toml"]', "a.toml": "x = 1" });
    expect(await codeOf(folder)).toBe("AR_REGISTRY_INVALID");
  });

  it.each([
    [".", /is a folder/],
    ["no.toml", /there is no file/],
  ])("registry = [%j] is a fault at the entry", async (name, message) => {
    const folder = folderWith({ "agent-reach.toml": `\nregistry = [\n  "${name}",\n]` });
    mkdirSync(join(folder, "sub"));
    expect(await faultsIn(folder)).toMatchObject([
      {
        file: join(folder, "agent-reach.toml"),
        line: 3,
        column: 3,
        key: "registry[0]",
        message: expect.stringMatching(message),
      },
    ]);
  });

  it("include and extends of a folder are faults where they are written", async () => {
    const folder = folderWith({
      "agent-reach.toml": 'extends = "./"\nregistry = ["a.toml"]',
      "a.toml": '\ninclude = ["."]',
    });
    expect(placesOf(folder, await faultsIn(folder))).toEqual(["agent-reach.toml:1 extends", "a.toml:2 include[0]"]);
  });

  it.each([
    ["[[tools]]\nname = 'x'", "tools"],
    ["[tools.x]\ncommand = ['true']", "tools"],
  ])("%j in a config says where tools belong", async (text, key) => {
    const [fault] = await faultsIn(folderWith({ "agent-reach.toml": text }));
    expect(fault).toMatchObject({ key, line: 1, suggestion: expect.stringMatching(/registry = \["tools.toml"\]/) });
  });

  it("a key of the config in a registry file says where it belongs", async () => {
    const folder = folderWith({ "agent-reach.toml": 'registry = ["a.toml"]', "a.toml": "[policy]\nlow = 'ask'" });
    expect(await faultsIn(folder)).toMatchObject([
      { key: "policy", suggestion: expect.stringMatching(/agent-reach\.toml/) },
    ]);
  });
});
