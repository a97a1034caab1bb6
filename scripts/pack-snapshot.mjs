// Writes dist/packs.json: the shipped packs as definitions that are read and checked, for a quick start.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));

export async function writePackSnapshot() {
  const { load, packSnapshot } = await bundled();
  const folder = join(root, "registry");
  const packs = {};
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".toml"))) {
    const { registry } = await load({ cwd: root, config: { registry: [`pack:${file.replace(/\.toml$/, "")}`] } });
    packs[file] = packSnapshot(readFileSync(join(folder, file), "utf8"), [...registry.tools.values()]);
  }
  writeFileSync(join(root, "dist/packs.json"), JSON.stringify(packs));
}

/** The loader itself, from the sources. */
async function bundled() {
  const outfile = join(root, "dist/pack-loader.mjs");
  await build({
    stdin: {
      contents: `export { load } from "./src/broker/load.js"; export { packSnapshot } from "./src/registry/index.js";`,
      resolveDir: root,
    },
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "warning",
  });
  try {
    return await import(outfile);
  } finally {
    rmSync(outfile);
  }
}
