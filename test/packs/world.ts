import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import type { Broker } from "../../src/contract/index.js";
import { createBroker } from "../../src/index.js";
import { makeProject } from "../support/project.js";

/** A project folder on disk, and a broker with every shipped pack in which everything is allowed. */
export interface World {
  /** The project root; the broker's state and home lie outside. */
  readonly dir: string;
  readonly broker: Broker;
  write(file: string, text: string): string;
  read(file: string): string;
  exists(file: string): boolean;
  /** Runs git in the project; gives what it prints. */
  git(...args: string[]): string;
}

export async function makeWorld(): Promise<World> {
  const project = makeProject({
    config: {
      registry: ["pack:*"],
      project_root: "work",
      disable: [],
      policy: { low: "allow", medium: "allow", high: "allow", critical: "allow", writes: "allow", role: "admin" },
      network: { hosts: ["127.0.0.1"] },
    },
  });
  const dir = join(project.dir, "work");
  const home = join(project.dir, "home");
  for (const folder of [dir, home]) mkdirSync(folder);
  const broker = await createBroker({ config: join(project.dir, "agent-reach.toml"), env: environment(home) });
  return {
    dir,
    broker,
    write(file, text) {
      const path = join(dir, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      return path;
    },
    read: (file) => readFileSync(join(dir, file), "utf8"),
    exists: (file) => existsSync(join(dir, file)),
    git: (...args) => execFileSync("git", args, { cwd: dir, encoding: "utf8", env: environment(home) }),
  };
}

/** A home of its own, so that nothing is left in the user's; tool chains that live there are still found. */
function environment(home: string): Record<string, string> {
  const kept = ["PATH", "RUSTUP_TOOLCHAIN", "PYENV_VERSION", "VIRTUAL_ENV"].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    HOME: home,
    RUSTUP_HOME: process.env.RUSTUP_HOME ?? join(homedir(), ".rustup"),
    PYENV_ROOT: process.env.PYENV_ROOT ?? join(homedir(), ".pyenv"),
    ...Object.fromEntries(kept),
  };
}

/** Why a program cannot be run here; null when it can. */
export function missing(program: string): string | null {
  const found = (process.env.PATH ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
  return found ? null : `${program} is not installed`;
}

/** A repository with two commits on main, a branch, and changes in the working tree. */
export function makeRepository(world: World): void {
  world.git("init", "--quiet", "--initial-branch=main");
  world.git("config", "user.name", "Ada");
  world.git("config", "user.email", "ada@example.com");
  world.write("notes.txt", "one\ntwo\nthree\n");
  world.write("src/app.txt", "alpha\n");
  world.git("add", ".");
  world.git("commit", "--quiet", "--message=First");
  world.write("notes.txt", "one\n2\nthree\n");
  world.git("commit", "--quiet", "--all", "--message=Second: two becomes 2");
  world.git("branch", "feature", "HEAD~1");
  world.write("notes.txt", "one\n2\nthree\nfour\n");
  world.write("new.txt", "new\n");
}
