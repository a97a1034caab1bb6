// Builds the native driver (native/) when the package is installed. It is never required: where it cannot be built,
// one line says so, the install succeeds, and the portable driver serves. `agent-reach doctor` tells which one is used.
//   AGENT_REACH_NATIVE=skip  leaves it out
import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const native = fileURLToPath(new URL("../native", import.meta.url));
/** Longer than any build takes; a download of headers that hangs must not hang the install. */
const BUILD_MS = 180_000;
const OUTPUT = { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] };

const reason = whyNot() ?? build();
const without = "The portable driver serves instead: it works, but is slower and contains less.";
const outcome = reason === null ? "native driver built" : `no native driver (${reason}). ${without}`;
process.stdout.write(`agent-reach: ${outcome}\n`);

/** What stands against building, in words; null when nothing does. */
function whyNot() {
  if (process.env.AGENT_REACH_NATIVE === "skip") return "AGENT_REACH_NATIVE=skip";
  if (process.platform !== "linux") return `it is for Linux, this is ${process.platform}`;
  if (!existsSync(join(native, "binding.gyp"))) return "its sources are not in this package";
  for (const [what, names] of [
    ["C compiler", [process.env.CC, "cc", "gcc", "clang"]],
    ["make", [process.env.MAKE, "make"]],
    ["Python", [process.env.npm_config_python, process.env.PYTHON, "python3", "python"]],
  ]) {
    if (!names.some((name) => name && runs(name))) return `no ${what} was found`;
  }
  return null;
}

/** A compiler may be given with options (`ccache cc`). */
function runs(command) {
  const [program, ...options] = command.split(/\s+/);
  return spawnSync(program, [...options, "--version"], { stdio: "ignore" }).status === 0;
}

/** Builds; null when that worked, else why not. */
function build() {
  const gyp = nodeGyp();
  if (gyp === null) return "node-gyp was not found beside npm";
  rmSync(join(native, "build"), { recursive: true, force: true });
  const args = [gyp, "rebuild", "--directory", native, "--jobs", "max", "--loglevel", "error", ...headers()];
  const { status, error, stdout, stderr } = spawnSync(process.execPath, args, { ...OUTPUT, timeout: BUILD_MS });
  if (status === 0 && !error) return null;
  // What is half built must not be taken for a driver.
  rmSync(join(native, "build"), { recursive: true, force: true });
  return error?.code === "ETIMEDOUT"
    ? `the build took more than ${BUILD_MS / 1000} s`
    : firstError(`${stderr}\n${stdout}`);
}

/** npm tells where its own is, or it lies beside it. */
function nodeGyp() {
  const told = process.env.npm_config_node_gyp;
  if (told && existsSync(told)) return told;
  const places = [process.env.npm_execpath, join(dirname(process.execPath), "../lib/node_modules/npm/package.json")];
  for (const place of places) {
    try {
      return createRequire(place).resolve("node-gyp/bin/node-gyp.js");
    } catch {
      // Not there, or no place at all.
    }
  }
  return null;
}

/** The headers that came with this Node; without them node-gyp downloads some. */
function headers() {
  const prefix = dirname(dirname(process.execPath));
  return existsSync(join(prefix, "include/node/node_api.h")) ? [`--nodedir=${prefix}`] : [];
}

function firstError(output) {
  const lines = output.split("\n").map((line) => line.trim());
  const line = lines.find(
    (text) => /\b(error|ERR!)/.test(text) && !/^gyp ERR! (build error|stack|configure error)$/.test(text),
  );
  return line?.slice(0, 200) ?? "the build failed";
}
