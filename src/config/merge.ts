import type { Plain, Table } from "../toml/index.js";

/** Lays one table over another, key by key; tables are merged, everything else is replaced. Neither is changed. */
export function merge(base: Table, over: Table): Table {
  const merged: Table = Object.assign(Object.create(null), base);
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key];
    merged[key] = isTable(below) && isTable(value) ? merge(below, value) : value;
  }
  return merged;
}

function isTable(value: Plain | undefined): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
