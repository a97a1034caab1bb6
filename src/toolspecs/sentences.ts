import type { JsonValue, ParameterType, ToolDefinition } from "../contract/index.js";

/** The JSON Schema words that may stand beside `type` and `description`. */
export type SchemaWord =
  | "enum"
  | "pattern"
  | "minLength"
  | "maxLength"
  | "format"
  | "minimum"
  | "maximum"
  | "exclusiveMinimum"
  | "exclusiveMaximum"
  | "multipleOf"
  | "minItems"
  | "maxItems"
  | "uniqueItems"
  | "default";

/** Above this a synchronous call may outlive a client's own limit, 60 s in most. */
const SLOW_MS = 50_000;
/** Values named of a long enum; the broker's error names the rest. */
const ENUM_SHOWN = 40;

/** Texts one after the other, each ended where its author did not. */
export function joinSentences(texts: readonly string[]): string {
  const said = texts.map((text) => text.trim()).filter((text) => text !== "");
  return said
    .map((text, index) => (index === said.length - 1 || ENDED.test(text) ? text : `${text}.`))
    .join(" ")
    .toWellFormed();
}

/** Also the stops of other scripts, and one before a closing bracket or quote. */
const ENDED = /[.!?:;…。！？।؟][)\]"'”’»]*$/;

/** A JSON Schema word as a sentence, for providers that do not take the word. */
export function wordSentence(word: SchemaWord, value: JsonValue): string {
  switch (word) {
    case "enum": {
      const values = value as readonly JsonValue[];
      const shown = values.slice(0, ENUM_SHOWN).map((item) => JSON.stringify(item));
      const rest = values.length - shown.length;
      return `One of: ${shown.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}.`;
    }
    case "pattern":
      return `Must match the regular expression "${value}".`;
    case "minLength":
      return `At least ${value} characters.`;
    case "maxLength":
      return `At most ${value} characters.`;
    case "format":
      return `Format: ${value}.`;
    case "minimum":
      return `At least ${value}.`;
    case "maximum":
      return `At most ${value}.`;
    case "exclusiveMinimum":
      return `Greater than ${value}.`;
    case "exclusiveMaximum":
      return `Less than ${value}.`;
    case "multipleOf":
      return `A multiple of ${value}.`;
    case "minItems":
      return `At least ${value} items.`;
    case "maxItems":
      return `At most ${value} items.`;
    case "uniqueItems":
      return "No item twice.";
    case "default":
      return `Default: ${JSON.stringify(value)}.`;
  }
}

/** What JSON Schema has no word for: the folder a path must lie in, the hosts a URL may name. */
export function placeSentence(type: ParameterType): string | null {
  if (type.type === "string" && type.hosts !== undefined) {
    return type.hosts === "config" ? "Only hosts that the config allows." : `Allowed hosts: ${type.hosts.join(", ")}.`;
  }
  if (type.type !== "path") return null;
  switch (type.within.kind) {
    case "project_root":
      return "A path in the project.";
    case "allowed_roots":
      return "A path in one of the allowed folders.";
    case "cwd":
      return "A path in the working directory.";
    case "path":
      return `A path in ${type.within.path}.`;
  }
}

/** What the model reads of a tool. `readBack` tells how to get what a cut left out, where there is a way. */
export function toolDescription(tool: ToolDefinition, readBack: string | null): string {
  const parts = [tool.description.trim() === "" ? toolTitle(tool.name) : tool.description.trim()];
  if (tool.maxTimeoutMs > SLOW_MS) parts.push(`May run for up to ${Math.round(tool.maxTimeoutMs / 1000)} s.`);
  if (tool.interactive) parts.push("Needs a person at a terminal: refused here.");
  parts.push(
    readBack === null
      ? "Long output is shortened; no head or tail needed."
      : `Long output is shortened, no head or tail needed; ${readBack}.`,
  );
  return joinSentences(parts);
}

/** `git_log` → "Git log". */
export function toolTitle(name: string): string {
  const words = name.replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Cuts at a word where one is near, and shows the cut. */
export function clip(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text
    .slice(0, length - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, "");
  const space = cut.lastIndexOf(" ");
  return `${space > length - 40 ? cut.slice(0, space) : cut}…`;
}
