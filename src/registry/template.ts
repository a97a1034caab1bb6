import type { TemplatePart } from "../contract/index.js";

export type ParsedTemplate =
  | { readonly kind: "parts"; readonly parts: readonly TemplatePart[] }
  | { readonly kind: "fault"; readonly message: string; readonly suggestion: string };

const TOKEN = /\{\{|\}\}|\{([A-Za-z][A-Za-z0-9_]*)\}|[{}]|[^{}]+/g;

/** Reads `--n={p}`: texts and parameters by turns, none empty; `{{` and `}}` are literal braces. */
export function parseTemplate(template: string): ParsedTemplate {
  if (!/[{}]/.test(template))
    return { kind: "parts", parts: template === "" ? [] : [{ kind: "text", text: template }] };
  const parts: TemplatePart[] = [];
  let text = "";
  for (const [token, parameter] of template.matchAll(TOKEN)) {
    if (parameter !== undefined) {
      if (text !== "") parts.push({ kind: "text", text });
      text = "";
      parts.push({ kind: "parameter", parameter });
    } else if (token === "{" || token === "}") {
      const lack = token === "{" ? 'has a "{" that begins no {parameter}' : 'has a "}" without a "{" before it';
      return { kind: "fault", message: lack, suggestion: `Write ${token}${token} for a literal brace.` };
    } else {
      text += token === "{{" ? "{" : token === "}}" ? "}" : token;
    }
  }
  if (text !== "") parts.push({ kind: "text", text });
  return { kind: "parts", parts };
}
