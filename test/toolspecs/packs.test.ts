import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createBroker } from "../../src/index.js";
import { TOOL_FORMATS, toToolSpecs } from "../../src/toolspecs/index.js";
import { makeProject, packageRoot } from "../support/project.js";
import { faultsOf } from "./provider-rules.js";

const packs = readdirSync(join(packageRoot, "registry"))
  .filter((file) => file.endsWith(".toml"))
  .map((file) => `pack:${file.replace(/\.toml$/, "")}`);

describe("every tool of every shipped pack", () => {
  it("keeps the rules of every provider", async () => {
    const project = makeProject({ config: { registry: packs } });
    const broker = await createBroker({ config: `${project.dir}/agent-reach.toml` });
    expect(broker.tools().length).toBeGreaterThan(40);
    for (const format of TOOL_FORMATS) {
      if (format !== "json") expect(faultsOf(format, toToolSpecs(format, broker.tools())), format).toEqual([]);
    }
    await broker.close();
  });
});
