// Installs what conformance.test.ts needs and no user does: the official suite, and the Node it runs on.
//   node test/frontends/mcp/conformance-setup.mjs
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const SUITE = "@modelcontextprotocol/conformance@0.2.0-alpha.12";
const INSPECTOR = "@modelcontextprotocol/inspector@2.12.0";
const NODE = `node-${process.platform}-${process.arch}@22.23.3`;

const folder = fileURLToPath(new URL("../../../node_modules/.cache/mcp-conformance", import.meta.url));
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}/package.json`, '{ "private": true }\n');
const options = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
execFileSync("npm", ["install", ...options, SUITE, INSPECTOR, NODE], { cwd: folder, stdio: "inherit" });
