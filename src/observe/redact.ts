import type { Call } from "../contract/index.js";

export type Redact = (text: string) => string;

const SHOWN = "[secret]";

/** Variables that say where things are, not what must stay unknown; blanking their values would blank every path. */
const PLAIN_VARIABLE =
  /^(PATH|HOME|USER|LOGNAME|SHELL|PWD|TERM|COLORTERM|TZ|LANG|LANGUAGE|LC_\w+|TMPDIR|TMP|TEMP|XDG_\w+|\w*PAGER|\w*EDITOR)$/;
/** Shorter values of variables (`1`, `true`, `main`) are words that stand everywhere. */
const MIN_VALUE_CHARACTERS = 8;
/** A shorter line of a secret with several lines (`-----`, `}`) says nothing. */
const MIN_LINE_CHARACTERS = 6;

/** What must not stand in a record of this call: values of secret parameters and of environment variables. */
export function secretsOf(call: Call): string[] {
  const values = Object.entries(call.env)
    .filter(([name, value]) => value.length >= MIN_VALUE_CHARACTERS && !PLAIN_VARIABLE.test(name))
    .map(([, value]) => value);
  return [...call.secrets, ...values];
}

/**
 * Makes a function that replaces every occurrence of the secrets by `[secret]`: as they are, as they stand in JSON or
 * in a URL, and line by line when they have several. No other form (base64, a hash) is known to it.
 */
export function redactor(secrets: readonly string[]): Redact {
  const forms = new Set(secrets.flatMap(formsOf));
  if (forms.size === 0) return (text) => text;
  // The longest first: a secret may begin with another.
  const alternatives = [...forms].sort((a, b) => b.length - a.length).map(escapePattern);
  const pattern = new RegExp(alternatives.join("|"), "g");
  return (text) => text.replace(pattern, SHOWN);
}

function formsOf(secret: string): string[] {
  if (secret === "") return [];
  const lines = secret.split(/\r?\n/);
  const pieces = lines.length === 1 ? [] : lines.filter((line) => line.length >= MIN_LINE_CHARACTERS);
  return [secret, ...pieces].flatMap((text) => [text, JSON.stringify(text).slice(1, -1), inUrl(text)]);
}

const inUrl = (text: string) => encodeURIComponent(text.toWellFormed());

const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
