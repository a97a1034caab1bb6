import { basename, dirname, join, relative } from "node:path";
import { nearest } from "../errors/index.js";
import { acceptsConfig } from "../generated/accepts.js";
import { checkSchema, type Document, type Findings, namesIn, readDocument, type Schema } from "../toml/index.js";
import { absolutePath, realPath, type Variables } from "./folders.js";

const SCHEMA: Schema = {
  accepts: acceptsConfig,
  loadValidator: async () => (await import("../generated/validators.js")).validateConfig,
};

/** Every config rests on this one, which sets every key. */
const BASE_PROFILE = "development";

export interface ChainOptions {
  /** The folder that `profile` and a config without a file are relative to. */
  readonly cwd: string;
  readonly env: Variables;
  readonly packageDir: string;
  readonly findings: Findings;
  /** Takes the place of the shipped profile that the config rests on: the name of another, or a file. */
  readonly profile: { readonly name: string; readonly askedBy: string } | null;
}

/** A config and all it extends. */
export interface Chain {
  /** What was asked for first, the base last. */
  readonly documents: readonly Document[];
  /** The profile it rests on. */
  readonly profile: string;
  /** False when a document of it cannot be had: then the base, and with it some key, may be missing. */
  readonly complete: boolean;
  /** Whether a document names registry files in a way that cannot be used, so that nobody knows which are meant. */
  readonly registryBroken: boolean;
}

/** A document to read next. */
interface Target {
  readonly file: string;
  /** The name when it is a shipped profile. */
  readonly profile: string | null;
  readonly complain: (message: string, suggestion?: string | null) => void;
}

interface Link {
  readonly document: Document;
  readonly profile: string | null;
}

/**
 * Follows `extends` from a config (null: none but a profile) down to the base, or as far as there are documents. All
 * that is wrong goes to the findings.
 */
export async function readChain(start: Document | null, options: ChainOptions): Promise<Chain> {
  const documents: Document[] = [];
  let asked = askedTarget(options);
  let profile = options.profile?.name ?? null;
  let registryBroken = false;

  const follow = (target: Target): Link | null => {
    const chosen = target.profile === null ? target : (asked ?? target);
    if (chosen === asked) asked = null;
    profile ??= chosen.profile;
    const document = readTarget(chosen, documents, options);
    return document && { document, profile: chosen.profile };
  };

  let link = start === null ? follow(shippedTarget(BASE_PROFILE, options)) : { document: start, profile: null };
  while (link !== null) {
    const broken = await checkSchema(link.document, SCHEMA, options.findings);
    registryBroken ||= broken.touches(["registry"]);
    documents.push(link.document);
    const target = targetOf(link, options);
    if (target === null) return { documents, profile: profile ?? BASE_PROFILE, complete: true, registryBroken };
    link = follow(target);
  }
  return { documents, profile: profile ?? BASE_PROFILE, complete: false, registryBroken };
}

function askedTarget(options: ChainOptions): Target | null {
  if (options.profile === null) return null;
  const { name, askedBy } = options.profile;
  const complain: Target["complain"] = (message, suggestion = null) =>
    options.findings.addFault({ file: askedBy, line: null, column: null, key: null, message, suggestion });
  return isFileName(name)
    ? { file: absolutePath(options.cwd, name, options.env), profile: null, complain }
    : { ...shippedTarget(name, options), complain };
}

/** What a document extends: what it says, or the base; nothing below a shipped profile that says nothing. */
function targetOf({ document, profile }: Link, options: ChainOptions): Target | null {
  const name = document.table.extends;
  if (typeof name !== "string") return profile === null ? shippedTarget(BASE_PROFILE, options) : null;
  const complain: Target["complain"] = (message, suggestion) =>
    options.findings.add(document, ["extends"], message, { suggestion });
  if (!isFileName(name)) return { ...shippedTarget(name, options), complain };
  const folder = document.text === null ? options.cwd : dirname(document.file);
  return { file: absolutePath(folder, name, options.env), profile: null, complain };
}

const isFileName = (name: string) => /[/\\]|\.toml$/.test(name);

function shippedTarget(profile: string, options: ChainOptions): Target {
  const file = join(options.packageDir, "config", `${profile}.toml`);
  return {
    file,
    profile,
    complain: (message, suggestion = null) =>
      options.findings.addFault({ file, line: null, column: null, key: null, message, suggestion }),
  };
}

function readTarget(
  target: Target,
  above: readonly Document[],
  { findings, packageDir }: ChainOptions,
): Document | null {
  const { file, profile, complain } = target;
  const circle = above.findIndex((document) => document.text !== null && realPath(document.file) === realPath(file));
  if (circle !== -1) {
    const files = [...above.slice(circle).map((document) => document.file), file];
    const names = files.map((each) => relative(dirname(files[0]!), each));
    complain(`the files extend each other in a circle: ${names.join(" → ")}`);
    return null;
  }
  const reading = readDocument(file);
  if (reading.kind === "document") return reading.document;
  if (reading.kind === "fault") findings.addFault(reading.fault);
  else if (reading.kind === "unusable") complain(`${file} ${reading.message}`, reading.suggestion);
  else if (profile === null) complain(`there is no file ${file}`);
  else complain(`there is no shipped profile ${JSON.stringify(profile)}`, suggestProfile(profile, packageDir));
  return null;
}

function suggestProfile(profile: string, packageDir: string): string | null {
  const files = namesIn(join(packageDir, "config")).filter((file) => file.endsWith(".toml"));
  const names = files.map((file) => basename(file, ".toml"));
  const meant = nearest(profile, names);
  return meant === null ? `The shipped profiles are: ${names.join(", ")}.` : `Did you mean "${meant}"?`;
}
