import type { Fault, JsonObject, JsonValue } from "../contract/index.js";
import { EXPECTED, mistakeFault } from "./json-mistakes.js";
import { type Problem, pathOf } from "./problems.js";
import { shown } from "./shown.js";
import { textProblem } from "./text.js";

/** Deeper than any argument can be; bounds the stack. */
export const MAX_DEPTH = 64;

export type JsonReading =
  | { readonly kind: "value"; readonly value: JsonValue }
  /** Not one JSON document. `partial` is the outermost object as far as it was read. */
  | { readonly kind: "mistake"; readonly fault: Fault; readonly partial: JsonObject | null }
  /** JSON, but with a thing that is never taken: a key given twice, `__proto__`, a NUL, half a surrogate pair. */
  | { readonly kind: "refused"; readonly problem: Problem; readonly partial: JsonObject | null };

/** Reads one JSON document (RFC 8259), stricter than JSON.parse. Linear in time; never throws. */
export function readJson(text: string): JsonReading {
  const reader = new JsonReader(text);
  try {
    const value = reader.document();
    return reader.problem === null
      ? { kind: "value", value }
      : { kind: "refused", problem: reader.problem, partial: reader.outermost };
  } catch (error) {
    if (error instanceof Mistake) {
      const fault = mistakeFault(text, error.at, error.expected);
      return { kind: "mistake", fault, partial: reader.outermost };
    }
    if (error instanceof TooDeep) {
      return { kind: "refused", problem: reader.problem as Problem, partial: reader.outermost };
    }
    throw error;
  }
}

class Mistake {
  constructor(
    readonly at: number,
    readonly expected: string,
  ) {}
}

class TooDeep {}

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const SPACE = /[ \t\n\r]*/y;
const WORDS: readonly (readonly [string, JsonValue])[] = [
  ["true", true],
  ["false", false],
  ["null", null],
];

class JsonReader {
  /** The first thing refused; reading goes on, so that the id can be echoed wherever it stands. */
  problem: Problem | null = null;
  outermost: JsonObject | null = null;
  private at = 0;
  private readonly keys: (string | number)[] = [];

  constructor(private readonly text: string) {}

  document(): JsonValue {
    const value = this.value();
    this.space();
    if (this.at < this.text.length) throw new Mistake(this.at, EXPECTED.end);
    return value;
  }

  private value(): JsonValue {
    this.space();
    switch (this.text[this.at]) {
      case "{":
        return this.object();
      case "[":
        return this.array();
      case '"':
        return this.string("the string");
      default:
        return this.number() ?? this.word();
    }
  }

  private object(): JsonObject {
    const members: { [key: string]: JsonValue } = {};
    if (this.keys.length === 0) this.outermost = members;
    this.open();
    if (this.closes("}")) return members;
    for (let first = true; ; first = false) {
      this.space();
      if (this.text[this.at] !== '"')
        throw new Mistake(this.at, `a key between double quotes${first ? ' or "}"' : ""}`);
      const key = this.string("a key here");
      this.space();
      if (this.text[this.at] !== ":") throw new Mistake(this.at, '":" after the key');
      this.at++;
      this.keys.push(key);
      if (key === "__proto__") this.refuse('the key "__proto__" is never accepted');
      else if (Object.hasOwn(members, key)) this.refuse(`the key ${shown(key)} is given twice`, "Give each key once.");
      const value = this.value();
      if (key !== "__proto__" && !Object.hasOwn(members, key)) members[key] = value;
      this.keys.pop();
      if (this.closes("}", "an object")) return members;
    }
  }

  private array(): JsonValue[] {
    const items: JsonValue[] = [];
    this.open();
    if (this.closes("]")) return items;
    for (;;) {
      this.keys.push(items.length);
      items.push(this.value());
      this.keys.pop();
      if (this.closes("]", "an array")) return items;
    }
  }

  private open(): void {
    this.at++;
    if (this.keys.length < MAX_DEPTH) return;
    this.refuse(`is nested deeper than ${MAX_DEPTH} levels`);
    throw new TooDeep();
  }

  /** Takes the bracket, or, inside `what`, the comma before a next element. */
  private closes(bracket: "}" | "]", what?: string): boolean {
    this.space();
    const found = this.text[this.at];
    if (found === bracket) {
      this.at++;
      return true;
    }
    if (what === undefined) return false;
    if (found !== ",") throw new Mistake(this.at, `"," or "${bracket}" in ${what}`);
    this.at++;
    return false;
  }

  private string(what: string): string {
    const start = this.at;
    const end = this.stringEnd(start + 1);
    this.at = end + 1;
    const plain = this.text.slice(start + 1, end);
    const value = plain.includes("\\") ? (JSON.parse(this.text.slice(start, this.at)) as string) : plain;
    const problem = textProblem(value);
    if (problem !== null) this.refuse(`${what} ${problem}`);
    return value;
  }

  private stringEnd(from: number): number {
    for (let at = from; ; at++) {
      const code = this.text.charCodeAt(at);
      if (code === 0x22) return at;
      if (code === 0x5c) {
        at++;
        if (!/^(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.test(this.text.slice(at, at + 5))) {
          throw at >= this.text.length
            ? new Mistake(at, EXPECTED.closingQuote)
            : new Mistake(at - 1, 'an escape such as \\n, \\", \\\\ or \\u00e9');
        }
      } else if (!(code >= 0x20)) {
        throw new Mistake(at, Number.isNaN(code) ? EXPECTED.closingQuote : "no control character inside a string");
      }
    }
  }

  private number(): number | null {
    NUMBER.lastIndex = this.at;
    const literal = NUMBER.exec(this.text)?.[0];
    if (literal === undefined) return null;
    this.at += literal.length;
    const value = Number(literal);
    const whole = /^-?[0-9]+$/.test(literal);
    if (!Number.isFinite(value) || (whole && !Number.isSafeInteger(value))) {
      this.refuse("the number is too large to be held exactly");
    }
    return value;
  }

  private word(): JsonValue {
    for (const [word, value] of WORDS) {
      if (!this.text.startsWith(word, this.at)) continue;
      this.at += word.length;
      return value;
    }
    throw new Mistake(this.at, "a value");
  }

  private space(): void {
    SPACE.lastIndex = this.at;
    SPACE.test(this.text);
    this.at = SPACE.lastIndex;
  }

  private refuse(message: string, hint?: string): void {
    this.problem ??= { path: pathOf(this.keys), message, hint };
  }
}
