import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { LOOP_PROBE } from "../measure/loop-delay.js";
import type { CommandLine } from "./command-line.js";
import { createErrorTail } from "./error-tail.js";

interface Waiting {
  readonly resolve: (message: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** A process that takes a line of JSON for each request and answers with a line of JSON that has the same `id`. */
export interface LineProcess {
  readonly pid: number;
  readonly strays: number;
  /** Sends one message; resolves to the one that answers `id`. */
  ask(id: string, message: unknown): Promise<unknown>;
  tell(message: unknown): void;
  watchLoop(listener: (delaysMs: readonly number[]) => void): () => void;
  /** Ends its input and waits for its end. */
  close(): Promise<void>;
}

/** Starts `agent-reach` with `args`, and in it a probe that reports how late its event loop is. */
export function startLineProcess({ program, before }: CommandLine, args: readonly string[]): LineProcess {
  const child = spawn(program, ["--import", LOOP_PROBE, ...before, ...args], {
    stdio: ["pipe", "pipe", "pipe", "ipc"],
    serialization: "json",
  });
  const waiting = new Map<string, Waiting>();
  const tail = createErrorTail(child.stderr!);
  let strays = 0;
  let broken: Error | null = null;
  let loopListener: (delaysMs: readonly number[]) => void = () => {};

  const ended = new Promise<void>((resolve) => {
    const end = (error: Error) => {
      broken ??= error;
      for (const { reject } of waiting.values()) reject(broken);
      waiting.clear();
      resolve();
    };
    child.once("error", end);
    child.once("close", (code, signal) => end(new Error(`${args[0]} ended with ${signal ?? code}. ${tail()}`.trim())));
  });
  child.stdin!.on("error", () => {});
  child.on("message", (delays) => loopListener(delays as number[]));
  createInterface({ input: child.stdout!, crlfDelay: Number.POSITIVE_INFINITY }).on("line", (line) => {
    const message = parse(line);
    const id = String(message?.id ?? "");
    const asked = waiting.get(id);
    waiting.delete(id);
    if (asked !== undefined) asked.resolve(message);
    else if (!isNotification(message)) strays += 1;
  });

  const tell = (message: unknown) => void child.stdin!.write(`${JSON.stringify(message)}\n`);
  return {
    pid: child.pid ?? 0,
    get strays() {
      return strays;
    },
    ask(id, message) {
      if (broken !== null) return Promise.reject(broken);
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        tell(message);
      });
    },
    tell,
    watchLoop(listener) {
      loopListener = listener;
      return () => {
        loopListener = () => {};
      };
    },
    close() {
      child.stdin!.end();
      return ended;
    },
  };
}

function parse(line: string): { readonly id?: unknown; readonly method?: unknown } | null {
  try {
    const value = JSON.parse(line);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

/** JSON-RPC messages that nobody asked for and nobody answers. */
const isNotification = (message: ReturnType<typeof parse>) => message?.method !== undefined && message.id === undefined;
