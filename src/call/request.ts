import type { Fault, JsonObject, JsonValue, Request } from "../contract/index.js";
import { uniqueName } from "../unique-name.js";
import { copyJson } from "./json-copy.js";
import { readJson } from "./json-reader.js";
import { Problems, problemFault } from "./problems.js";
import { isObject, readArguments } from "./request-arguments.js";
import { checkFields, readableText } from "./request-fields.js";
import { described } from "./shown.js";
import { decodeRequest, tooLarge } from "./text.js";

export type ParseOutcome =
  | { readonly ok: true; readonly request: Request }
  /** `id` and `tool` are the request's own when they could be read; else a new id, and null. */
  | { readonly ok: false; readonly id: string; readonly tool: string | null; readonly fault: Fault };

/** Reads one request from the wire (contract, section 2). Linear in time; never throws. */
export function parseRequest(input: string | Buffer): ParseOutcome {
  const text = decodeRequest(input);
  if (typeof text !== "string") return refused(null, text);
  const reading = readJson(text);
  switch (reading.kind) {
    case "mistake":
      return refused(reading.partial, reading.fault);
    case "refused":
      return refused(reading.partial, problemFault("AR_REQUEST_INVALID", reading.problem));
    case "value":
      return shapeRequest(reading.value);
  }
}

/** The same rules for a value that is already an object. Runs no getter; never throws. */
export function checkRequest(input: unknown): ParseOutcome {
  const copy = copyJson(input);
  if (copy.tooLarge) return refused(null, tooLarge());
  if (copy.problem === null) return shapeRequest(copy.value);
  return refused(isObject(copy.value) ? copy.value : null, problemFault("AR_REQUEST_INVALID", copy.problem));
}

function shapeRequest(root: JsonValue): ParseOutcome {
  if (!isObject(root)) {
    const hint = "Several requests, one a line, go to `agent-reach exec --ndjson`.";
    const problem = { path: "$", message: `expected an object such as {"tool": "…"}, got ${described(root)}`, hint };
    return refused(null, problemFault("AR_REQUEST_INVALID", problem));
  }
  const problems = new Problems();
  checkFields(root, problems);
  const args = readArguments(root.args);
  if (args.problem !== null) problems.add(args.problem);
  if (!problems.none) return refused(root, problems.fault("AR_REQUEST_INVALID"));
  const fields = root as CheckedFields;
  const request: Request = {
    id: fields.id ?? uniqueName(),
    tool: fields.tool,
    args: args.value,
    priority: fields.priority ?? 0,
    timeoutMs: fields.timeout_ms ?? null,
    cwd: fields.cwd ?? null,
    caller: fields.caller ?? null,
    dryRun: fields.dry_run ?? false,
    outputTokens: fields.output_tokens ?? null,
    notes: args.notes,
  };
  return { ok: true, request: Object.freeze(request) };
}

/** What a request without problems is known to hold. */
interface CheckedFields extends JsonObject {
  readonly tool: string;
  readonly id: string;
  readonly priority: number;
  readonly timeout_ms: number;
  readonly cwd: string;
  readonly caller: string;
  readonly dry_run: boolean;
  readonly output_tokens: number;
}

function refused(root: JsonObject | null, why: Fault): ParseOutcome {
  return { ok: false, id: readableText(root, "id") ?? uniqueName(), tool: readableText(root, "tool"), fault: why };
}
