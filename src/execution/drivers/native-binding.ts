import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { packageDir } from "../../package-dir.js";

/** What the addon gives back for a warden; only to be handed in again. */
export type NativeClient = object & { readonly __client: unique symbol };

type OnEvents = (count: number, bytes: Buffer[]) => void;

/** The addon's functions (`native/addon/module.c`). Orders take effect on its own thread, after `turn`. */
export interface NativeBinding {
  open(wardenPath: string, mode: string, words: Int32Array, onEvents: OnEvents): NativeClient;
  /** `strings`: program, cwd, argv, environment, each with a NUL behind. Not 0: the errno for which nothing was done. */
  spawn(client: NativeClient, run: number, argc: number, envc: number, strings: string, limits: Float64Array): number;
  signal(client: NativeClient, run: number, sequence: number, signal: number): void;
  list(client: NativeClient, run: number, sequence: number): void;
  pause(client: NativeClient, run: number): void;
  resume(client: NativeClient, run: number): void;
  closeOutput(client: NativeClient, run: number): void;
  dispose(client: NativeClient, run: number): void;
  /** Whether the client keeps the event loop alive. */
  hold(client: NativeClient, yes: boolean): void;
  close(client: NativeClient): void;
  /**
   * Hands over the orders given since the last time, and passes on what has come. To be called after orders and after
   * events, again while it returns true, each time from a later turn of the event loop.
   */
  turn(client: NativeClient, onEvents: OnEvents): boolean;
}

/** Kinds of events: those of the warden (`native/shared/protocol.h`) and those of the addon. */
export const KIND = {
  hello: 0,
  spawned: 1,
  failed: 2,
  exited: 3,
  emptied: 4,
  signalled: 5,
  listed: 6,
  output: 100,
  ended: 101,
  lost: 102,
  closed: 103,
} as const;

/** Set in the kind of an event that the next Buffer belongs to. */
export const WITH_BYTES = 1 << 16;

/** Numbers of one event: kind, run, and four that go by the kind. */
export const EVENT_WORDS = 6;

export interface NativeParts {
  readonly binding: NativeBinding;
  readonly wardenPath: string;
}

export type NativeLoad = NativeParts | { readonly missing: string };

let loaded: NativeLoad | undefined;

/** Loads the addon, once; `missing` says in words why it cannot be had. */
export function loadNative(): NativeLoad {
  loaded ??= load();
  return loaded;
}

function load(): NativeLoad {
  if (process.platform !== "linux") return { missing: `there is none for ${process.platform}, only for Linux` };
  const folder = buildFolder();
  if (folder === null) {
    return { missing: "it was not built when Agent-Reach was installed (npm rebuild agent-reach tries again)" };
  }
  try {
    const binding = createRequire(import.meta.filename)(join(folder, "agent_reach.node")) as NativeBinding;
    return { binding, wardenPath: join(folder, "agent-reach-warden") };
  } catch (error) {
    return { missing: `it does not load: ${(error as Error).message}` };
  }
}

/** Where the install step puts what it builds; null when it has not. */
function buildFolder(): string | null {
  const folder = join(packageDir, "native", "build", "Release");
  return ["agent_reach.node", "agent-reach-warden"].every((file) => existsSync(join(folder, file))) ? folder : null;
}
