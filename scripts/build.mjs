// Builds dist/: the validators, the bundles, the compiled code of `exec` and the type declarations.
//   node scripts/build.mjs            everything
//   node scripts/build.mjs --no-types without the declarations
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { writePackSnapshot } from "./pack-snapshot.mjs";
import { writeTokenRanks } from "./token-ranks.mjs";
import { writeValidators } from "./validators.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);

const common = {
  bundle: true,
  platform: "node",
  target: "node20.19",
  minify: true,
  keepNames: true,
  logLevel: "warning",
};

/** Loads modules of Node that take milliseconds, and that a short call does not need, when they are first used. */
const lazyBuiltins = {
  name: "lazy-builtins",
  setup(bundler) {
    bundler.onResolve({ filter: /^node:(child_process|fs\/promises|module|os|readline)$/ }, ({ path }) => ({
      path,
      namespace: "lazy-builtin",
    }));
    bundler.onLoad({ filter: /.*/, namespace: "lazy-builtin" }, async ({ path }) => {
      const names = Object.keys(await import(path)).filter((name) => name !== "default");
      const load = `process.getBuiltinModule(${JSON.stringify(path)})`;
      const getters = names.map((name) => `get ${JSON.stringify(name)}(){return ${load}[${JSON.stringify(name)}]}`);
      return { contents: `module.exports={${getters.join(",")},get default(){return ${load}}}`, loader: "js" };
    });
  },
};

/** What explains faults is a quarter of all code, and needed only where there are some. */
const apartValidators = {
  name: "apart-validators",
  setup(bundler) {
    bundler.onResolve({ filter: /generated\/validators\.js$/ }, ({ kind }) =>
      kind === "entry-point" ? null : { path: "./validators.cjs", external: true },
    );
  },
};

await writeValidators();
rmSync("dist", { recursive: true, force: true });
await buildModules();
await writePackSnapshot();
writeTokenRanks();
await buildExec();
writeExecCache();
if (!process.argv.includes("--no-types")) {
  const tsc = fileURLToPath(import.meta.resolve("typescript/bin/tsc"));
  execFileSync(process.execPath, [tsc, "-p", "tsconfig.build.json"], { stdio: "inherit" });
}

/** The library and the command line, in chunks, so that each command reads only what it needs. */
async function buildModules() {
  const { exports } = JSON.parse(readFileSync("package.json", "utf8"));
  const adapters = Object.keys(exports).filter((name) => name !== "." && name !== "./package.json");
  await build({
    ...common,
    entryPoints: {
      index: "src/index.ts",
      cli: "src/frontends/cli/main.ts",
      ...Object.fromEntries(adapters.map((name) => [`adapters/${name.slice(2)}`, `src/adapters/${name.slice(2)}.ts`])),
    },
    outdir: "dist",
    splitting: true,
    chunkNames: "[name]-[hash]",
    format: "esm",
    sourcemap: true,
    packages: "external",
  });
}

/** `exec --json` alone, in one file; what it seldom needs is loaded from beside it or from node_modules then. */
async function buildExec() {
  const options = {
    ...common,
    outdir: "dist",
    outExtension: { ".js": ".cjs" },
    // Names cost a call for each function at every start.
    keepNames: false,
    // Code from a cache can't import, but it can require.
    supported: { "dynamic-import": false },
    format: "cjs",
    external: ["chardet", "iconv-lite", "pino", "re2js", "toml-eslint-parser", "tree-kill"],
    plugins: [lazyBuiltins, apartValidators],
    define: { "import.meta.filename": "__filename", "import.meta.dirname": "__dirname" },
  };
  await build({ ...options, entryPoints: { validators: "src/generated/validators.js" } });
  await build({
    ...options,
    entryPoints: { exec: "src/frontends/cli/fast-exec.ts" },
    // A function of what bin/compiled.js gives it, as in Node's own loader.
    banner: { js: "(function(exports,require,module,__filename,__dirname){" },
    footer: { js: "})" },
  });
}

function writeExecCache() {
  const folder = mkdtempSync(join(tmpdir(), "agent-reach-build-"));
  try {
    const config = join(folder, "agent-reach.toml");
    const registry = join(root, "config/starter/registry/tools.toml");
    writeFileSync(config, `registry = [${JSON.stringify(registry)}]\nstate_dir = "state"\n`);
    const args = ["scripts/code-cache.mjs", config];
    execFileSync(process.execPath, args, { input: '{"tool":"hello"}', stdio: ["pipe", "ignore", "inherit"] });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
