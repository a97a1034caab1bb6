import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { BrokerError } from "../../src/errors/index.js";
import { folderWith } from "../toml/folder.js";
import { load, packageDir } from "./support.js";

const isBrokerError = (reason: unknown) => expect(reason).toBeInstanceOf(BrokerError);

it("mutations of a valid config load or give faults, and never anything else", async () => {
  const valid = readFileSync(join(packageDir, "config/development.toml"), "utf8");
  const junk = fc.constantFrom("", "=", "[", "]", '"', "\n", "-", "x", "\u0000", "inf", "[[", "a.b", "{cwd}", "pack:");
  const edit = fc.record({ at: fc.nat(), cut: fc.nat(12), put: junk });
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 3 }), async (edits) => {
      const mutant = edits.reduce((text, { at, cut, put }) => {
        const from = at % text.length;
        return text.slice(0, from) + put + text.slice(from + cut);
      }, valid);
      const folder = folderWith({ "agent-reach.toml": mutant });
      await load(folder).catch((reason: unknown) => {
        refused += 1;
        isBrokerError(reason);
      });
    }),
    { numRuns: 200 },
  );
  expect(refused).toBeGreaterThan(50);
});

it("any JSON under any key loads or gives faults", async () => {
  const folder = folderWith({});
  const tables = [
    "limits",
    "groups",
    "policy",
    "output",
    "rate",
    "network",
    "log",
    "audit",
    "containment",
    "tool_limits",
  ];
  const keys = ["extends", "project_root", "allowed_roots", "registry", "disable", "state_dir", "other"];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...tables, ...keys), fc.jsonValue(), async (key, value) => {
      await load(folder, { config: { [key]: value } }).catch(isBrokerError);
    }),
    { numRuns: 500 },
  );
});
