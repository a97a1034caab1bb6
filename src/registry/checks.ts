import type { JsonValue, ParameterType, ToolDefinition, ToolExample, Within } from "../contract/index.js";

/** What is known of values and calls elsewhere, so that a definition is held to the very rules that its calls are. */
export interface DefinitionChecks {
  /** Everything wrong with a value; `hosts: null` where the config is not known. */
  readonly checkValue: (
    type: ParameterType,
    value: JsonValue,
    context: { readonly hosts: null; readonly secret: boolean },
  ) => Iterable<{ readonly item: number | null; readonly message: string }>;
  /** Why a path that the definition names can't be passed on, wherever the call runs; absent where the config is not known. */
  readonly namedPathProblem?: ((tool: ToolDefinition, within: Within, path: string) => string | null) | undefined;
  /** Why a pattern is no RE2 pattern; null when it is one. */
  readonly patternFault: (pattern: string) => string | null;
  /** Whether output can be decoded from an encoding of this name. */
  readonly knowsEncoding: (label: string) => Promise<boolean>;
  /** Why an example does not build, or what it builds instead of its `argv`; null when it is right. */
  readonly checkExample: (tool: ToolDefinition, example: ToolExample) => string | null;
}
