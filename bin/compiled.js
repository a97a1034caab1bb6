"use strict";

const { readFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { join } = require("node:path");
const vm = require("node:vm");

const dist = join(__dirname, "..", "dist");

/**
 * Loads dist/NAME.cjs with the code that V8 compiled when it was built (dist/NAME.cache), which saves a third of the
 * start-up. V8 itself refuses a cache that another version made; the source is compiled then.
 */
function loadCompiled(name) {
  return compile(name, readCache(join(dist, `${name}.cache`))).exports;
}

function compile(name, cachedData) {
  const filename = join(dist, `${name}.cjs`);
  const script = new vm.Script(readFileSync(filename, "latin1"), { filename, cachedData });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(filename), module, filename, dist);
  return { script, exports: module.exports };
}

function readCache(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

module.exports = { compile, loadCompiled };
