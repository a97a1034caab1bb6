import type { ProcessDriver, ProcessHandle, ProcessListener, Settings, SpawnSpec } from "../../contract/index.js";
import { memo } from "../../memo.js";
import { type ContainmentInForce, inForce } from "../containment/modes.js";
import { MARKER_VARIABLE } from "../marker.js";
import { spawnFault } from "../spawn-fault.js";
import { spawnRefusal } from "../spawn-refusal.js";
import { loadNative, type NativeParts } from "./native-binding.js";
import { type EnvironmentBlock, Warden } from "./native-warden.js";

export interface NativeDriver extends ProcessDriver {
  readonly name: "native";
  /** Starts the warden unless it runs; how runs are contained now. Null when it cannot be started. */
  containment(): Promise<ContainmentInForce | null>;
  /** Ends the warden, which kills what still runs. A later spawn starts a new one. */
  close(): Promise<void>;
}

export type NativeDriverLoad = { readonly driver: NativeDriver } | { readonly missing: string };

/**
 * The driver for Linux: an addon and a helper process, the warden, that starts every run off the event loop, holds it
 * together whatever it does, and kills it when the broker dies. `missing` says in words why it cannot be had here.
 */
export function loadNativeDriver(containment: Settings["containment"]): NativeDriverLoad {
  const parts = loadNative();
  return "missing" in parts ? parts : { driver: new WardenDriver(parts, containment) };
}

class WardenDriver implements NativeDriver {
  readonly name = "native";
  readonly #parts: NativeParts;
  readonly #mode: string;
  #warden: Warden | null = null;

  constructor(parts: NativeParts, { mode, require }: Settings["containment"]) {
    this.#parts = parts;
    // With it the warden starts nothing unless it has that very mode.
    this.#mode = require ? `${mode}!` : mode;
  }

  spawn(spec: SpawnSpec, listener: ProcessListener): ProcessHandle {
    const env = environmentBlock(spec.env);
    const valid = env !== null && spec.argv.length > 0;
    const started = valid ? (this.#open()?.spawn(spec, env, listener) ?? "EAGAIN") : "EINVAL";
    return typeof started === "string" ? refused(started, spec, listener) : started;
  }

  prepare(): void {
    this.#open();
  }

  async containment(): Promise<ContainmentInForce | null> {
    const hello = await this.#open()?.hello;
    return hello ? inForce(hello) : null;
  }

  async close(): Promise<void> {
    const warden = this.#warden;
    this.#warden = null;
    await warden?.close();
  }

  /** Null when the system gives no thread for it. */
  #open(): Warden | null {
    if (this.#warden?.open) return this.#warden;
    try {
      this.#warden = new Warden(this.#parts, this.#mode);
    } catch {
      this.#warden = null;
    }
    return this.#warden;
  }
}

/** Null when a name cannot be one. */
const environmentBlock = memo((env: SpawnSpec["env"]): EnvironmentBlock | null => {
  const lines: string[] = [];
  for (const [name, value] of Object.entries(env)) {
    if (name === "" || name.includes("=")) return null;
    lines.push(`${name}=${value}\0`);
  }
  // An outer broker, whose run we are in, looks for its mark in what we start.
  const outer = process.env[MARKER_VARIABLE];
  if (outer !== undefined) lines.push(`${MARKER_VARIABLE}=${outer}\0`);
  return { count: lines.length, text: lines.join("") };
});

function refused(errno: string, spec: SpawnSpec, listener: ProcessListener): ProcessHandle {
  const reason = (errno === "EINVAL" ? spawnRefusal(spec) : null) ?? spawnFault(errno, spec);
  queueMicrotask(() => listener.failed(reason));
  return NOTHING;
}

/** The handle of a run that never was. */
const NOTHING: ProcessHandle = {
  pause() {},
  resume() {},
  signalTree: async () => 0,
  alive: async () => [],
  closeOutput() {},
  dispose() {},
};
