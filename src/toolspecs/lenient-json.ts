import type { JsonValue } from "../contract/index.js";

export type LenientJson =
  | { readonly ok: true; readonly value: JsonValue; readonly repairs: readonly string[] }
  | { readonly ok: false; readonly message: string };

const MAX_DEPTH = 64;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LITERALS = new Map<string, { readonly value: JsonValue; readonly repair: string | null }>([
  ["true", { value: true, repair: null }],
  ["false", { value: false, repair: null }],
  ["null", { value: null, repair: null }],
  ["True", { value: true, repair: "True" }],
  ["False", { value: false, repair: "False" }],
  ["None", { value: null, repair: "None" }],
]);
const ESCAPES: { readonly [char: string]: string } = {
  '"': '"',
  "'": "'",
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

class Unreadable extends Error {}

/**
 * Reads JSON, and beside it what models write instead where it can be read in one way only: single quotes, a comma
 * before a closing bracket, True, False and None, a raw line break in a string. Each repair is named. A key given
 * twice is refused. Linear in the length of the text.
 */
export function readLenientJson(text: string): LenientJson {
  const reader = new Reader(text);
  try {
    return { ok: true, value: reader.document(), repairs: [...reader.repairs] };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, message: error.message };
    throw error;
  }
}

class Reader {
  readonly repairs = new Set<string>();
  private at = 0;

  constructor(private readonly text: string) {}

  document(): JsonValue {
    const value = this.value(0);
    this.skipSpace();
    if (this.at < this.text.length) this.fail("the end");
    return value;
  }

  private value(depth: number): JsonValue {
    if (depth > MAX_DEPTH) throw new Unreadable(`nested deeper than ${MAX_DEPTH} levels`);
    this.skipSpace();
    const char = this.text[this.at];
    if (char === "{") return this.object(depth);
    if (char === "[") return this.array(depth);
    if (char === '"' || char === "'") return this.string(char);
    return this.number() ?? this.literal();
  }

  private object(depth: number): JsonValue {
    const entries = new Map<string, JsonValue>();
    this.list("}", () => {
      const quote = this.text[this.at];
      if (quote !== '"' && quote !== "'") this.fail("a key in quotes");
      const key = this.string(quote);
      if (entries.has(key)) throw new Unreadable(`the key ${JSON.stringify(key)} is given twice`);
      this.skipSpace();
      if (this.text[this.at] !== ":") this.fail("a colon");
      this.at += 1;
      entries.set(key, this.value(depth + 1));
    });
    return Object.fromEntries(entries);
  }

  private array(depth: number): JsonValue {
    const items: JsonValue[] = [];
    this.list("]", () => items.push(this.value(depth + 1)));
    return items;
  }

  /** Items between brackets; the opening one is the next character. */
  private list(close: string, item: () => void): void {
    this.at += 1;
    for (let first = true; ; first = false) {
      this.skipSpace();
      if (this.text[this.at] === close) {
        if (!first) this.repairs.add("a trailing comma");
        break;
      }
      item();
      this.skipSpace();
      if (this.text[this.at] === close) break;
      if (this.text[this.at] !== ",") this.fail(`a comma or ${close}`);
      this.at += 1;
    }
    this.at += 1;
  }

  private string(quote: string): string {
    if (quote === "'") this.repairs.add("single quotes");
    const parts: string[] = [];
    let start = ++this.at;
    for (;;) {
      const char = this.text[this.at];
      if (char === undefined) this.fail(`a closing ${quote}`);
      if (char === quote) break;
      if (char === "\\") {
        parts.push(this.text.slice(start, this.at), this.escape());
        start = this.at;
      } else {
        if (char < " ") this.rawControl(char);
        this.at += 1;
      }
    }
    parts.push(this.text.slice(start, this.at));
    this.at += 1;
    return parts.join("");
  }

  private rawControl(char: string): void {
    if (char !== "\n" && char !== "\r" && char !== "\t") this.fail("an escaped control character");
    this.repairs.add("a raw line break or tab in a string");
  }

  private escape(): string {
    const char = this.text[this.at + 1] ?? "";
    if (char === "u") {
      const digits = this.text.slice(this.at + 2, this.at + 6);
      if (!/^[0-9a-fA-F]{4}$/.test(digits)) this.fail("four hex digits");
      this.at += 6;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    const plain = Object.hasOwn(ESCAPES, char) ? ESCAPES[char] : undefined;
    if (plain === undefined) this.fail("a JSON escape");
    if (char === "'") this.repairs.add("an escaped single quote");
    this.at += 2;
    return plain;
  }

  private number(): number | null {
    NUMBER.lastIndex = this.at;
    const match = NUMBER.exec(this.text);
    if (match === null) return null;
    const value = Number(match[0]);
    if (!Number.isFinite(value)) this.fail("a number that fits");
    this.at += match[0].length;
    if (/[\w.+-]/.test(this.text[this.at] ?? "")) this.fail("the end of the number");
    return value;
  }

  private literal(): JsonValue {
    const word = /^[A-Za-z]{1,8}/.exec(this.text.slice(this.at, this.at + 8))?.[0] ?? "";
    const literal = LITERALS.get(word);
    if (literal === undefined) this.fail("a JSON value");
    if (literal.repair !== null) this.repairs.add(literal.repair);
    this.at += word.length;
    return literal.value;
  }

  private skipSpace(): void {
    while (" \t\n\r".includes(this.text[this.at] ?? "x")) this.at += 1;
  }

  private fail(expected: string): never {
    const found = this.at < this.text.length ? JSON.stringify(this.text.slice(this.at, this.at + 12)) : "the end";
    throw new Unreadable(`expected ${expected} at character ${this.at + 1}, found ${found}`);
  }
}
