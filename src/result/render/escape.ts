/** What a control sequence asks of the screen. */
export interface Control {
  /** Where the text goes on. */
  readonly next: number;
  /** The final byte of a CSI sequence, `E` and the letter of a short escape; null when there is nothing to do. */
  readonly action: string | null;
  readonly parameters: string;
}

const BELL = 0x07;
const LINE_FEED = 0x0a;
const ESCAPE = 0x1b;
const BACKSLASH = 0x5c;
const STRING_TERMINATOR = 0x9c;
const CSI = 0x9b;
/** A string that is longer without an end is not waited for. */
const LONGEST_STRING = 64 * 1024;

/**
 * Reads the control sequence at `at` (ECMA-48); null when the text ends within it and is not `final`. Of a sequence
 * that never ends only the introducer is dropped, so that it does not take the text after it along.
 */
export function readControl(text: string, at: number, final: boolean): Control | null {
  const code = text.charCodeAt(at);
  if (code === CSI) return readCsi(text, at + 1, final);
  if (isStringC1(code)) return readString(text, at + 1, final);
  if (code !== ESCAPE) return dropped(at + 1);
  if (at + 1 === text.length) return final ? dropped(at + 1) : null;
  const second = text[at + 1]!;
  if (second === "[") return readCsi(text, at + 2, final);
  if ("]PX^_".includes(second)) return readString(text, at + 2, final);
  return readShort(text, at + 1, final);
}

const dropped = (next: number): Control => ({ next, action: null, parameters: "" });

/** The single-character forms of DCS, SOS, OSC, PM and APC. */
const isStringC1 = (code: number) => code === 0x90 || code === 0x98 || (code >= 0x9d && code <= 0x9f);

const isParameter = (code: number) => code >= 0x30 && code <= 0x3f;
const isIntermediate = (code: number) => code >= 0x20 && code <= 0x2f;

/** Parameters, intermediates and a final byte. */
function readCsi(text: string, from: number, final: boolean): Control | null {
  let at = from;
  while (at < text.length && isParameter(text.charCodeAt(at))) at++;
  const parameters = text.slice(from, at);
  while (at < text.length && isIntermediate(text.charCodeAt(at))) at++;
  if (at === text.length) return final || at - from > LONGEST_STRING ? dropped(at) : null;
  const code = text.charCodeAt(at);
  return code >= 0x40 && code <= 0x7e ? { next: at + 1, action: text[at]!, parameters } : dropped(at);
}

/** A command string, up to a bell or a string terminator. A line feed or another escape means that its end is missing. */
function readString(text: string, from: number, final: boolean): Control | null {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BELL || code === STRING_TERMINATOR) return dropped(at + 1);
    if (code === ESCAPE && text.charCodeAt(at + 1) === BACKSLASH) return dropped(at + 2);
    if (code === ESCAPE && at + 1 === text.length && !final) return null;
    if (code === LINE_FEED || code === ESCAPE) return dropped(from);
  }
  return final || text.length - from > LONGEST_STRING ? dropped(from) : null;
}

/** Intermediates and a final byte. */
function readShort(text: string, from: number, final: boolean): Control | null {
  let at = from;
  while (at < text.length && isIntermediate(text.charCodeAt(at))) at++;
  if (at === text.length) return final || at - from > LONGEST_STRING ? dropped(at) : null;
  const code = text.charCodeAt(at);
  return code >= 0x30 && code <= 0x7e ? { next: at + 1, action: `E${text[at]}`, parameters: "" } : dropped(from);
}
