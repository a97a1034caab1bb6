import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createOutputStore } from "../capture/index.js";
import { placeProblem } from "../config/index.js";
import type { Settings } from "../contract/index.js";
import { BrokerError } from "../errors/index.js";
import { chooseDriver, detectContainment } from "../execution/index.js";
import { createAudit } from "../observe/index.js";
import { disabledBy } from "../policy/index.js";
import { formatFaults } from "../toml/index.js";
import { type Check, check } from "./check.js";
import { folders, programs } from "./diagnose-tools.js";
import { type Loaded, load, type SourceFaults, sourceFaults } from "./load.js";
import type { BrokerOptions } from "./options.js";
import { recover } from "./recover.js";

/** Descriptors one run takes at most while it starts: two pipes with two ends each, the program's stdin, its spool. */
const DESCRIPTORS_PER_RUN = 8;
const DESCRIPTORS_OF_BROKER = 64;

/** Looks whether this machine is ready for the config in force. Runs no tool. */
export async function diagnose(options: BrokerOptions): Promise<readonly Check[]> {
  let loaded: Loaded;
  try {
    loaded = await load(options);
  } catch (error) {
    return [nodeVersion(), brokenConfig(sourceFaults(error))];
  }
  const { settings, registry } = loaded;
  const tools = [...registry.tools.values()].filter((tool) => disabledBy(tool, settings) === null);
  return [
    nodeVersion(),
    configInForce(settings, tools.length),
    stateFolder(settings),
    await leftovers(settings),
    ...(await driver(settings, options.env ?? process.env)),
    openFiles(settings),
    processes(settings),
    ...programs(tools, options.env ?? process.env),
    ...folders(tools),
  ];
}

function nodeVersion(): Check {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const enough = major > 20 || (major === 20 && minor >= 19);
  return check("node", enough ? "ok" : "problem", process.version, enough ? null : "Install Node 20.19 or later.");
}

function brokenConfig({ faults, count }: SourceFaults): Check {
  const first = formatFaults(faults.slice(0, 1));
  const text = count === 1 ? first : `${count} faults, the first: ${first}`;
  return check("config", "problem", text, "agent-reach check lists every fault.");
}

function configInForce({ configFile, profile, policy, limits, projectRoot }: Settings, tools: number): Check {
  const source = configFile ?? "packaged default";
  const text = `${source}, profile ${profile}, role ${policy.role}, project root ${projectRoot}, ${tools} tools, ${limits.concurrency} runs at once, ${limits.queue} waiting`;
  return check("config", "ok", text);
}

function stateFolder({ stateDir }: Settings): Check {
  const remedy = "Make it writable, or set state_dir. Runs go on without it, but full outputs are not kept.";
  const problem = placeProblem(stateDir, "folder");
  if (problem !== null) return check("state folder", "warning", problem, remedy);
  let nearest = stateDir;
  while (!existsSync(nearest)) nearest = dirname(nearest);
  try {
    accessSync(nearest, constants.W_OK | constants.X_OK);
    return check("state folder", "ok", stateDir);
  } catch {
    return check("state folder", "warning", `${stateDir} can't be written`, remedy);
  }
}

/** Which driver starts processes, and how well it can hold them together here. */
async function driver(settings: Settings, env: BrokerOptions["env"] & {}): Promise<Check[]> {
  const { mode, require } = settings.containment;
  try {
    const choice = await chooseDriver(settings.containment, env);
    const report = await detectContainment();
    const missed = "Without the native driver runs start more slowly, limits are not held, and a daemon may get away.";
    const native = choice.withoutNative === null;
    const starts = native
      ? check("driver", "ok", "native")
      : check("driver", "warning", `portable: ${choice.withoutNative}`, missed);
    const modes = report.options.map(({ mode, available, reason, guarantee }) => {
      const text = available ? guarantee : `not available: ${reason}`;
      return check(`containment ${mode}`, "ok", reason !== null && available ? `${text} (${reason})` : text);
    });
    const wanted = `mode ${mode}${require ? ", required" : ""}`;
    return [starts, check("containment", "ok", wanted), ...modes];
  } catch (error) {
    if (!(error instanceof BrokerError)) throw error;
    return [check("driver", "problem", error.message, error.fault.hint)];
  }
}

/** Also puts them in order, as a broker that stays does at its start. */
async function leftovers(settings: Settings): Promise<Check> {
  const { stateDir, output } = settings;
  const store = createOutputStore({ dir: join(stateDir, "outputs"), keepBytes: output.keepBytes });
  try {
    const audit = createAudit(settings.audit);
    const left = await recover(settings, store, audit);
    await audit.close();
    if (left.outputs + left.calls === 0) return check("dead brokers", "ok", "left nothing");
    const text = `left ${left.outputs} unfinished outputs and ${left.calls} calls without an end in the audit file`;
    return check("dead brokers", "warning", text, "They are in order now; see the lost records of the audit file.");
  } catch (error) {
    return check("dead brokers", "warning", `could not be looked for: ${(error as Error).message}`);
  } finally {
    await store.close();
  }
}

function openFiles({ limits }: Settings): Check {
  const allowed = limitOf("Max open files");
  if (allowed === null) return check("open files", "ok", "limit not known on this system");
  const needed = limits.concurrency * DESCRIPTORS_PER_RUN + DESCRIPTORS_OF_BROKER;
  const text = `${allowed} allowed, ${needed} needed for ${limits.concurrency} runs at once`;
  if (allowed >= needed) return check("open files", "ok", text);
  return check("open files", "problem", text, `Raise it (ulimit -n ${needed}), or lower limits.concurrency.`);
}

function processes({ limits }: Settings): Check {
  const allowed = limitOf("Max processes");
  if (allowed === null) return check("processes", "ok", "limit not known on this system");
  const needed = limits.concurrency * 16;
  const text = `${allowed} allowed for this user, about ${needed} for ${limits.concurrency} runs at once`;
  if (allowed >= needed) return check("processes", "ok", text);
  return check("processes", "warning", text, `Raise it (ulimit -u ${needed}), or lower limits.concurrency.`);
}

/** A soft limit of this process as Linux tells it; Infinity when there is none, null where it is not told. */
function limitOf(name: string): number | null {
  try {
    const line = readFileSync("/proc/self/limits", "utf8")
      .split("\n")
      .find((text) => text.startsWith(name));
    const soft = line?.slice(name.length).trim().split(/\s+/)[0];
    if (soft === undefined) return null;
    return soft === "unlimited" ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return null;
  }
}
