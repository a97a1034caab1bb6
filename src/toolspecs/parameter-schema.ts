import type { JsonObject, JsonValue, Parameter, ParameterType, ScalarType } from "../contract/index.js";
import { isPortablePattern } from "./pattern.js";
import { joinSentences, placeSentence, type SchemaWord, wordSentence } from "./sentences.js";

/** Which words a provider takes; the others are said in the description instead. */
export type Accepts = (word: SchemaWord, value: JsonValue) => boolean;

export interface ParameterSchema {
  readonly type: string;
  readonly description: string;
  /** Words of the value itself, without `type` and `items`. */
  readonly words: { readonly [word: string]: JsonValue };
  /** Null when the parameter is no array. */
  readonly items: { readonly type: string; readonly words: { readonly [word: string]: JsonValue } } | null;
}

const WORDS: readonly SchemaWord[] = [
  "enum",
  "pattern",
  "minLength",
  "maxLength",
  "format",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minItems",
  "maxItems",
  "uniqueItems",
];

/** Every JSON Schema word is taken; a pattern only where all readers of regular expressions agree on it. */
export const acceptsAll: Accepts = (word, value) => word !== "pattern" || isPortablePattern(String(value));

/** One parameter, its words sorted into those the provider takes and those its description tells. */
export function parameterSchema(parameter: Parameter, accepts: Accepts): ParameterSchema {
  const { type } = parameter;
  const own = sortWords(type, accepts);
  const items = type.type === "array" ? sortWords(type.items, accepts) : null;
  const said = [...own.said, ...places(type)];
  if (items !== null) said.push(...items.said.map((sentence) => `Each item: ${sentence}`));
  const words = { ...own.words };
  if (parameter.default !== undefined) {
    if (accepts("default", parameter.default)) words.default = parameter.default;
    else said.push(wordSentence("default", parameter.default));
  }
  if (parameter.secret) said.push("Secret: its value is never logged.");
  return {
    type: jsonType(type),
    description: joinSentences([parameter.description, ...said]),
    words,
    items: type.type === "array" && items !== null ? { type: jsonType(type.items), words: items.words } : null,
  };
}

/** The parameter as a JSON Schema property. */
export function asProperty(schema: ParameterSchema): JsonObject {
  return {
    type: schema.type,
    description: schema.description,
    ...schema.words,
    ...(schema.items === null ? {} : { items: { type: schema.items.type, ...schema.items.words } }),
  };
}

function sortWords(type: ParameterType, accepts: Accepts) {
  const words: { [word: string]: JsonValue } = {};
  const said: string[] = [];
  for (const word of WORDS) {
    const value = (type as { readonly [word: string]: JsonValue | undefined })[word];
    if (value === undefined || value === false) continue;
    const clean = word === "enum" ? [...new Set(value as readonly JsonValue[])] : value;
    if (accepts(word, clean)) words[word] = clean;
    else said.push(wordSentence(word, clean));
  }
  return { words, said };
}

function places(type: ParameterType): string[] {
  const scalar: ParameterType = type.type === "array" ? type.items : type;
  const sentence = placeSentence(scalar);
  return sentence === null ? [] : [sentence];
}

/** A path is a string that the broker resolves and holds to its folder. */
const jsonType = (type: ParameterType | ScalarType): string => (type.type === "path" ? "string" : type.type);
