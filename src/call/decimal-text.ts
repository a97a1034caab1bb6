import type { JsonValue, ParameterType } from "../contract/index.js";

const INTEGER = /^-?(?:0|[1-9][0-9]{0,15})$/;
const NUMBER = /^-?(?:0|[1-9][0-9]{0,15})(?:\.[0-9]{1,20})?$/;

/** The number that a plain decimal text is, else the text: no sign +, no leading zero, no space, no exponent, no 0x. */
function decimalIn(kind: "integer" | "number", text: string): number | string {
  return (kind === "integer" ? INTEGER : NUMBER).test(text) ? Number(text) : text;
}

/** What a text given by position stands for; one that does not fit stays as it is, to be refused by the type check. */
export function fromText(type: ParameterType, text: string): JsonValue {
  switch (type.type) {
    case "integer":
    case "number":
      return decimalIn(type.type, text);
    case "boolean":
      return text === "true" ? true : text === "false" ? false : text;
    default:
      return text;
  }
}

/** The one repair inside args: a number sent as a decimal string, alone or in an array. `count` tells how many. */
export function repaired(type: ParameterType, value: JsonValue): { readonly value: JsonValue; readonly count: number } {
  if (type.type === "integer" || type.type === "number") {
    if (typeof value !== "string") return { value, count: 0 };
    const read = decimalIn(type.type, value);
    return { value: read, count: typeof read === "number" ? 1 : 0 };
  }
  if (type.type !== "array" || !Array.isArray(value)) return { value, count: 0 };
  let count = 0;
  const items = value.map((item: JsonValue) => {
    const read = repaired(type.items, item);
    count += read.count;
    return read.value;
  });
  return { value: items, count };
}
