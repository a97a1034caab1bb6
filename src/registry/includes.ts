import { realpathSync } from "node:fs";
import { dirname, relative } from "node:path";
import type { ToolDefinition } from "../contract/index.js";
import {
  absolutePattern,
  type BrokenKeys,
  type Document,
  type Findings,
  type KeyPath,
  type Place,
  readDocument,
} from "../toml/index.js";
import type { KnownTools } from "./pack-snapshot.js";
import { checkRegistrySchema } from "./schema.js";
import { expandSource } from "./sources.js";

/** A registry file: one whose shape is checked, or one whose tools are known without reading it. */
export type RegistryFile =
  | { readonly kind: "document"; readonly document: Document; readonly broken: BrokenKeys }
  | { readonly kind: "known"; readonly file: string; readonly tools: readonly ToolDefinition[] };

export interface IncludeOptions {
  readonly sources: readonly string[];
  readonly packageDir: string;
  readonly findings: Findings;
  readonly known: KnownTools;
  /** Where the entry of `sources` is written, for faults in it; null when nobody knows. */
  readonly place: ((index: number) => Promise<Place>) | null;
}

/**
 * Reads all files that the sources name and all that those include: each file once, what a file includes before the
 * file itself. A circle of includes is a fault that names it. `complete`: no file that is named is missing from it.
 */
export async function readRegistryFiles(
  options: IncludeOptions,
): Promise<{ readonly files: RegistryFile[]; readonly complete: boolean }> {
  const { findings, known, packageDir } = options;
  const read: RegistryFile[] = [];
  let complete = true;
  const done = new Set<string>();
  /** The files that are being read, each included by the one before. */
  const open: string[] = [];

  const visit = async (file: string, complain: Complain): Promise<void> => {
    const real = realpathOf(file);
    if (done.has(real)) return;
    if (open.includes(real)) {
      const circle = [...open.slice(open.indexOf(real)), real];
      await complain(`the files include each other in a circle: ${namesOf(circle).join(" → ")}`, null);
      return;
    }
    const tools = known(file);
    if (tools !== null) {
      read.push({ kind: "known", file, tools });
      done.add(real);
      return;
    }
    const reading = readDocument(file);
    if (reading.kind === "document") {
      open.push(real);
      await visitDocument(reading.document);
      open.pop();
      done.add(real);
      return;
    }
    complete = false;
    if (reading.kind === "missing") return complain(`there is no file ${file}`, null);
    if (reading.kind === "unusable") return complain(`${file} ${reading.message}`, reading.suggestion);
    findings.addFault(reading.fault);
    done.add(real);
  };

  const visitDocument = async (document: Document): Promise<void> => {
    const broken = await checkRegistrySchema(document, findings);
    if (broken.touches(["include"])) complete = false;
    const includes = (document.table.include ?? []) as readonly string[];
    for (const [index, name] of includes.entries()) {
      const path: KeyPath = ["include", index];
      await visitSource(absolutePattern(dirname(document.file), name), async (message, suggestion) =>
        findings.add(document, path, message, { suggestion }),
      );
    }
    read.push({ kind: "document", document, broken });
  };

  const visitSource = async (source: string, complain: Complain): Promise<void> => {
    const expanded = await expandSource(source, packageDir);
    if (expanded.kind === "unknown") {
      complete = false;
      return complain(expanded.message, expanded.suggestion);
    }
    for (const file of expanded.files) await visit(file, complain);
  };

  for (const [index, source] of options.sources.entries()) {
    await visitSource(source, async (message, suggestion) => {
      const place = (await options.place?.(index)) ?? { file: source, line: null, column: null, key: null };
      findings.addFault({ ...place, message, suggestion });
    });
  }
  return { files: read, complete };
}

/** Tells of a fault at the entry that named the file. */
type Complain = (message: string, suggestion: string | null) => Promise<void>;

function realpathOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

/** Short names of files, as seen from the folder of the first. */
const namesOf = (files: readonly string[]) => files.map((file) => relative(dirname(files[0]!), file));
