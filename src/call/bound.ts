import type { ToolDefinition } from "../contract/index.js";
import { childPath } from "./problems.js";

export type ScalarValue = string | number | boolean;

/** The value of one parameter, known to fit its type. */
export interface BoundArgument {
  readonly value: ScalarValue | readonly (string | number)[];
  readonly place: ArgumentPlace;
}

/** By parameter name; a parameter that is absent has no entry. */
export type BoundArguments = ReadonlyMap<string, BoundArgument>;

/** Where in the request a value stands. */
export type ArgumentPlace =
  | { readonly kind: "named"; readonly name: string }
  /** `rest`: an array that was filled from here on. */
  | { readonly kind: "positional"; readonly index: number; readonly rest: boolean };

/** JSON path of a value, or of one item of it. */
export function placePath(place: ArgumentPlace, item: number | null = null): string {
  if (place.kind === "positional") return childPath("$.args", place.index + (item ?? 0));
  const path = childPath("$.args", place.name);
  return item === null ? path : childPath(path, item);
}

/** Every single value of a parameter: the items of an array, the one value, or none. */
export function* scalars(argument: BoundArgument | undefined): Generator<{ value: ScalarValue; item: number | null }> {
  if (argument === undefined) return;
  if (typeof argument.value !== "object") yield { value: argument.value, item: null };
  else for (const [item, value] of argument.value.entries()) yield { value, item };
}

/** What must not be logged: every value of a secret parameter, as it stands in argv. */
export function secretsOf(tool: ToolDefinition, values: BoundArguments): string[] {
  const secrets = new Set<string>();
  for (const parameter of tool.parameters) {
    if (!parameter.secret || parameter.type.type === "boolean") continue;
    for (const { value } of scalars(values.get(parameter.name))) if (value !== "") secrets.add(String(value));
  }
  return [...secrets];
}
