import { describe, expect, it } from "vitest";
import { FAULT_CASES, param } from "./fault-cases.js";
import { faultsIn, loadText, toolText } from "./support.js";

describe("a registry with one fault", () => {
  it.each(FAULT_CASES)("%s", async (_, text, key, words) => {
    const faults = await faultsIn(text);
    expect(faults.map((fault) => fault.key)).toEqual([key]);
    const [{ line, column, message, suggestion }] = faults as [(typeof faults)[0]];
    expect(`${message} ${suggestion}`).toMatch(words);
    expect(message).toMatch(/\.$/);
    expect([line, column]).toEqual([expect.any(Number), expect.any(Number)]);
  });
});

it("one mistake is told once: a misspelt key is not missing as well", async () => {
  expect((await faultsIn(toolText("").replace("timeout", "timeuot"))).map(({ key }) => key)).toEqual([
    "tools[0].timeuot",
  ]);
});

it("one mistake is told once: parameters under a misspelt key are not undeclared as well", async () => {
  const text = param('type = "string"').replace("tools.params.p", "tools.parameters.p");
  expect((await faultsIn(text)).map(({ key }) => key)).toEqual(["tools[0].parameters"]);
  const lock = param('type = "string"', '["true"]').replace("[tools.params", 'exclusiv = "{p}"\n[tools.params');
  expect((await faultsIn(lock)).map(({ key }) => key)).toEqual(["tools[0].exclusiv"]);
});

it("one mistake is told once: a misspelt placeholder leaves no parameter unused", async () => {
  const faults = await faultsIn(param('type = "string"', '["true", "{limt}"]').replace("params.p", "params.limit"));
  expect(faults.map(({ key }) => key)).toEqual(["tools[0].command[1]"]);
  expect(faults[0]!.suggestion).toBe('Did you mean "{limit}"?');
});

it("values of set_env and of secrets are never told", async () => {
  const text = toolText(
    'set_env = { TOKEN = 424242 }\ncommand = ["true", "{p}"]\n[tools.params.p]\ntype = "string"\ndescription = "d"\nsecret = true\ndefault = "hunter2"',
  );
  const error = await loadText(text).loading.catch((reason: unknown) => reason);
  expect(JSON.stringify(error)).not.toMatch(/424242|hunter2/);
  expect((error as Error).message).not.toMatch(/424242|hunter2/);
});

it("ten faults are all told, each with its line and key", async () => {
  const faults = await faultsIn(`[[tools]]
name = "one"
description = "d"
command = ["true", "{limt}"]
cwd = "projekt_root"
timeout = "10"
risk = "lw"
colour = "red"

[tools.params.limit]
type = "integer"
description = "d"
minimum = 5
maximum = 1

[[tools]]
name = "one"
description = "d"
command = ["./x"]
cwd = "temp"
timeout = 1
risk = "low"
cache = 5

[tools.params.q]
type = "string"
description = "d"
`);
  expect(faults.map(({ line, column, key }) => [line, column, key])).toEqual([
    [4, 20, "tools[0].command[1]"],
    [5, 7, "tools[0].cwd"],
    [6, 11, "tools[0].timeout"],
    [7, 8, "tools[0].risk"],
    [8, 1, "tools[0].colour"],
    [13, 11, "tools[0].params.limit.minimum"],
    [17, 8, "tools[1].name"],
    [19, 12, "tools[1].command[0]"],
    [23, 9, "tools[1].cache"],
    [25, 1, "tools[1].params.q"],
  ]);
});

it.each([
  ["after --", param('type = "string"\ndefault = "-a"\nenum = ["-a", "b"]', '["true", "--", "{p}"]')],
  ["inside an element", param('type = "string"\ndefault = "-a"', '["true", "--n={p}"]')],
  ["where it is allowed", param('type = "integer"\ndefault = -1\nallow_leading_dash = true')],
  ["as the flag of a boolean", param('type = "boolean"\ndefault = true\nflag = "-x"')],
])("a value may begin with - %s", async (_, text) => {
  expect((await loadText(text).loading).tools.size).toBe(1);
});

it("bounds that one integer meets are no fault", async () => {
  const text = param('type = "integer"\nmultipleOf = 5\nminimum = 4.5\nexclusiveMaximum = 6');
  expect((await loadText(text).loading).tools.size).toBe(1);
});
