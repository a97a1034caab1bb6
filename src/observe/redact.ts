import type { Call } from "../contract/index.js";
import { memo } from "../memo.js";

export type Redact = (text: string) => string;

const SHOWN = "[secret]";

/** Variables that say where things are, not what must stay unknown; blanking their values would blank every path. */
const PLAIN_VARIABLE =
  /^(PATH|HOME|USER|LOGNAME|SHELL|PWD|TERM|COLORTERM|TZ|LANG|LANGUAGE|LC_\w+|TMPDIR|TMP|TEMP|XDG_\w+|\w*PAGER|\w*EDITOR|DEBIAN_FRONTEND)$/;
/** Shorter values of variables (`1`, `true`, `main`) are words that stand everywhere. */
const MIN_VALUE_CHARACTERS = 8;
/** One character stands in every word, and masking it there would tell it. */
const MIN_SECRET_CHARACTERS = 2;
/** So much of a secret is taken for one that was cut. */
const BEGINNING_CHARACTERS = 12;
/** A shorter line of a secret with several lines (`-----`, `}`) says nothing. */
const MIN_LINE_CHARACTERS = 6;

const ofCall = memo((call: Call) => redactor([...call.secrets, ...valuesIn(call.env)]));
/** Calls of one tool mostly share their environment. */
const ofEnvironment = memo((env: Call["env"]) => redactor(valuesIn(env)));

/** Replaces what must not stand in a record of this call: values of secret parameters and of environment variables. */
export function redactorFor(call: Call): Redact {
  return call.secrets.length === 0 ? ofEnvironment(call.env) : ofCall(call);
}

function valuesIn(env: Call["env"]): string[] {
  return Object.entries(env)
    .filter(([name, value]) => value.length >= MIN_VALUE_CHARACTERS && !PLAIN_VARIABLE.test(name))
    .map(([, value]) => value);
}

/**
 * Makes a function that replaces every occurrence of the secrets by `[secret]`: as they are, as they stand in JSON or
 * in a URL, line by line when they have several, and where only the beginning of one is left of a line that was cut.
 * No other form (base64, a hash) is known to it.
 */
export function redactor(secrets: readonly string[]): Redact {
  // The longest first: a secret may begin with another.
  const forms = [...new Set(secrets.flatMap(formsOf))].sort((a, b) => b.length - a.length);
  if (forms.length === 0) return (text) => text;
  const whole = (text: string) => forms.reduce((rest, form) => rest.replaceAll(form, SHOWN), text);
  return (text) => forms.reduce(withoutBeginning, whole(text));
}

/** Replaces what is left of a secret whose end was cut off. */
function withoutBeginning(text: string, form: string): string {
  if (form.length <= BEGINNING_CHARACTERS) return text;
  const beginning = form.slice(0, BEGINNING_CHARACTERS);
  let result = text;
  for (let at = result.indexOf(beginning); at !== -1; at = result.indexOf(beginning, at + SHOWN.length)) {
    let length = BEGINNING_CHARACTERS;
    while (length < form.length && result[at + length] === form[length]) length++;
    result = result.slice(0, at) + SHOWN + result.slice(at + length);
  }
  return result;
}

function formsOf(secret: string): string[] {
  if (secret.length < MIN_SECRET_CHARACTERS) return [];
  const lines = secret.split(/\r?\n/);
  const pieces = lines.length === 1 ? [] : lines.filter((line) => line.length >= MIN_LINE_CHARACTERS);
  return [secret, ...pieces].flatMap((text) => [text, JSON.stringify(text).slice(1, -1), inUrl(text)]);
}

const inUrl = (text: string) => encodeURIComponent(text.toWellFormed());
