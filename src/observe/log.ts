import type { Logger } from "pino";
import type { Call, JsonObject, LogLevel, Result, RunEvent, Settings } from "../contract/index.js";
import { escapeLineSeparators, jsonLine } from "../json-line.js";
import { type LogDestination, openLogDestination } from "./log-destination.js";
import { callLine, shownId } from "./records.js";

export type LineLevel = Exclude<LogLevel, "silent">;

/** The log (contract, section 8). No method throws; nothing is ever written to stdout. */
export interface Log {
  /** At `info`: one line for each call, when it is answered. `call` is null when the request never became one. */
  call(call: Call | null, result: Result): void;
  /** At `debug`: an event of a call, without the text of output; `call` is null while there is none. */
  event(id: string, call: Call | null, event: RunEvent): void;
  /** Whether events are written at all. */
  readonly wantsEvents: boolean;
  /** Any other line. `fields` must hold no secret. */
  line(level: LineLevel, message: string, fields?: JsonObject): void;
  /** Resolves when every line is written, or the reader of stderr did not take them for half a second. */
  close(): Promise<void>;
}

const LEVELS: readonly LogLevel[] = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];

/** Throws AR_CONFIG_INVALID when the file cannot be opened. */
export function createLog(settings: Settings["log"]): Log {
  return settings.level === "silent" ? SILENT : new PinoLog(settings.level, openLogDestination(settings.file));
}

const SILENT: Log = { call: () => {}, event: () => {}, wantsEvents: false, line: () => {}, close: async () => {} };

interface Line {
  readonly level: LineLevel;
  readonly message: string;
  readonly fields: JsonObject;
}

class PinoLog implements Log {
  #logger: Logger | null = null;
  #loading: Promise<void> | null = null;
  /** Lines that came before pino was there. */
  #early: Line[] = [];

  constructor(
    private readonly level: LineLevel,
    private readonly destination: LogDestination,
  ) {}

  call(call: Call | null, result: Result): void {
    if (this.#passes("info")) this.#write("info", "call", callLine(call, result));
  }

  event(id: string, call: Call | null, event: RunEvent): void {
    if (this.wantsEvents) this.#write("debug", "event", { id: shownId(id, call), ...eventFields(event) });
  }

  get wantsEvents(): boolean {
    return this.#passes("debug");
  }

  line(level: LineLevel, message: string, fields: JsonObject = {}): void {
    if (this.#passes(level)) this.#write(level, message, fields);
  }

  async close(): Promise<void> {
    await this.#loading;
    await this.destination.close();
  }

  #passes(level: LineLevel): boolean {
    return LEVELS.indexOf(level) >= LEVELS.indexOf(this.level);
  }

  #write(level: LineLevel, message: string, fields: JsonObject): void {
    const line = { level, message, fields: { time: new Date().toISOString(), ...fields } };
    if (this.#logger !== null) {
      this.#logger[level](line.fields, message);
      return;
    }
    this.#early.push(line);
    this.#loading ??= this.#load();
  }

  /** pino takes some 10 ms to load: `exec` does without it until there is something to say. */
  async #load(): Promise<void> {
    process.once("exit", this.#writeEarlyAsTheyAre);
    try {
      const { pino } = await import("pino");
      const stream = { write: (line: string) => this.destination.write(escapeLineSeparators(line)) };
      const formatters = { level: (level: string) => ({ level }), bindings: () => ({ pid: process.pid }) };
      this.#logger = pino({ level: this.level, timestamp: false, formatters }, stream);
      for (const { level, fields, message } of this.#early.splice(0)) this.#logger[level](fields, message);
    } catch {
      this.#writeEarlyAsTheyAre();
      this.#loading = null;
    } finally {
      process.off("exit", this.#writeEarlyAsTheyAre);
    }
  }

  /** The process ends before pino was there, or pino cannot be loaded: the lines still count. */
  readonly #writeEarlyAsTheyAre = () => {
    for (const { level, fields, message } of this.#early.splice(0)) {
      this.destination.write(jsonLine({ level, pid: process.pid, ...fields, msg: message }));
    }
  };
}

function eventFields(event: RunEvent): JsonObject {
  switch (event.type) {
    case "started":
      return { type: event.type, at_ms: event.at_ms, child: event.pid };
    case "output":
      return { type: event.type, at_ms: event.at_ms, stream: event.stream, characters: event.text.length };
    case "settled":
      return { type: event.type, at_ms: event.at_ms, status: event.result.status };
    default:
      return { ...event };
  }
}
