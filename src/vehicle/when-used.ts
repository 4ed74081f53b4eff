/**
 * Something that is made when it is first asked for: the engine takes milliseconds to make a format
 * of numbers, dates or names, and a start or a page may need none.
 */
export function whenUsed<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
