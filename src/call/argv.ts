import type {
  CommandTemplate,
  Fault,
  Parameter,
  TemplateElement,
  TemplatePart,
  ToolDefinition,
} from "../contract/index.js";
import { type BoundArgument, type BoundArguments, placePath, scalars } from "./bound.js";
import { Problems } from "./problems.js";
import { shown } from "./shown.js";

export type ArgvOutcome =
  | { readonly ok: true; readonly argv: readonly string[]; readonly shownArgv: readonly string[] }
  | { readonly ok: false; readonly fault: Fault };

const SECRET = "[secret]";

/** Fills the command template: no word is split, joined or invented, and no value becomes an option (AR_LEADING_DASH). */
export function expandArgv(
  tool: ToolDefinition,
  values: BoundArguments,
  command: CommandTemplate = tool.command,
): ArgvOutcome {
  const expansion = new Expansion(tool, command.program, values);
  for (const element of command.elements) expansion.add(element);
  const { argv, shownArgv, problems } = expansion;
  return problems.none ? { ok: true, argv, shownArgv } : { ok: false, fault: problems.fault("AR_LEADING_DASH") };
}

class Expansion {
  readonly argv: string[];
  readonly shownArgv: string[];
  readonly problems = new Problems();
  private readonly parameters: ReadonlyMap<string, Parameter>;
  /** After a literal `--` nothing is an option any more. */
  private optionsEnded = false;

  constructor(
    private readonly tool: ToolDefinition,
    private readonly program: string,
    private readonly values: BoundArguments,
  ) {
    this.argv = [program];
    this.shownArgv = [program];
    this.parameters = new Map(tool.parameters.map((parameter) => [parameter.name, parameter]));
  }

  add(element: TemplateElement): void {
    switch (element.kind) {
      case "literal":
        if (element.text === "--") this.optionsEnded = true;
        this.push(element.text);
        break;
      case "placeholder":
        this.placeholder(this.parameter(element.parameter));
        break;
      case "composite":
        this.composite(element.parts);
        break;
    }
  }

  private placeholder(parameter: Parameter): void {
    const argument = this.values.get(parameter.name);
    if (argument === undefined) return;
    if (parameter.type.type === "boolean") {
      if (argument.value === true && parameter.type.flag !== null) this.push(parameter.type.flag);
      return;
    }
    for (const { value, item } of scalars(argument)) {
      const text = String(value);
      if (text.startsWith("-")) this.guard(parameter, argument, item, text);
      this.push(text, parameter.secret ? SECRET : text);
    }
  }

  /** One element for all its parts, or none when a parameter in it is absent. */
  private composite(parts: readonly TemplatePart[]): void {
    let text = "";
    let shownText = "";
    let first: readonly [Parameter, BoundArgument] | null = null;
    for (const part of parts) {
      if (part.kind === "text") {
        text += part.text;
        shownText += part.text;
        continue;
      }
      const parameter = this.parameter(part.parameter);
      const argument = this.values.get(part.parameter);
      if (argument === undefined) return;
      first ??= [parameter, argument];
      text += String(argument.value);
      shownText += parameter.secret ? SECRET : String(argument.value);
    }
    const [start] = parts;
    const literalDash = start?.kind === "text" && start.text.startsWith("-");
    if (text.startsWith("-") && !literalDash && first !== null) this.guard(...first, null, text);
    this.push(text, shownText);
  }

  private guard(parameter: Parameter, argument: BoundArgument, item: number | null, text: string): void {
    if (this.optionsEnded || parameter.allowLeadingDash) return;
    const got = parameter.secret ? "" : `, got ${shown(text)}`;
    const message = `must not begin with "-", which ${this.program} could take for an option${got}`;
    const hint =
      parameter.type.type === "path"
        ? "Write a path that begins with - as ./-name."
        : `Choose another value; the definition of ${this.tool.name} may allow it with allow_leading_dash.`;
    this.problems.add({ path: placePath(argument.place, item), message, hint });
  }

  private push(text: string, shownText = text): void {
    this.argv.push(text);
    this.shownArgv.push(shownText);
  }

  private parameter(name: string): Parameter {
    const parameter = this.parameters.get(name);
    // The registry refuses a template with an undeclared placeholder.
    if (parameter === undefined) throw new Error(`${this.tool.name}: the placeholder {${name}} is not declared`);
    return parameter;
  }
}
