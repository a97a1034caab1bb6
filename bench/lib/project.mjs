import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "smol-toml";

const made = [];
process.on("exit", () => {
  for (const dir of made) rmSync(dir, { recursive: true, force: true });
});

/** A folder with a config and a registry of `tools`; it goes when this process ends. */
export function makeProject(tools, config = {}) {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "agent-reach-bench-")));
  made.push(dir);
  mkdirSync(join(dir, "registry"));
  writeFileSync(join(dir, "registry/tools.toml"), stringify({ tools }));
  const file = join(dir, "agent-reach.toml");
  writeFileSync(file, stringify({ registry: ["registry/*.toml"], state_dir: join(dir, ".state"), ...config }));
  return { dir, file };
}

/** A low-risk tool that runs a fixed argv. */
export const tool = (name, [program, ...rest], more = {}) => ({
  name,
  description: "A tool to measure with.",
  command: [program, ...rest.map((element) => element.replace(/[{}]/g, "$&$&"))],
  cwd: "project_root",
  timeout: 600,
  risk: "low",
  read_only: true,
  ...more,
});
