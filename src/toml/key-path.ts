/** Names and array indexes (from 0) that lead from the root of a document to a value. */
export type KeyPath = readonly (string | number)[];

/** `tools[2].params.limit.type`; names that are no plain words are quoted. */
export function dottedKey(path: KeyPath): string {
  let key = "";
  for (const step of path) {
    if (typeof step === "number") key += `[${step}]`;
    else key += (key === "" ? "" : ".") + (/^[\w-]+$/.test(step) ? step : JSON.stringify(step));
  }
  return key;
}
