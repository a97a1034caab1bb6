/**
 * A line with what varies masked, as hashes, from the closest to the coarsest reading. Lines of one kind share a
 * template; a line that shares none is rare, which says more about its weight than any list of words.
 */
export interface Template {
  /** Words kept; tokens with digits masked, but for a lone 0, which turns "3 errors" into something else. */
  readonly words: number;
  /** The first word and the punctuation: words, quoted text, paths and numbers each stand for their kind. */
  readonly outline: number;
  /** `words`, with how long each number is: tells an outlier among alike lines. */
  readonly shape: number;
}

const DIGIT = 1;
const LETTER = 2;
const SPACE = 3;
const MARK = 4;

const CLASSES = new Uint8Array(128).map((_, code) => {
  const character = String.fromCharCode(code);
  if (/\d/.test(character)) return DIGIT;
  if (/[A-Za-z_]/.test(character)) return LETTER;
  return /\s/.test(character) ? SPACE : MARK;
});

const QUOTES: ReadonlyMap<number, number> = new Map(
  [`""`, `''`, "``", "‘’", "“”", "«»", "»«"].map(([open, close]) => [open!.charCodeAt(0), close!.charCodeAt(0)]),
);
const SLASH = 0x2f;
const ZERO = 0x30;
/** Quoted text that is longer is not looked for the end of. */
const LONGEST_QUOTE = 200;
/** Characters of a line that its template is made from. */
const LOOKED_AT = 1000;

/** Kinds in an outline. */
const WORD = 0x77;
const NUMBER = 0x23;
const QUOTED = 0x51;
const PATH = 0x50;

const START = 0x811c9dc5;
const mix = (hash: number, value: number) => Math.imul(hash ^ value, 0x01000193);

/** Makes the template of a line; linear. */
export function templateOf(line: string): Template {
  const end = Math.min(line.length, LOOKED_AT);
  const outline = new Outline();
  let words = START;
  let shape = START;
  for (let at = 0; at < end; ) {
    const code = line.charCodeAt(at);
    const kind = classOf(code);
    if (kind === SPACE || kind === MARK) {
      const mark = kind === SPACE ? 0x20 : code;
      words = mix(words, mark);
      shape = mix(shape, mark);
      outline.mark(line, at, code, kind);
      at++;
      continue;
    }
    let stop = at;
    let digits = 0;
    let hash = START;
    for (; stop < end; stop++) {
      const next = line.charCodeAt(stop);
      const nextKind = classOf(next);
      if (nextKind !== DIGIT && nextKind !== LETTER) break;
      if (nextKind === DIGIT) digits++;
      hash = mix(hash, next);
    }
    const zero = stop === at + 1 && code === ZERO && line[at - 1] !== "." && line[stop] !== ".";
    words = mix(words, digits === 0 || zero ? hash : NUMBER);
    shape = mix(shape, digits === 0 || zero ? hash : NUMBER + ((digits + 1) >> 1));
    outline.word(at, digits > 0 ? NUMBER : hash);
    at = stop;
  }
  return { words, outline: outline.hash, shape };
}

/** The kinds of what a line is made of, each run of one kind once. */
class Outline {
  hash = START;
  private last = 0;
  private begun = false;
  /** Where the quoted text that was seen last ends. */
  private quoteEnd = -1;

  mark(line: string, at: number, code: number, kind: number): void {
    if (at > this.quoteEnd) this.quoteEnd = closingQuote(line, at, code);
    if (this.quoteEnd > at) this.add(QUOTED);
    else if (code === SLASH) this.add(PATH);
    else if (kind === SPACE) {
      if (this.last === PATH) this.add(code);
    } else if (at !== this.quoteEnd && this.last !== PATH) this.add(code);
  }

  /** @param word its hash, or the number kind */
  word(at: number, word: number): void {
    if (at <= this.quoteEnd || this.last === PATH) return;
    if (word === NUMBER || this.begun) this.add(word === NUMBER ? NUMBER : WORD);
    else {
      this.begun = true;
      this.add(word);
    }
  }

  private add(kind: number): void {
    if (kind !== this.last) this.hash = mix(this.hash, kind);
    this.last = kind;
  }
}

/** Where the text quoted from `at` ends; -1 when nothing is quoted there. */
function closingQuote(line: string, at: number, code: number): number {
  const close = QUOTES.get(code);
  if (close === undefined) return -1;
  if (at > 0 && code === 0x27 && classOf(line.charCodeAt(at - 1)) === LETTER) return -1;
  const stop = Math.min(line.length, at + LONGEST_QUOTE);
  for (let i = at + 1; i < stop; i++) if (line.charCodeAt(i) === close) return i;
  return -1;
}

const classOf = (code: number) => (code < 128 ? CLASSES[code]! : isMark(code) ? MARK : LETTER);

/** Punctuation and symbols beyond ASCII; everything else there counts as letters. */
const isMark = (code: number) =>
  (code >= 0xa0 && code < 0xc0) ||
  (code >= 0x2000 && code < 0x2c00) ||
  (code >= 0x3000 && code < 0x3003) ||
  code >= 0xff00;
