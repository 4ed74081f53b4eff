/** The cars that a visitor has saved, newest first, stored only in this browser. */
import { createStore } from "zustand/vanilla";

import { isCount, isText, parseList, type StoredFields } from "../../ui/stored-list.ts";
import type { Stored } from "../../ui/storage.ts";
import { currentToast, dismissToast } from "../../ui/toast.ts";
import { present } from "../../domain/trims.ts";

export const MAX_SAVED = 100;

export interface SavedCar {
  readonly rowId: number;
  readonly make: string;
  readonly model: string;
  readonly trim: string;
  readonly year: number;
  /** price in US dollars when it was saved; null if it was unknown */
  readonly price: number | null;
  /** ISO 8601 */
  readonly at: string;
}

function parseCar({ rowId, make, model, trim, year, price, at }: StoredFields): SavedCar | null {
  if (!isCount(rowId) || rowId === 0 || !isCount(year)) return null;
  if (!isText(make) || !isText(model) || !isText(trim) || !isText(at)) return null;
  const knownPrice = typeof price === "number" ? present(price) : null;
  return { rowId, make, model, trim, year, price: knownPrice, at };
}

/**
 * Skips invalid entries (limits-and-texts.md#storage-keys).
 * @throws SyntaxError when the text is not JSON
 */
export function parseSaved(text: string | null): readonly SavedCar[] {
  return parseList(text, parseCar, ({ rowId }) => rowId, MAX_SAVED);
}

export const SAVED_CARS: Stored<readonly SavedCar[]> = {
  key: "ev_saved",
  parse: parseSaved,
  format: (cars) => (cars.length === 0 ? null : JSON.stringify(cars)),
};

/** The dialog of saved cars, opened from the header and other parts of the page. */
export const savedList = createStore(() => ({ isOpen: false }));

export function showSaved(): void {
  // On a phone a notification would cover the list.
  const toast = currentToast();
  if (toast) dismissToast(toast.id);
  savedList.setState({ isOpen: true });
}
