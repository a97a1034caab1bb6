// Writes dist/exec.cache: what V8 compiled of dist/exec.cjs while it answered a real request. Run by the build, with a
// request on stdin.
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const { compile } = createRequire(import.meta.url)("../bin/compiled.js");
const [configFile] = process.argv.slice(2);
const { script, exports } = compile("exec");
await exports.execJson({ config: configFile });
writeFileSync(fileURLToPath(new URL("../dist/exec.cache", import.meta.url)), script.createCachedData());
process.exit(0);
