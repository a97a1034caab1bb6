import type { Arguments, Fault, JsonValue, Parameter, ToolDefinition } from "../contract/index.js";
import { didYouMean } from "../errors/index.js";
import { type ArgumentPlace, type BoundArgument, type BoundArguments, placePath, scalars } from "./bound.js";
import { checkValue } from "./check-value.js";
import { fromText, repaired } from "./decimal-text.js";
import { childPath, type Problem, Problems } from "./problems.js";
import { listed, shown } from "./shown.js";

export interface BindContext {
  /** `[network] hosts`; null where the config is not known. */
  readonly hosts: readonly string[] | null;
}

export type BindOutcome =
  | { readonly ok: true; readonly values: BoundArguments; readonly notes: readonly string[] }
  | { readonly ok: false; readonly fault: Fault; readonly notes: readonly string[] };

/** Gives every parameter its value and holds it to its type; all that is wrong is told at once (AR_ARGS_INVALID). */
export function bindArguments(tool: ToolDefinition, args: Arguments, context: BindContext): BindOutcome {
  const problems = new Problems();
  /** Parameters whose value could not be taken, which then is not missing or wrong as well. */
  const told = new Set<string>();
  const given =
    args.kind === "named" ? named(tool, args.values, problems) : positional(tool, args.values, problems, told);
  const values = new Map<string, BoundArgument>();
  const notes: string[] = [];
  for (const parameter of tool.parameters) {
    if (told.has(parameter.name)) continue;
    const argument = given.get(parameter.name) ?? defaultOf(parameter);
    if (argument === null) {
      if (!parameter.optional) problems.add(missing(parameter, args));
      continue;
    }
    const bound = read(parameter, argument, context, problems, notes);
    if (bound !== null) values.set(parameter.name, bound);
  }
  return problems.none ? { ok: true, values, notes } : { ok: false, fault: problems.fault("AR_ARGS_INVALID"), notes };
}

/** A value as given, not yet held to its type. */
interface Given {
  readonly value: JsonValue;
  readonly place: ArgumentPlace;
}

function named(tool: ToolDefinition, values: { readonly [name: string]: JsonValue }, problems: Problems) {
  const names = new Set(tool.parameters.map((parameter) => parameter.name));
  const given = new Map<string, Given>();
  for (const name of Object.keys(values)) {
    if (names.has(name)) given.set(name, { value: values[name] as JsonValue, place: { kind: "named", name } });
    else problems.add(() => unknownParameter(tool, name, names));
  }
  return given;
}

function positional(tool: ToolDefinition, values: readonly string[], problems: Problems, told: Set<string>) {
  const given = new Map<string, Given>();
  const last = tool.parameters.length - 1;
  for (const [index, parameter] of tool.parameters.entries()) {
    if (index >= values.length) break;
    const { type, name } = parameter;
    const rest = type.type === "array" && index === last;
    const place: ArgumentPlace = { kind: "positional", index, rest };
    if (rest) given.set(name, { value: values.slice(index).map((text) => fromText(type.items, text)), place });
    else if (type.type !== "array") given.set(name, { value: fromText(type, values[index] as string), place });
    else {
      const message = `cannot fill the array ${shown(name)}, which is not the last parameter`;
      problems.add({ path: placePath(place), message, hint: "Send args as an object by parameter name." });
      // Nobody can say which values belong to it, and which to those after it.
      for (const { name } of tool.parameters.slice(index)) told.add(name);
      return given;
    }
  }
  if (values.length > tool.parameters.length && tool.parameters[last]?.type.type !== "array") {
    const takes = tool.parameters.length === 0 ? "no arguments" : `at most ${tool.parameters.length}`;
    const message = `${tool.name} takes ${takes}, got ${values.length}`;
    problems.add({ path: childPath("$.args", tool.parameters.length), message, hint: parameterHint(tool) });
  }
  return given;
}

function defaultOf({ default: value, name }: Parameter): Given | null {
  return value === undefined ? null : { value, place: { kind: "named", name } };
}

function read(
  parameter: Parameter,
  given: Given,
  context: BindContext,
  problems: Problems,
  notes: string[],
): BoundArgument | null {
  const { name, type, secret } = parameter;
  const { value, count } = repaired(type, given.value);
  if (count > 0) notes.push(repairNote(name, count));
  let ok = true;
  for (const { item, message } of checkValue(type, value, { hosts: context.hosts, secret })) {
    ok = false;
    const hint = given.value === null ? "Leave the parameter out instead of sending null." : undefined;
    problems.add({ path: placePath(given.place, item), message, hint });
  }
  if (!ok) return null;
  const argument = { value, place: given.place } as BoundArgument;
  if (hasMarker(argument)) notes.push(markerNote(name));
  return argument;
}

const repairNote = (name: string, count: number) =>
  `${name}: ${count === 1 ? "a string was read as the number in it" : `${count} strings were read as the numbers in them`}`;

/** Begins every line that stands for output that is not shown. */
const MARKER = "[agent-reach: ";

function hasMarker(argument: BoundArgument): boolean {
  for (const { value } of scalars(argument)) if (typeof value === "string" && value.includes(MARKER)) return true;
  return false;
}

const markerNote = (name: string) =>
  `argument ${name} contains a marker of shortened output ("${MARKER}…"): what stood there is not in it; read the whole output with \`agent-reach output\``;

function missing({ name, description }: Parameter, args: Arguments): Problem {
  const path = childPath("$.args", name);
  const next = args.kind === "positional" ? "; args were given by position" : "";
  return { path, message: `is required${next}`, hint: description === "" ? undefined : `${name}: ${description}` };
}

function unknownParameter(tool: ToolDefinition, name: string, names: Iterable<string>): Problem {
  const message = `${tool.name} has no parameter ${shown(name)}.${didYouMean(name, names)}`;
  return { path: childPath("$.args", name), message, hint: parameterHint(tool) };
}

function parameterHint(tool: ToolDefinition): string {
  const names = tool.parameters.map((parameter) => parameter.name);
  return names.length === 0
    ? `${tool.name} has no parameters.`
    : `Parameters of ${tool.name}: ${listed(names, "and")}.`;
}
