import type { JsonObject } from "../../contract/index.js";

/** What is wrong with the arguments of one of the server's own tools, in words for the model. */
export class FieldError extends Error {}

/** Reads the arguments of the server's own tools, and refuses what it does not know. */
export class Fields {
  private readonly known = new Set<string>();

  constructor(private readonly values: JsonObject) {}

  text(name: string): string | null {
    const value = this.take(name);
    if (value === null) return null;
    if (typeof value !== "string" || value === "") throw new FieldError(`${name} must be a text that is not empty.`);
    return value;
  }

  requiredText(name: string): string {
    const value = this.text(name);
    if (value === null) throw new FieldError(`${name} is missing.`);
    return value;
  }

  /** A whole number; one written as text is taken too, as models often do. */
  integer(name: string, minimum: number, maximum: number): number | null {
    const value = this.take(name);
    if (value === null) return null;
    const number = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
    if (typeof number !== "number" || !Number.isInteger(number) || number < minimum || number > maximum) {
      throw new FieldError(`${name} must be a whole number from ${minimum} to ${maximum}.`);
    }
    return number;
  }

  choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice | null {
    const value = this.take(name);
    if (value === null) return null;
    const chosen = choices.find((choice) => choice === value);
    if (chosen === undefined) throw new FieldError(`${name} must be one of: ${choices.join(", ")}.`);
    return chosen;
  }

  texts(name: string): readonly string[] | null {
    const value = this.take(name);
    if (value === null) return null;
    const list = typeof value === "string" ? [value] : value;
    if (!Array.isArray(list) || !list.every((item): item is string => typeof item === "string")) {
      throw new FieldError(`${name} must be a list of texts.`);
    }
    return list;
  }

  /** Left as it is, for `parseToolCall`. */
  raw(name: string): unknown {
    return this.take(name);
  }

  end(): void {
    const unknown = Object.keys(this.values).find((name) => !this.known.has(name));
    if (unknown === undefined) return;
    throw new FieldError(`There is no argument ${JSON.stringify(unknown)}; known are: ${[...this.known].join(", ")}.`);
  }

  private take(name: string): unknown {
    this.known.add(name);
    return Object.hasOwn(this.values, name) ? (this.values[name] ?? null) : null;
  }
}
