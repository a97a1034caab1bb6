#!/usr/bin/env node
"use strict";

const { loadCompiled } = require("./compiled.js");

/** `exec --json` is what agents call thousands of times: it starts from compiled code, without the other commands. */
function fastExec(args) {
  if (args[0] !== "exec") return null;
  const { execFlags, execJson } = loadCompiled("exec");
  const exec = execFlags(args);
  return exec?.mode === "json" ? execJson(exec.flags) : null;
}

const args = process.argv.slice(2);
const done = fastExec(args) ?? import("../dist/cli.js").then(({ main }) => main(args));
done.then(
  (status) => process.exit(status),
  (error) => {
    process.stderr.write(`agent-reach: ${error?.stack ?? error}\n`);
    process.exit(71);
  },
);
