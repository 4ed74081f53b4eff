/** Which rows a search and filters find, and in which order (beyond 5). */
import type { FieldName } from "../../vehicle/fields.ts";
import { compareNames } from "../../vehicle/names.ts";
import type { StoredRow } from "../../vehicle/vehicle.ts";
import type { RowFilter, RowFilters, RowSort } from "./row-filters.ts";

type Value = StoredRow[FieldName];

/** What the table shows as N/A; 0 counts as missing (readings 2). */
function isEmpty(value: Value): boolean {
  return value === null || value === "" || value === 0;
}

function passes(value: Value, filter: RowFilter): boolean {
  if (filter.empty !== undefined) return isEmpty(value) === filter.empty;
  if (isEmpty(value)) return false;
  if (filter.is !== undefined) return value === filter.is;
  if (filter.contains !== undefined) {
    return comparable(String(value)).includes(comparable(filter.contains));
  }
  const { from, to } = filter;
  // Both are of the field's type: dates of this form compare as text.
  return (
    (from === undefined || (value as typeof from) >= from) &&
    (to === undefined || (value as typeof to) <= to)
  );
}

export function passesAll(row: StoredRow, filters: RowFilters): boolean {
  for (const name in filters) {
    const field = name as FieldName; // the schema's
    const filter = filters[field];
    if (filter && !passes(row[field], filter)) return false;
  }
  return true;
}

/** In the order of a column; what is missing comes last either way. */
export function compareRows({ field, order }: RowSort): (a: StoredRow, b: StoredRow) => number {
  const turn = order === "desc" ? -1 : 1;
  return ({ [field]: a }, { [field]: b }) => {
    if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(a)) - Number(isEmpty(b));
    const isText = typeof a === "string" && typeof b === "string";
    return turn * (isText ? compareNames(a, b) : Number(a) - Number(b));
  };
}

export function comparable(text: string): string {
  return text.normalize("NFC").toLowerCase().replaceAll(/\s+/g, " ").trim();
}

/**
 * Whether a row's names hold the search: as it stands, or each of its words, in any order, as the
 * beginning of a word or as the year.
 * @returns null: all do
 */
export function searchTest(search: string): ((names: string, year: number) => boolean) | null {
  const text = comparable(search);
  if (text === "") return null;
  const words = text.split(" ").map((word) => ({
    word,
    begins: new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(word)}`, "u"),
  }));
  return (names, year) =>
    names.includes(text) ||
    words.every(({ word, begins }) => word === String(year) || begins.test(names));
}
