import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** Runs a program to its end. Rejects when it fails, with what it said. */
export function runProgram(program, args, { input = "", ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ["pipe", "pipe", "pipe"], ...options });
    const out = [];
    let err = "";
    child.stdout.on("data", (chunk) => out.push(chunk));
    child.stderr.on("data", (chunk) => {
      err = (err + chunk).slice(-4000);
    });
    child.stdin.on("error", () => {});
    child.on("error", reject);
    child.on("close", (code, signal) => {
      const stdout = Buffer.concat(out).toString("utf8");
      resolve({ code, signal, stdout, stderr: err });
    });
    child.stdin.end(input);
  });
}

/** Runs one of our own programs that prints JSON. */
export async function runNode(file, args, options) {
  const { code, signal, stdout, stderr } = await runProgram(process.execPath, [file, ...args], options);
  if (stdout.trim() === "") throw new Error(`${file} ${args.join(" ")} ended with ${signal ?? code}: ${stderr}`);
  return JSON.parse(stdout);
}

/** Live processes (no zombies) whose command line holds `text`; Linux alone. */
export function processesWith(text) {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const state = /\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1];
        return state !== "Z" && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(text);
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** Children of a process, zombies among them: pid and command line; Linux alone. */
export function childrenOf(parent) {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const ppid = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1];
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
        return Number(ppid) === parent ? [{ pid: Number(pid), command }] : [];
      } catch {
        return [];
      }
    });
}

/** Resident bytes of this process. */
export const residentBytes = () => process.memoryUsage.rss();
