import type { Settings, ToolDefinition } from "../contract/index.js";
import { disabledBy } from "../policy/index.js";
import type { Loaded } from "./load.js";

/** The tools in force; replaced as a whole when the registry is read anew. */
export class Catalog {
  readonly #settings: Settings;
  #loaded: Loaded;
  #listed: readonly ToolDefinition[];

  constructor(loaded: Loaded) {
    this.#settings = loaded.settings;
    this.#loaded = loaded;
    this.#listed = this.#list();
  }

  /** Every tool, also disabled ones: the policy answers for those. */
  get tools(): ReadonlyMap<string, ToolDefinition> {
    return this.#loaded.registry.tools;
  }

  /** Files of config and registry, absolute. */
  get files(): readonly string[] {
    return this.#loaded.files;
  }

  /** Tools that are not disabled, in the registry's order, as the model may see them: without the values of set_env. */
  get listed(): readonly ToolDefinition[] {
    return this.#listed;
  }

  /** Puts another registry in force, not its settings; true when the list of tools is another one than before. */
  replace(loaded: Loaded): boolean {
    const before = this.#listed;
    this.#loaded = loaded;
    this.#listed = this.#list();
    return serialized(before) !== serialized(this.#listed);
  }

  #list(): readonly ToolDefinition[] {
    return [...this.#loaded.registry.tools.values()]
      .filter((tool) => disabledBy(tool, this.#settings) === null)
      .map(withoutValues);
  }
}

function withoutValues(tool: ToolDefinition): ToolDefinition {
  const names = Object.keys(tool.setEnv);
  if (names.length === 0) return tool;
  return Object.freeze({ ...tool, setEnv: Object.freeze(Object.fromEntries(names.map((name) => [name, "[hidden]"]))) });
}

/** Definitions as text; the one Map in them, exit_codes, as a list. */
const serialized = (tools: readonly ToolDefinition[]) =>
  JSON.stringify(tools, (_, value) => (value instanceof Map ? [...value] : value));
