import type { ToolDefinition } from "../contract/index.js";
import { type Document, type Findings, freezeMap, objectDocument, type Place } from "../toml/index.js";
import type { DefinitionChecks } from "./checks.js";
import { type RegistryFile, readRegistryFiles } from "./includes.js";
import { type KnownTools, readPackSnapshot } from "./pack-snapshot.js";
import type { RawTool } from "./raw.js";
import { checkRegistrySchema } from "./schema.js";
import { readTool } from "./tool.js";
import { ToolScope } from "./tool-scope.js";

/** All tools, validated; frozen all the way down. */
export interface Registry {
  /** By name, in the order of the files and in declared order within each. */
  readonly tools: ReadonlyMap<string, ToolDefinition>;
  /** Every file that was read, absolute, for those who watch them. */
  readonly files: readonly string[];
}

/** A registry as far as it could be read. */
export interface RegistryReading {
  /** Fit to be used only where nothing was found wrong. */
  readonly registry: Registry;
  /** Every tool that is written down, also those with faults; null when a file could not be read. */
  readonly written: readonly Named[] | null;
}

/** What is known of a tool that may have faults. */
export interface Named {
  readonly name?: string | undefined;
  readonly group?: string | undefined;
}

export interface RegistryOptions extends DefinitionChecks {
  /** `settings.registry`: absolute patterns and `pack:` names. */
  readonly sources: readonly string[];
  /** The folder of the package, where registry/ holds the shipped packs. */
  readonly packageDir: string;
  /** The snapshot of the shipped packs that the build wrote; null = read them. */
  readonly snapshot: string | null;
  /** Where an entry of `sources` is written, so that a fault in it has a place. */
  readonly place?: (index: number) => Promise<Place>;
}

/** Reads every file the sources name, and all they include; all that is wrong goes to the findings. */
export async function readRegistry(options: RegistryOptions, findings: Findings): Promise<RegistryReading> {
  const known = readPackSnapshot(options.snapshot, options.packageDir);
  // A clash of names is told with both places, which only reading gives.
  return (await readAndBuild(options, known, findings)) ?? (await readAndBuild(options, () => null, findings))!;
}

/** Null when a tool that was not read has the name of another one. */
async function readAndBuild(
  options: RegistryOptions,
  known: KnownTools,
  findings: Findings,
): Promise<RegistryReading | null> {
  const { sources, packageDir, place = null } = options;
  const { files, complete } = await readRegistryFiles({ sources, packageDir, findings, known, place });
  if (knownNameTwice(files)) return null;
  return { registry: await build(files, options, findings), written: complete ? writtenIn(files) : null };
}

/** Reads an object of the shape of a registry file, `{ tools: [...] }`. Faults name the file `<definitions>`. */
export async function readDefinitions(
  definitions: object,
  checks: DefinitionChecks,
  findings: Findings,
): Promise<RegistryReading> {
  const document = objectDocument("<definitions>", definitions);
  const broken = await checkRegistrySchema(document, findings);
  if (document.table.include !== undefined) {
    findings.add(document, ["include"], "only files can include files");
  }
  const files: RegistryFile[] = [{ kind: "document", document, broken }];
  return { registry: await build(files, checks, findings), written: writtenIn(files) };
}

function writtenIn(files: readonly RegistryFile[]): Named[] {
  return files.flatMap((file): readonly Named[] => {
    return file.kind === "known" ? file.tools : rawTools(file.document).map((tool) => tool ?? {});
  });
}

async function build(files: readonly RegistryFile[], checks: DefinitionChecks, findings: Findings): Promise<Registry> {
  const tools = new Map<string, ToolDefinition>();
  const names = new Map<string, ToolScope>();
  for (const file of files) {
    if (file.kind === "known") {
      for (const tool of file.tools) tools.set(tool.name, tool);
      continue;
    }
    for (const [index, raw] of rawTools(file.document).entries()) {
      // What is no table has been reported and taken out.
      if (raw === null) continue;
      const scope = new ToolScope(file.document, index, file.broken, findings);
      checkName(raw.name, scope, names);
      await checkEncoding(raw.encoding, scope, checks);
      const tool = readTool(raw, scope, checks);
      if (tool === null) continue;
      checkExamples(tool, scope, checks);
      tools.set(tool.name, tool);
    }
  }
  const read = files.map((file) => (file.kind === "known" ? file.file : file.document.file));
  return Object.freeze({
    tools: freezeMap(tools),
    files: Object.freeze(read.filter((file) => file !== "<definitions>")),
  });
}

const rawTools = (document: Document) => (document.table.tools ?? []) as readonly (Partial<RawTool> | null)[];

function knownNameTwice(files: readonly RegistryFile[]): boolean {
  const known = new Set<string | undefined>();
  const read = new Set<string | undefined>();
  for (const file of files) {
    const names = file.kind === "known" ? file.tools : rawTools(file.document);
    for (const tool of names) (file.kind === "known" ? known : read).add(tool?.name);
  }
  return [...known].some((name) => read.has(name));
}

/** A name belongs to one tool over all files. */
function checkName(name: string | undefined, scope: ToolScope, names: Map<string, ToolScope>): void {
  if (name === undefined) return;
  const first = names.get(name);
  if (first === undefined) names.set(name, scope);
  else {
    scope.report(["name"], `there is already a tool called "${name}"`, {
      see: { document: first.document, path: first.at(["name"]) },
    });
  }
}

async function checkEncoding(label: string | undefined, scope: ToolScope, checks: DefinitionChecks): Promise<void> {
  if (label === undefined || (await checks.knowsEncoding(label))) return;
  scope.report(["encoding"], `there is no encoding called "${label}"`, {
    suggestion: 'Leave it at "auto" when in doubt.',
  });
}

function checkExamples(tool: ToolDefinition, scope: ToolScope, checks: DefinitionChecks): void {
  for (const [index, example] of tool.examples.entries()) {
    const problem = checks.checkExample(tool, example);
    if (problem !== null) scope.report(["examples", index], problem);
  }
}
