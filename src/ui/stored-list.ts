/** Judges what a browser's storage holds: other releases and people write there too. */

/** What a stored list may hold; each field has yet to be judged. */
export type StoredFields = Partial<Record<string, unknown>>;

/** A longer text was not written by this page. */
const TEXT_MAX_CHARACTERS = 2_000;

export function isRecord(value: unknown): value is StoredFields {
  return typeof value === "object" && value !== null;
}

export function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

export function isText(value: unknown): value is string {
  return typeof value === "string" && value.length <= TEXT_MAX_CHARACTERS;
}

/**
 * A stored array without what is broken; of equal keys the first (limits-and-texts.md#storage-keys).
 * @param most entries that are kept
 * @throws SyntaxError when the text is no JSON
 */
export function parseList<T>(
  text: string | null,
  parse: (fields: StoredFields) => T | null,
  keyOf: (entry: T) => number,
  most: number,
): readonly T[] {
  const stored: unknown = JSON.parse(text ?? "[]");
  const entries = new Map<number, T>();
  for (const fields of Array.isArray(stored) ? stored : []) {
    const entry = isRecord(fields) ? parse(fields) : null;
    if (entry !== null && !entries.has(keyOf(entry))) entries.set(keyOf(entry), entry);
    if (entries.size === most) break;
  }
  return [...entries.values()];
}
