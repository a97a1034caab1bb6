// Loads test/corpus: what real tools printed, and what a reader must find in it (see docs/output.md).
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../../test/corpus");

/** @returns all cases, by id, with their bytes */
export function loadCases() {
  return readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const read = (file) => readFileSync(join(ROOT, name, file));
      return { ...JSON.parse(read("meta.json")), stdout: read("stdout.bin"), stderr: read("stderr.bin") };
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}
