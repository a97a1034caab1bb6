import { describe, expect, it } from "vitest";
import { BrokerError } from "../../src/errors/index.js";
import { dottedKey, Findings, formatFaults, objectDocument, readDocument } from "../../src/toml/index.js";
import { folderWith } from "./folder.js";

function documentWith(text: string, name = "a.toml") {
  const reading = readDocument(`${folderWith({ [name]: text })}/${name}`);
  if (reading.kind !== "document") throw new Error(JSON.stringify(reading));
  return reading.document;
}

describe("Findings", () => {
  it("tells all, from top to bottom, each once", async () => {
    const document = documentWith("a = 1\nb = 2\n\n[c]\nd = 3\n");
    const findings = new Findings();
    findings.add(document, ["c", "d"], "third");
    findings.add(document, ["a"], "first", { at: "key", suggestion: "Do this." });
    findings.add(document, ["b"], "second");
    findings.add(document, ["b"], "second");
    expect((await findings.toFaults()).map(({ line, column, key, message }) => [line, column, key, message])).toEqual([
      [1, 1, "a", "first"],
      [2, 5, "b", "second"],
      [5, 5, "c.d", "third"],
    ]);
  });

  it("names a second place with its line", async () => {
    const document = documentWith("a = 1\nb = 2\n");
    const findings = new Findings();
    findings.add(document, ["b"], "again", { see: { document, path: ["a"] } });
    expect((await findings.toFaults())[0]!.message).toBe(`again; see ${document.file}:1:5`);
  });

  it("throws one error that lists at most 200 faults and counts all", async () => {
    const findings = new Findings();
    const document = objectDocument("<definitions>", {});
    for (let index = 0; index < 1000; index += 1) findings.add(document, ["tools", index], "is wrong");
    const error = await findings.throwIfAny("AR_REGISTRY_INVALID", "The registry").catch((reason: unknown) => reason);
    if (!(error instanceof BrokerError)) throw error;
    expect(error.code).toBe("AR_REGISTRY_INVALID");
    expect(error.message).toBe("The registry has 1000 faults; the first: <definitions> tools[0]: is wrong.");
    expect(error.fault.details).toMatchObject({ count: 1000, faults: { length: 200 } });
  });

  it("does not throw when nothing was found", () => new Findings().throwIfAny("AR_CONFIG_INVALID", "The config"));
});

it("formatFaults writes a line each, files inside cwd shortened", () => {
  const fault = { line: 3, column: 7, key: "tools[0].risk", message: "is wrong.", suggestion: "Mend it." };
  const faults = [
    { ...fault, file: "/p/registry/a.toml" },
    { ...fault, file: "/q/a.toml", column: null, suggestion: null },
    { ...fault, file: "<definitions>", line: null, column: null, key: null },
  ];
  expect(formatFaults(faults, { cwd: "/p" })).toBe(
    "registry/a.toml:3:7 tools[0].risk: is wrong. Mend it.\n" +
      "/q/a.toml:3 tools[0].risk: is wrong.\n" +
      "<definitions>: is wrong. Mend it.",
  );
});

it("dottedKey quotes names that are no plain words", () => {
  expect(dottedKey(["tools", 2, "params", "a b", "x-y", ""])).toBe('tools[2].params."a b".x-y.""');
});
