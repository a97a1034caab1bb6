import { stringify } from "smol-toml";
import { describe, expect, it, onTestFinished } from "vitest";
import { connect, WAYS } from "./connect.js";
import { project, shell } from "./tools.js";

const first = shell("first", "true");
const second = shell("second", "true");

describe.each(WAYS)("a registry that changes, over $wire, $era era", (way) => {
  it("is loaded anew and told to the client; a bad file keeps the old one", async () => {
    const made = await project([first]);
    const changes: string[][] = [];
    const { client, said, close } = await connect(made.broker, way, {
      listChanged: {
        tools: {
          debounceMs: 0,
          onChanged: (_error, tools) =>
            void changes.push((tools ?? []).map((tool) => tool.name).filter((name) => !/^run_|^read_/.test(name))),
        },
      },
    });
    onTestFinished(close);

    made.project.write("registry/tools.toml", stringify({ tools: [second, first] }));
    await expect.poll(() => changes, { timeout: 10_000 }).toEqual([["second", "first"]]);

    made.project.write("registry/tools.toml", '[[tools]]\nname = "broken"\n');
    await expect.poll(() => said.join("\n"), { timeout: 10_000 }).toContain("registry not reloaded");
    expect(said.join("\n")).toContain("registry/tools.toml:");
    const called = await client.callTool({ name: "second" });
    expect(called.isError).toBe(false);
    const missing = await client.callTool({ name: "broken" });
    expect((missing.content[0] as { text: string }).text).toContain("the registry on disk has faults");

    made.project.write("registry/more.toml", stringify({ tools: [shell("third", "true")] }));
    made.project.write("registry/tools.toml", stringify({ tools: [first] }));
    await expect.poll(() => changes.at(-1), { timeout: 10_000 }).toEqual(["third", "first"]);
    expect((await client.callTool({ name: "third" })).isError).toBe(false);
  });
});
