type Matcher = (text: string) => boolean;

/**
 * Patterns of one repeated class at most, over ASCII, from the start of the text: `^[A-Za-z0-9][A-Za-z0-9._/-]*$`.
 * V8 matches those in linear time too and means the same by them, so that most tools never load RE2 (10 ms).
 */
const CLASS = String.raw`\[(?!\^)(?:[A-Za-z0-9 _.,:;/@%+=~#*?!$(){}|<>&"'-]|\\[\\dw.\][^/-])+\]`;
const ATOM = String.raw`(?:[A-Za-z0-9 _,:;/@%=~#!<>&"'-]|\\[dw.+*?()|/$^{}\\]|${CLASS})`;
const EXACTLY = String.raw`(?:\{[0-9]{1,3}\})?`;
const REPEATED = String.raw`(?:[*+?]|\{[0-9]{1,3},[0-9]{0,3}\})?`;
const SIMPLE = new RegExp(`^\\^(?:${ATOM}${EXACTLY})*(?:${ATOM}${REPEATED})?(?:${ATOM}${EXACTLY})*\\$?$`);

/** Whether V8 may match the pattern. */
export function isSimple(pattern: string): boolean {
  return SIMPLE.test(pattern);
}

const compiled = new Map<string, Matcher>();
/** Patterns come from definitions, so they are few; a registry that is reloaded for ever must not fill memory. */
const MOST_COMPILED = 10_000;

/** Whether the pattern (RE2 syntax, found anywhere as JSON Schema does) matches; linear in the text. Throws for a bad pattern. */
export function matches(pattern: string, text: string): boolean {
  let matcher = compiled.get(pattern);
  if (matcher === undefined) {
    matcher = compile(pattern);
    if (compiled.size >= MOST_COMPILED) compiled.clear();
    compiled.set(pattern, matcher);
  }
  return matcher(text);
}

/** Why a pattern is no RE2 pattern; null when it is one. */
export function patternFault(pattern: string): string | null {
  try {
    compile(pattern);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

function compile(pattern: string): Matcher {
  if (isSimple(pattern)) {
    const expression = new RegExp(pattern);
    return (text) => expression.test(text);
  }
  const expression = re2().compile(pattern);
  return (text) => expression.test(text);
}

type Re2 = typeof import("re2js").RE2JS;
let loaded: Re2 | null = null;

/** Synchronous, as building a Call is, and only when the first pattern needs it. */
function re2(): Re2 {
  if (loaded === null) {
    const { createRequire } = process.getBuiltinModule("node:module");
    loaded = (createRequire(import.meta.filename)("re2js") as { RE2JS: Re2 }).RE2JS;
  }
  return loaded;
}
