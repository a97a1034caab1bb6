import type { JsonObject, JsonValue } from "../contract/index.js";
import { MAX_DEPTH } from "./json-reader.js";
import { type Problem, pathOf } from "./problems.js";
import { MAX_REQUEST_BYTES, textProblem } from "./text.js";

export interface JsonCopy {
  /** What could be copied; parts at fault are left out. */
  readonly value: JsonValue;
  /** The first thing that JSON cannot carry or that is never taken; null when all of it was copied. */
  readonly problem: Problem | null;
  /** True when the value is larger than a request may be; nothing more was copied then. */
  readonly tooLarge: boolean;
}

/**
 * Copies a value of a library caller into plain JSON, so that nothing the caller does later changes it. Own properties
 * only, no getter is run; cycles end at the greatest depth. Never throws.
 */
export function copyJson(input: unknown): JsonCopy {
  const copier = new Copier();
  try {
    return { value: copier.copy(input) ?? null, problem: copier.problem, tooLarge: false };
  } catch (error) {
    if (error instanceof TooLarge) return { value: null, problem: null, tooLarge: true };
    // A proxy may throw whatever it likes.
    return { value: null, problem: { path: "$", message: "could not be read as a plain object" }, tooLarge: false };
  }
}

class TooLarge {}

class Copier {
  problem: Problem | null = null;
  /** What is left of the largest request; also bounds shared branches, which would multiply. */
  private budget = MAX_REQUEST_BYTES;
  private readonly keys: (string | number)[] = [];

  /** Undefined: left out, as JSON.stringify does. */
  copy(value: unknown): JsonValue | undefined {
    // A value and what separates it from the next.
    this.spend(2);
    switch (typeof value) {
      case "string":
        return this.text(value);
      case "boolean":
        return value;
      case "number":
        if (!Number.isFinite(value)) this.refuse(`${value} is no JSON number`);
        return value;
      case "undefined":
        return undefined;
      case "object":
        if (value === null) return null;
        if (this.keys.length >= MAX_DEPTH)
          return this.refuse(`is nested deeper than ${MAX_DEPTH} levels, or in a circle`);
        return Array.isArray(value) ? this.array(value) : this.object(value);
      default:
        return this.refuse(`a ${typeof value} is no JSON value`);
    }
  }

  private text(value: string): string {
    this.spend(value.length);
    const problem = textProblem(value);
    if (problem !== null) this.refuse(`the string ${problem}`);
    return value;
  }

  private array(value: readonly unknown[]): JsonValue[] {
    this.spend(value.length);
    const items: JsonValue[] = [];
    for (let index = 0; index < value.length; index++) {
      this.keys.push(index);
      const item = this.copy(this.own(value, String(index)));
      if (item === undefined) this.refuse("is undefined");
      else items.push(item);
      this.keys.pop();
    }
    return items;
  }

  private object(value: object): JsonObject | undefined {
    const prototype: unknown = Object.getPrototypeOf(value);
    // A Map, a Date or an instance keeps its state elsewhere: copying own properties would lose it silently.
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return this.refuse("is no plain object");
    const members: { [key: string]: JsonValue } = {};
    for (const key of Object.keys(value)) {
      this.keys.push(key);
      this.text(key);
      if (key === "__proto__") this.refuse('the key "__proto__" is never accepted');
      else {
        const member = this.copy(this.own(value, key));
        if (member !== undefined) members[key] = member;
      }
      this.keys.pop();
    }
    return members;
  }

  private own(holder: object, key: string): unknown {
    const descriptor = Object.getOwnPropertyDescriptor(holder, key);
    if (descriptor?.get === undefined) return descriptor?.value;
    this.refuse("is computed by a getter; give a plain value");
    return null;
  }

  private spend(amount: number): void {
    this.budget -= amount;
    if (this.budget < 0) throw new TooLarge();
  }

  private refuse(message: string): undefined {
    this.problem ??= { path: pathOf(this.keys), message };
  }
}
