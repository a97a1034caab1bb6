// Compiles schemas/*.schema.json ahead of time, so that no schema compiler is loaded at run time.
//   node scripts/validators.mjs     writes src/generated/
//
// Two forms of each schema: one that only says yes or no, small, for every start; one that says everything that is
// wrong, three times the size, which is loaded only when the first said no.
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const target = `${root}src/generated`;

/** Words of the schemas that only explain, for src/toml/explain.ts. */
const OWN_WORDS = ["x-expects", "x-names", "x-words", "x-also", "x-elsewhere"];
/** Words for editors alone. */
const EDITOR_WORDS = ["$schema", "title", "description"];
/** Words whose values are schemas by free names. */
const MAP_WORDS = ["properties", "patternProperties", "definitions"];

export async function writeValidators() {
  await mkdir(target, { recursive: true });
  await write(
    "accepts",
    { acceptsConfig: "config", acceptsRegistry: "registry" },
    [...EDITOR_WORDS, ...OWN_WORDS],
    {},
    withoutErrors,
    "(value: unknown) => boolean",
  );
  await write(
    "validators",
    { validateConfig: "config", validateRegistry: "registry" },
    EDITOR_WORDS,
    // `verbose` puts into each error the schema it comes from, where its own words are found.
    { allErrors: true, verbose: true },
    (code) => code,
    'import("../toml/index.js").Validator',
  );
  await write(
    "mix-validator",
    { validateMix: "mix" },
    EDITOR_WORDS,
    { allErrors: true, verbose: true },
    (code) => code,
    'import("../toml/index.js").Validator',
  );
}

/** Writes one module: a function for each schema, by its exported name. */
async function write(module, functions, leftOut, options, change, type) {
  const ajv = new Ajv2020({
    ...options,
    allowUnionTypes: true,
    messages: false,
    strict: true,
    code: { source: true, esm: true },
  });
  ajv.addVocabulary(OWN_WORDS);
  for (const name of Object.values(functions)) {
    const schema = JSON.parse(await readFile(`${root}schemas/${name}.schema.json`, "utf8"));
    ajv.addSchema(without(leftOut, schema), name);
  }
  // The code refers to helpers inside ajv; esbuild puts them in.
  const { outputFiles } = await build({
    stdin: { contents: change(standalone.default(ajv, functions)), resolveDir: root, sourcefile: `${module}.js` },
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node20.19",
    minify: true,
    logLevel: "warning",
  });
  await replace(`${target}/${module}.js`, outputFiles[0].text);
  const declarations = Object.keys(functions).map((name) => `export const ${name}: ${type};\n`);
  await replace(`${target}/${module}.d.ts`, declarations.join(""));
}

/** Puts a number, which the callers count, for every error: half of the code makes errors that nobody reads here. */
function withoutErrors(code) {
  return code.replace(/(validate\d+\.errors = )\[\{.*?\}\];return false;/g, "$1[0];return false;");
}

/** Whoever reads at the same time sees the old file or the new one, never half of one. */
async function replace(file, text) {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, text);
  await rename(draft, file);
}

/** The schema without some words, at every level; a property of the same name stays. */
function without(words, schema) {
  return mapValues(
    Object.fromEntries(Object.entries(schema).filter(([word]) => !words.includes(word))),
    (value, word) => {
      if (MAP_WORDS.includes(word)) return mapValues(value, (inner) => without(words, inner));
      return word === "items" ? without(words, value) : value;
    },
  );
}

function mapValues(map, change) {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, change(value, name)]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeValidators();
