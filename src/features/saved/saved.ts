/** The cars that a visitor has saved, newest first, kept in this browser only. */
import { isCount, isText, parseList, type StoredFields } from "../../ui/stored-list.ts";
import { createStoredState } from "../../ui/stored-state.ts";
import { present } from "../../vehicle/trims.ts";
import { MAX_SAVED } from "./limits.ts";

export interface SavedCar {
  readonly rowId: number;
  readonly make: string;
  readonly model: string;
  readonly trim: string;
  readonly year: number;
  /** US dollars when it was saved; null if it was not known */
  readonly price: number | null;
  /** ISO 8601 */
  readonly at: string;
}

const STORAGE_KEY = "ev_saved";

function parseCar({ rowId, make, model, trim, year, price, at }: StoredFields): SavedCar | null {
  if (!isCount(rowId) || rowId === 0 || !isCount(year)) return null;
  if (!isText(make) || !isText(model) || !isText(trim) || !isText(at)) return null;
  const knownPrice = typeof price === "number" ? present(price) : null;
  return { rowId, make, model, trim, year, price: knownPrice, at };
}

/**
 * Leaves out whatever is broken (limits-and-texts.md#storage-keys).
 * @throws SyntaxError when the text is no JSON
 */
export function parseSaved(text: string | null): readonly SavedCar[] {
  return parseList(text, parseCar, ({ rowId }) => rowId, MAX_SAVED);
}

export const savedCars = createStoredState(STORAGE_KEY, parseSaved, (cars) =>
  cars.length === 0 ? null : JSON.stringify(cars),
);

/** Asks the header for the list. */
export const SHOW_SAVED = "show-saved-cars";

export function showSaved(): void {
  dispatchEvent(new Event(SHOW_SAVED));
}
