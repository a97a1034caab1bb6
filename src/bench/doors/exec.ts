import { spawn } from "node:child_process";
import type { RequestInput, Result } from "../../contract/index.js";
import type { FrontDoor } from "../front-door.js";
import type { CommandLine } from "./command-line.js";
import { createErrorTail } from "./error-tail.js";

/** `exec --json`: a process for each call, as a plain `subprocess` caller has it. */
export function execDoor(commandLine: CommandLine): FrontDoor {
  return {
    name: "exec",
    abilities: { cancel: true, timeout: true },
    open: async () => ({
      pid: null,
      strays: 0,
      call: (request, signal) => execOnce(commandLine, request, signal),
      watchLoop: () => () => {},
      close: async () => {},
    }),
  };
}

function execOnce({ program, before, flags }: CommandLine, request: RequestInput, signal?: AbortSignal) {
  return new Promise<Result>((resolve, reject) => {
    const child = spawn(program, [...before, "exec", "--json", ...flags], {
      stdio: ["pipe", "pipe", "pipe"],
    });
    const tail = createErrorTail(child.stderr);
    const chunks: Buffer[] = [];
    const cancel = () => void child.kill("SIGTERM");
    if (signal?.aborted) cancel();
    signal?.addEventListener("abort", cancel, { once: true });
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stdin.on("error", () => {});
    child.once("error", reject);
    child.once("close", () => {
      signal?.removeEventListener("abort", cancel);
      const answer = Buffer.concat(chunks).toString("utf8");
      try {
        resolve(JSON.parse(answer));
      } catch {
        reject(new Error(`exec --json printed no result: ${JSON.stringify(answer.slice(0, 200))} ${tail()}`));
      }
    });
    child.stdin.end(JSON.stringify(request));
  });
}
