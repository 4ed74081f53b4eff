/** Validates what a browser's storage contains, because other releases and people write there too. */

/** The fields of a stored entry, which have not been validated yet. */
export type StoredFields = Partial<Record<string, unknown>>;

/** This page never writes a longer text. */
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
 * Returns at most `most` valid entries of a stored array, the first of equal keys
 * (limits-and-texts.md#storage-keys). @throws SyntaxError when the text is not JSON
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
