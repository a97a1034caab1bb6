import { isUtf8 } from "node:buffer";
import type { Fault } from "../contract/index.js";
import { fault } from "../errors/index.js";

/** The largest request, in bytes of UTF-8. */
export const MAX_REQUEST_BYTES = 8 * 1024 * 1024;

export function tooLarge(): Fault {
  return fault("AR_REQUEST_TOO_LARGE", `the request is larger than ${MAX_REQUEST_BYTES} bytes (8 MiB)`, {
    hint: "Put large data into a file and pass its path.",
    details: { limit_bytes: MAX_REQUEST_BYTES },
  });
}

/** The text of a request as it came in, without its BOM. */
export function decodeRequest(input: string | Buffer): string | Fault {
  const bytes = typeof input === "string" ? Buffer.byteLength(input) : input.length;
  if (bytes > MAX_REQUEST_BYTES) return tooLarge();
  if (typeof input === "string") return withoutBom(input);
  if (isUtf8(input)) return withoutBom(input.toString("utf8"));
  const utf16 = (input[0] === 0xff && input[1] === 0xfe) || (input[0] === 0xfe && input[1] === 0xff);
  return fault("AR_REQUEST_NOT_JSON", `the request is not valid UTF-8${utf16 ? ", but UTF-16" : ""}`, {
    hint: utf16
      ? "Send UTF-8; in PowerShell set $OutputEncoding = [Text.UTF8Encoding]::new()."
      : "Encode the request as UTF-8.",
  });
}

const withoutBom = (text: string) => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);

/** Why a text can be no argument, cwd or name; null when it can. */
export function textProblem(text: string): string | null {
  if (text.includes("\0")) return "holds a NUL character, which no program can be given";
  if (!text.isWellFormed()) return "holds half of a surrogate pair, which is no character";
  return null;
}
