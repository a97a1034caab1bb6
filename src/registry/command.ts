import { isAbsolute } from "node:path";
import type { CommandTemplate, TemplateElement, TemplatePart } from "../contract/index.js";
import { nearest } from "../errors/index.js";
import { RESERVED_NAMES, type ReadParameters } from "./parameters.js";
import { parseTemplate } from "./template.js";
import type { ToolScope } from "./tool-scope.js";

/** Reads `command` or `fallback`: a literal program, then elements in which parameters stand. */
export function readCommand(
  key: "command" | "fallback",
  command: readonly string[],
  parameters: ReadParameters,
  scope: ToolScope,
): CommandTemplate {
  const [program = "", ...rest] = command;
  return {
    program: readProgram(program, [key, 0], scope),
    elements: rest.map((text, index) => readElement(text, [key, index + 1], parameters, scope)),
  };
}

function readProgram(text: string, path: ElementPath, scope: ToolScope): string {
  const report = (message: string, suggestion: string | null = null) => scope.report(path, message, { suggestion });
  const template = parseTemplate(text);
  if (template.kind === "fault") {
    report(template.message, template.suggestion);
    return text;
  }
  if (template.parts.some((part) => part.kind === "parameter")) {
    report("the program must be literal, no parameter may choose it", "Make one tool for each program.");
    return text;
  }
  const program = template.parts.map((part) => (part.kind === "text" ? part.text : "")).join("");
  if (program === "" || program === "." || program === "..") report("expects the name of a program");
  else if (isAbsolute(program) ? program.endsWith("/") : program.includes("/")) {
    const remedy = "Write the absolute path, or the name alone.";
    report("is neither a name to look up on PATH nor an absolute path of a file", remedy);
  } else if (!isAbsolute(program) && /\s/.test(program)) {
    const words = JSON.stringify(program.trim().split(/\s+/));
    report("has spaces, and no shell splits it into words", `Give each word its own element: ${words}.`);
  }
  return program;
}

type ElementPath = readonly ["command" | "fallback", number];

function readElement(text: string, path: ElementPath, parameters: ReadParameters, scope: ToolScope): TemplateElement {
  const template = parseTemplate(text);
  if (template.kind === "fault") {
    scope.report(path, template.message, { suggestion: template.suggestion });
    return { kind: "literal", text };
  }
  const { parts } = template;
  for (const part of parts) if (part.kind === "parameter") checkUse(part.parameter, parts, path, parameters, scope);
  if (parts.length === 1 && parts[0]!.kind === "parameter") {
    return { kind: "placeholder", parameter: parts[0]!.parameter };
  }
  if (parts.some((part) => part.kind === "parameter")) return { kind: "composite", parts };
  return { kind: "literal", text: parts.map((part) => (part as TextPart).text).join("") };
}

type TextPart = Extract<TemplatePart, { kind: "text" }>;

function checkUse(
  name: string,
  parts: readonly TemplatePart[],
  path: ElementPath,
  parameters: ReadParameters,
  scope: ToolScope,
): void {
  const parameter = parameters.use(name);
  if (parameter === null) {
    reportUndeclared(name, path, parameters, scope);
    return;
  }
  const { type } = parameter.raw;
  if (parts.length > 1 && type === "array") {
    scope.report(path, `{${name}} is an array and cannot stand inside a longer element`, {
      suggestion: `Let "{${name}}" be an element of its own.`,
    });
  }
  if (parts.length === 1 && type === "boolean" && parameter.raw.flag === undefined) {
    if (scope.isBroken(["params", name, "flag"])) return;
    scope.report(
      ["params", name, "flag"],
      "is missing: a boolean that is an element of its own needs the text to put there",
      {
        suggestion: `Write flag = "--${name.replaceAll("_", "-")}", or use it inside a longer element.`,
      },
    );
  }
}

/** Tells of a placeholder that is no parameter. */
export function reportUndeclared(
  name: string,
  path: readonly (string | number)[],
  parameters: ReadParameters,
  scope: ToolScope,
): void {
  // Where `params` itself is broken, nobody can say what is declared.
  if (scope.isBroken(["params"])) return;
  const meant = nearest(name, parameters.names);
  if (meant !== null) parameters.guess(meant);
  const other = RESERVED_NAMES.includes(name)
    ? `{${name}} can stand in exclusive alone.`
    : `Declare it under [tools.params.${name}].`;
  scope.report(path, `{${name}} is no parameter of this tool`, {
    suggestion: meant === null ? other : `Did you mean "{${meant}}"?`,
  });
}
