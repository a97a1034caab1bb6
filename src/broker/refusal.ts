import { parseRequest } from "../call/index.js";
import type { Fault, Result } from "../contract/index.js";
import { refusal } from "../errors/index.js";
import { uniqueName } from "../unique-name.js";

/** The Result of a request that could not even be taken in: no broker, no JSON. */
export function faultResult(fault: Fault, id: string = uniqueName(), tool: string | null = null): Result {
  return refusal(id, tool, fault);
}

/** The answer to a request that no broker could take; told apart by its own id and tool, as far as they can be read. */
export function faultAnswer(fault: Fault, input: string | Buffer): Result {
  const parsed = parseRequest(input);
  const { id, tool } = parsed.ok ? parsed.request : parsed;
  return faultResult(parsed.ok ? fault : parsed.fault, id, tool);
}
