import { join } from "node:path";
import { createResultCache } from "../cache/index.js";
import { checkRequest, type ParseOutcome, parseRequest } from "../call/index.js";
import { createOutputStore, ownIdentity } from "../capture/index.js";
import type {
  Broker,
  BrokerStats,
  ExecuteOptions,
  Explanation,
  OutputQuery,
  ReloadReport,
  Result,
  Settings,
  ToolDefinition,
} from "../contract/index.js";
import { fault, refusal } from "../errors/index.js";
import { chooseDriver, createExecutor, type DriverChoice } from "../execution/index.js";
import { createAudit, createLog, createRunMarks, createStatusCounts } from "../observe/index.js";
import { Approvals, RateLimiter } from "../policy/index.js";
import { Roster } from "../roster.js";
import { createScheduler } from "../scheduler/index.js";
import { systemClock } from "../time/clock.js";
import { Catalog } from "./catalog.js";
import { executeFault } from "./check-options.js";
import { type Loaded, load, readConfigFirst, sourceFaults, withRegistry } from "./load.js";
import type { BrokerOptions } from "./options.js";
import type { Parts } from "./parts.js";
import { explain, perform, prepare } from "./perform.js";
import { readStored } from "./read-stored.js";
import { recover } from "./recover.js";

/** What the front doors of this package use besides the library's face. */
export interface WireBroker extends Broker {
  /** A tool by name, also one that is disabled; null when there is none. */
  definition(name: string): ToolDefinition | null;
  /** Files of config and registry, absolute, for those who watch them. */
  registryFiles(): readonly string[];
  /** Answers one request as it came on the wire; `dry_run` with the Explanation itself. Never rejects. */
  answer(text: string | Buffer, options?: ExecuteOptions): Promise<Result | Explanation>;
}

/** Makes a broker; rejects with a BrokerError that carries every fault of config and registry. */
export async function createBroker(options: BrokerOptions = {}): Promise<WireBroker> {
  const first = await readConfigFirst(options);
  const env = options.env ?? process.env;
  const { settings } = first.config;
  const choice = settings === null || first.findings.count > 0 ? null : await chooseDriver(settings.containment, env);
  // One call is all but sure to start something: what it takes begins beside the rest.
  if (options.oneShot) choice?.driver.prepare?.();
  const loaded = await withRegistry(first, options);
  // Without a driver the config has faults, which `withRegistry` has thrown.
  const broker = new InProcessBroker(assemble(loaded, env, choice!), () => load(options), options.oneShot ?? false);
  if (!options.oneShot) broker.recover();
  return broker;
}

function assemble(loaded: Loaded, env: Parts["env"], { driver }: DriverChoice): Parts {
  const { settings } = loaded;
  const clock = systemClock;
  const { limits, groups, output, stateDir } = settings;
  return {
    settings,
    catalog: new Catalog(loaded),
    env,
    clock,
    rate: new RateLimiter(settings.rate.callsPerMinute, clock),
    approvals: new Approvals(clock),
    cache: createResultCache(clock),
    scheduler: createScheduler({ ...limits, groups, clock }),
    driver,
    executor: createExecutor({ driver, clock }),
    running: new Roster(),
    store: createOutputStore({ dir: join(stateDir, "outputs"), keepBytes: output.keepBytes }),
    ...openRecords(settings),
    mark: createRunMarks(ownIdentity()),
    counts: createStatusCounts(),
  };
}

/** Both or none stay open. */
function openRecords(settings: Settings): Pick<Parts, "log" | "audit"> {
  const log = createLog(settings.log);
  try {
    return { log, audit: createAudit(settings.audit) };
  } catch (error) {
    void log.close();
    throw error;
  }
}

class InProcessBroker implements WireBroker {
  readonly #open = new Roster<Promise<unknown>>();
  #recovery: Promise<void> | null = null;
  #closing: Promise<void> | null = null;

  constructor(
    private readonly parts: Parts,
    private readonly loadAnew: () => Promise<Loaded>,
    private readonly oneShot: boolean,
  ) {}

  get settings() {
    return this.parts.settings;
  }

  async execute(request: unknown, options?: ExecuteOptions | null): Promise<Result> {
    const parsed = checkRequest(request);
    const wrong = executeFault(options ?? {});
    if (wrong === null) return this.#perform(parsed, options ?? {});
    const { id, tool } = parsed.ok ? parsed.request : parsed;
    return this.#perform({ ok: false, id, tool, fault: wrong }, {});
  }

  async answer(text: string | Buffer, options: ExecuteOptions = {}): Promise<Result | Explanation> {
    const parsed = parseRequest(text);
    if (parsed.ok && parsed.request.dryRun) return this.#explain(parsed);
    return this.#perform(parsed, options);
  }

  explain(request: unknown): Explanation | Result {
    return this.#explain(checkRequest(request));
  }

  tools() {
    return this.parts.catalog.listed;
  }

  definition(name: string) {
    return this.parts.catalog.tools.get(name) ?? null;
  }

  registryFiles() {
    return this.parts.catalog.files;
  }

  approve(digest: string) {
    return this.parts.approvals.give(digest);
  }

  readOutput(id: string, query: OutputQuery) {
    return readStored(this.parts.store, id, query);
  }

  async reload(): Promise<ReloadReport> {
    try {
      return { changed: this.parts.catalog.replace(await this.loadAnew()), faults: [] };
    } catch (error) {
      return { changed: false, faults: sourceFaults(error).faults };
    }
  }

  stats(): BrokerStats {
    return { ...this.parts.scheduler.stats(), settled: this.parts.counts.snapshot() };
  }

  /** Puts in order what dead brokers left, beside the first calls. */
  recover(): void {
    const { settings, store, audit, log } = this.parts;
    this.#recovery = recover(settings, store, audit).then(
      (left) => {
        if (left.outputs + left.calls > 0) log.line("warn", "a broker that died left something", { ...left });
      },
      (error: unknown) =>
        log.line("warn", "what dead brokers left could not be looked through", { error: String(error) }),
    );
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { running, scheduler, executor, driver, store, audit, log } = this.parts;
    for (const run of running.values()) run.stop("shutdown");
    scheduler.close();
    await Promise.all(this.#open.values());
    await executor.idle();
    const closing = driver.close?.();
    // Nothing of a single call is left to the driver, which ends with this process.
    if (!this.oneShot) await closing;
    await this.#recovery;
    await store.close();
    try {
      await audit.close();
    } finally {
      await log.close();
    }
  }

  async #perform(parsed: ParseOutcome, options: ExecuteOptions): Promise<Result> {
    if (this.#closing !== null) return this.#closed(parsed);
    const work = perform(this.parts, parsed, options);
    const number = this.#open.add(work);
    try {
      return await work;
    } finally {
      this.#open.remove(number);
    }
  }

  #closed(parsed: ParseOutcome): Result {
    const { id, tool } = parsed.ok ? parsed.request : parsed;
    const hint = "Make a new broker.";
    return refusal(id, tool, fault("AR_SHUTDOWN", "The broker was closed before this call.", { hint }));
  }

  #explain(parsed: ParseOutcome): Explanation | Result {
    if (!parsed.ok) return refusal(parsed.id, parsed.tool, parsed.fault);
    const built = prepare(this.parts, parsed.request);
    if (!built.ok) return refusal(parsed.request.id, parsed.request.tool, built.fault, built.notes);
    return explain(this.parts, built.call);
  }
}
