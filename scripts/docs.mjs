// Writes the table of error codes in docs/results.md from src/errors/table.ts.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = `${root}/docs/results.md`;

const bundle = await build({
  entryPoints: [`${root}/src/errors/table.ts`],
  bundle: true,
  format: "esm",
  write: false,
  logLevel: "warning",
});
const { ERRORS } = await import(`data:text/javascript,${encodeURIComponent(bundle.outputFiles[0].text)}`);

const rows = Object.entries(ERRORS).map(
  ([code, { status, exitStatus, httpStatus, retryable, meaning }]) =>
    `| \`${code}\` | \`${status}\` | ${exitStatus} | ${httpStatus} | ${retryable ? "yes" : "no"} | ${meaning} |`,
);
const table = ["| code | status | exit | HTTP | retry | meaning |", "| --- | --- | --- | --- | --- | --- |", ...rows];
const text = readFileSync(page, "utf8");
const between = /(<!-- codes -->\n)[\s\S]*?(<!-- \/codes -->)/;
writeFileSync(page, text.replace(between, `$1\n${table.join("\n")}\n\n$2`));
