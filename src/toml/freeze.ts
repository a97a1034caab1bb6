/** Freezes plain data all the way down; Maps in it refuse every change. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  if (value instanceof Map) return freezeMap(value) as T;
  for (const inner of Object.values(value)) deepFreeze(inner);
  return Object.freeze(value);
}

/** `Object.freeze` leaves the entries of a Map open, so its ways to change them are shut as well. */
export function freezeMap<K, V>(map: Map<K, V>): ReadonlyMap<K, V> {
  for (const inner of map.values()) deepFreeze(inner);
  for (const name of ["set", "delete", "clear"]) Object.defineProperty(map, name, { value: refuse });
  return Object.freeze(map);
}

function refuse(): never {
  throw new TypeError("this Map is frozen");
}
