/** Returns the keys of an object literal, which has exactly the keys of its type. */
export function keysOf<Name extends string>(table: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(table) as Name[];
}

export function record<Name extends string, T>(
  names: readonly Name[],
  valueOf: (name: Name) => T,
): Record<Name, T> {
  // There is one entry for each name.
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, T>;
}
