import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type {
  Explanation,
  JsonObject,
  JsonValue,
  Parameter,
  Result,
  ToolDefinition,
} from "../../src/contract/index.js";
import { loadPacks, packNames } from "./packs.js";
import { makeRepository, makeWorld, missing, type World } from "./world.js";

/** What an attacker would send to write the file `ran`. */
const hostile = [
  "--output=ran",
  "-oran",
  "-exec touch ran ;",
  "--upload-pack=touch ran",
  "--pre=touch",
  "--eval=$(shell touch ran)",
  "-",
  "--",
  "; touch ran",
  "&& touch ran",
  "| tee ran",
  "> ran",
  "$(touch ran)",
  "`touch ran`",
  "$IFS;touch$IFS ran",
  "'; touch ran; '",
  '"; touch ran; "',
  "x\ntouch ran",
  "SHELL=touch",
  "ext::sh -c touch% ran",
  ":(top)*",
  "@ran",
  "{}",
  "{path}",
  "%s%n",
  "../../../../../../../../etc/passwd",
  "/etc/passwd",
];

const tools = await loadPacks(packNames);
const textual = (parameter: Parameter) => {
  const scalar = parameter.type.type === "array" ? parameter.type.items : parameter.type;
  return (scalar.type === "string" || scalar.type === "path") && scalar.enum === undefined;
};

const targets = tools.flatMap((tool) => tool.parameters.filter(textual).map((parameter) => ({ tool, parameter })));
/** Taken for a value that is fine, where no example has one. */
const HARMLESS = ["harmless7", "https://127.0.0.1/harmless7"];

/** Arguments with which the tool works, and the value of the parameter in them. */
function baseline(world: World, tool: ToolDefinition, { name, type }: Parameter): { args: JsonObject; value: string } {
  // The one host that the world lets calls reach.
  const url: JsonObject = tool.parameters.some((each) => each.name === "url") ? { url: HARMLESS[1]! } : {};
  const base: JsonObject = { ...(tool.examples[0]!.args as JsonObject), ...url };
  for (const value of HARMLESS) {
    const args = { ...base, [name]: type.type === "array" ? [value] : value };
    if (isExplanation(world.broker.explain({ tool: tool.name, args }))) return { args, value };
  }
  throw new Error(`${tool.name} takes nothing harmless for ${name}`);
}

const isExplanation = (answer: Explanation | Result): answer is Explanation => "dry_run" in answer;
const argvOf = (answer: Explanation | Result) => (isExplanation(answer) ? answer.argv : null);

describe("a hostile value is refused or stays within its own argument", () => {
  test.each(targets.map(({ tool, parameter }) => [tool.name, parameter.name, tool, parameter] as const))(
    "%s %s",
    async (_tool, _parameter, tool, parameter) => {
      const world = await makeWorld();
      const { args, value: harmless } = baseline(world, tool, parameter);
      const before = argvOf(world.broker.explain({ tool: tool.name, args }))!;
      for (const value of hostile) {
        const given: JsonValue = parameter.type.type === "array" ? [value] : value;
        const answer = world.broker.explain({ tool: tool.name, args: { ...args, [parameter.name]: given } });
        if (!isExplanation(answer)) {
          expect(answer.status).toBe("invalid");
          continue;
        }
        expect(answer.argv).toHaveLength(before.length);
        answer.argv.forEach((element, at) => {
          if (element === before[at]) return;
          expect(element).toBe(before[at]!.replaceAll(harmless, () => value));
          if (element === value && value.startsWith("-")) expectArgument(answer.argv, at);
        });
      }
      await world.broker.close();
    },
  );
});

/** An element with a leading dash stands where the program takes it for no option. */
function expectArgument(argv: readonly string[], at: number): void {
  expect(argv.slice(0, at).includes("--") || argv[at - 1] === "-e").toBe(true);
}

/** Programs that could run something, given what is accepted; the rest only reads. */
const runnable = targets.filter(
  ({ tool }) => missing(tool.command.program) === null && tool.command.program !== "docker",
);

describe("whatever is accepted, nothing else runs", () => {
  test.each([...new Set(runnable.map(({ tool }) => tool))].map((tool) => [tool.name, tool] as const))(
    "%s",
    async (name, tool) => {
      const world = await makeWorld();
      makeRepository(world);
      world.write(
        "package.json",
        JSON.stringify({ name: "demo", version: "1.0.0", scripts: { test: "echo tests", harmless7: "echo run" } }),
      );
      world.write("Makefile", "harmless7:\n\t@echo made\n");
      world.write("data.json", "{}");
      const broker = world.broker;
      for (const { parameter } of runnable.filter((target) => target.tool === tool)) {
        const { args } = baseline(world, tool, parameter);
        // All that a shell would take for more than text, in one value, and what a program could take for an option.
        for (const value of [hostile.slice(8, 17).join(" "), "; touch ran", "--output=ran", "-exec touch ran ;"]) {
          const given: JsonValue = parameter.type.type === "array" ? [value] : value;
          const request = { tool: name, args: { ...args, [parameter.name]: given }, timeout_ms: 10_000 };
          if (isExplanation(broker.explain(request))) await broker.execute(request);
          expect(existsSync(join(world.dir, "ran"))).toBe(false);
        }
      }
      await broker.close();
    },
  );
});
