import { delimiter, isAbsolute } from "node:path";
import type { ToolDefinition } from "../contract/index.js";
import { systemHome } from "../home-folder.js";
import { loadsCode } from "./loader-variables.js";

/** Variables by name, as process.env has them. */
export type Variables = { readonly [name: string]: string | undefined };

export interface Environment {
  readonly env: { readonly [name: string]: string };
  /** What was kept back, for the Result's `note`. */
  readonly notes: readonly string[];
}

/**
 * So that nothing waits for a person (contract, section 6): no pager, no editor, no question for a name or password.
 * An empty GIT_ASKPASS makes git ask the terminal, which GIT_TERMINAL_PROMPT then forbids, with a clear message.
 * Not here: CI, which changes what tools do, and GIT_SSH_COMMAND, which would override the user's own ssh; without a
 * terminal ssh cannot ask.
 */
const NON_INTERACTIVE: { readonly [name: string]: string } = {
  LANG: "C.UTF-8",
  TERM: "dumb",
  NO_COLOR: "1",
  PAGER: "cat",
  GIT_PAGER: "cat",
  MANPAGER: "cat",
  SYSTEMD_PAGER: "cat",
  EDITOR: ":",
  VISUAL: ":",
  GIT_EDITOR: ":",
  GIT_SEQUENCE_EDITOR: ":",
  GIT_TERMINAL_PROMPT: "0",
  GIT_ASKPASS: "",
  SSH_ASKPASS: "",
  SSH_ASKPASS_REQUIRE: "never",
  DEBIAN_FRONTEND: "noninteractive",
};

/** Without these no program starts, or finds its folders, on Windows. */
const WINDOWS = [
  "SystemRoot",
  "SystemDrive",
  "windir",
  "ComSpec",
  "PATHEXT",
  "TEMP",
  "TMP",
  "USERPROFILE",
  "USERNAME",
  "HOMEDRIVE",
  "HOMEPATH",
  "APPDATA",
  "LOCALAPPDATA",
  "ProgramData",
  "ProgramFiles",
  "ProgramFiles(x86)",
  "NUMBER_OF_PROCESSORS",
  "PROCESSOR_ARCHITECTURE",
];

/** What the system takes when no PATH is set. */
const DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";

/** The environment made last for a tool, and the variables it was made of. */
interface Made {
  readonly platform: NodeJS.Platform;
  readonly names: readonly string[];
  readonly values: readonly (string | undefined)[];
  readonly environment: Environment;
}

const madeLast = new WeakMap<ToolDefinition, Made>();

/**
 * The whole environment of a call: it starts empty; then what every call gets, the tool's whitelist, its `set_env`,
 * each stronger than the one before. The very same object while nothing has changed, so that what is made of it need
 * not be made for every call.
 * @param from the broker's own environment
 */
export function buildEnvironment(tool: ToolDefinition, from: Variables, platform = process.platform): Environment {
  const last = madeLast.get(tool);
  const unchanged = (name: string, index: number) => variable(from, name, platform) === last?.values[index];
  if (last?.platform === platform && last.names.every(unchanged)) return last.environment;
  const names = ["PATH", "HOME", ...tool.env, ...(platform === "win32" ? WINDOWS : [])];
  const values = names.map((name) => variable(from, name, platform));
  const environment = makeEnvironment(tool, from, platform);
  madeLast.set(tool, { platform, names, values, environment });
  return environment;
}

function makeEnvironment(tool: ToolDefinition, from: Variables, platform: NodeJS.Platform): Environment {
  const env: { [name: string]: string } = { ...NON_INTERACTIVE };
  const notes: string[] = [];
  if (platform === "win32") pass(WINDOWS, from, env, platform);
  pass(
    tool.env.filter((name) => !loadsCode(name)),
    from,
    env,
    platform,
  );
  env.PATH = absoluteEntries(variable(from, "PATH", platform) ?? "") || DEFAULT_PATH;
  env.HOME = variable(from, "HOME", platform) || (systemHome() ?? "/");
  for (const name of tool.env) {
    if (loadsCode(name) && !Object.hasOwn(tool.setEnv, name) && variable(from, name, platform) !== undefined) {
      notes.push(`${name} was not passed on, as it makes programs load code; set_env is the way to set it`);
    }
  }
  return { env: Object.freeze(Object.assign(env, tool.setEnv)), notes };
}

/** The value of a variable; names have no case on Windows. */
export function variable(from: Variables, name: string, platform: NodeJS.Platform): string | undefined {
  // Asking process.env is slow; nothing that an object inherits is a string.
  const value = from[name];
  if (typeof value === "string") return value;
  if (platform !== "win32") return undefined;
  const folded = name.toUpperCase();
  const found = Object.keys(from).find((other) => other.toUpperCase() === folded);
  return found === undefined ? undefined : from[found];
}

function pass(names: readonly string[], from: Variables, to: { [name: string]: string }, platform: NodeJS.Platform) {
  for (const name of names) {
    const value = variable(from, name, platform);
    if (value !== undefined) to[name] = value;
  }
}

/** A relative or empty entry would find programs in the folder a call happens to run in. */
function absoluteEntries(path: string): string {
  return [...new Set(path.split(delimiter))].filter(isAbsolute).join(delimiter);
}
