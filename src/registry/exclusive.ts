import type { Exclusive } from "../contract/index.js";
import { reportUndeclared } from "./command.js";
import { RESERVED_NAMES, type ReadParameters } from "./parameters.js";
import { parseTemplate } from "./template.js";
import type { ToolScope } from "./tool-scope.js";

/** Reads `exclusive`: false, true (alone in the group) or the template of a lock's name. */
export function readExclusive(
  exclusive: boolean | string | undefined,
  parameters: ReadParameters,
  scope: ToolScope,
): Exclusive {
  if (typeof exclusive !== "string") return { kind: exclusive === true ? "group" : "none" };
  const template = parseTemplate(exclusive);
  if (template.kind === "fault") {
    scope.report(["exclusive"], template.message, { suggestion: template.suggestion });
    return { kind: "none" };
  }
  for (const part of template.parts) {
    if (part.kind === "parameter") checkLockParameter(part.parameter, parameters, scope);
  }
  return { kind: "lock", parts: template.parts };
}

function checkLockParameter(name: string, parameters: ReadParameters, scope: ToolScope): void {
  if (RESERVED_NAMES.includes(name)) return;
  const parameter = parameters.use(name);
  if (parameter === null) reportUndeclared(name, ["exclusive"], parameters, scope);
  else if (parameter.raw.type === "array") {
    scope.report(["exclusive"], `{${name}} is an array and cannot be part of a lock's name`);
  } else if (parameter.raw.secret === true) {
    scope.report(["exclusive"], `{${name}} is secret and cannot be part of a lock's name, which is shown`);
  }
}
