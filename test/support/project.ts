import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { stringify } from "smol-toml";
import { onTestFinished } from "vitest";

export const packageRoot = resolve(import.meta.dirname, "../..");
export const cliPath = join(packageRoot, "bin/agent-reach.js");

type TomlTable = Record<string, unknown>;

export interface Project {
  /** Symlinks resolved. */
  readonly dir: string;
  readonly stateDir: string;
  write(file: string, text: string | Buffer, mode?: number): string;
  read(file: string): string;
  /** Names in a folder; none when it is not there. */
  list(folder: string): string[];
}

/** A project folder with one registry file made of `tools`, removed when the test ends. */
export function makeProject({ tools = [], config = {} }: { tools?: TomlTable[]; config?: TomlTable } = {}): Project {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "agent-reach-test-")));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const project: Project = {
    dir,
    stateDir: join(dir, ".state"),
    write(file, text, mode = 0o644) {
      const path = join(dir, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text, { mode });
      return path;
    },
    read: (file) => readFileSync(join(dir, file), "utf8"),
    list: (folder) => (existsSync(join(dir, folder)) ? readdirSync(join(dir, folder)) : []),
  };
  project.write("registry/tools.toml", stringify({ tools }));
  project.write(
    "agent-reach.toml",
    stringify({ extends: "test", registry: ["registry/*.toml"], state_dir: project.stateDir, ...config }),
  );
  return project;
}

/** A low-risk tool called `t` that runs a fixed argv; braces in it are literal. */
export function fixedTool(argv: readonly string[], more: TomlTable = {}): TomlTable {
  const [program, ...rest] = argv;
  return {
    name: "t",
    description: "A tool under test.",
    command: [program, ...rest.map((element) => element.replace(/[{}]/g, "$&$&"))],
    cwd: "project_root",
    timeout: 20,
    risk: "low",
    ...more,
  };
}
