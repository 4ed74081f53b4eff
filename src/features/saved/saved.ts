/** The cars that a visitor has saved, newest first, stored only in this browser. */
import { createStore } from "zustand/vanilla";

import { memoizeByObject } from "../../domain/memoize.ts";
import { identityKey } from "../../domain/names.ts";
import { isCount, isText, parseList, type StoredFields } from "../../ui/stored-list.ts";
import { readStored, type Stored, useStored, writeStored } from "../../ui/storage.ts";
import { dismissToast, toast } from "../../ui/toast.ts";
import { present } from "../../domain/trims.ts";
import type { Ev, Trim } from "../../domain/vehicle.ts";

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

/** Skips invalid entries (limits-and-texts.md#storage-keys). @throws SyntaxError when it is not JSON */
export function parseSaved(text: string | null): readonly SavedCar[] {
  return parseList(text, parseCar, ({ rowId }) => rowId, MAX_SAVED);
}

export const SAVED_CARS: Stored<readonly SavedCar[]> = {
  key: "ev_saved",
  parse: parseSaved,
  format: (cars) => (cars.length === 0 ? null : JSON.stringify(cars)),
};

/** The dialog of saved cars, opened from the header and other parts of the page. */
export const savedDialog = createStore(() => ({ isOpen: false }));

export function showSaved(): void {
  // On a phone a notification would cover the list.
  dismissToast();
  savedDialog.setState({ isOpen: true });
}

type Identity = Pick<SavedCar, "rowId" | "make" | "model" | "trim" | "year">;

export function identityOf({ make, model, trim, year }: Omit<Identity, "rowId">): string {
  return JSON.stringify([...[make, model, trim].map(identityKey), year]);
}

const keysOf = memoizeByObject(
  (cars: readonly SavedCar[]) =>
    new Set<string | number>(cars.flatMap((car) => [car.rowId, identityOf(car)])),
);

/** Compares by row id, or by names if a row was deleted and added again. */
function isAmong(cars: readonly SavedCar[], car: Identity): boolean {
  const keys = keysOf(cars);
  return keys.has(car.rowId) || keys.has(identityOf(car));
}

export function nameOf({ make, model, trim }: Pick<SavedCar, "make" | "model" | "trim">): string {
  return `${make} ${model} ${trim}`;
}

/** @param at ISO 8601 */
export function savedFrom({ make, model }: Ev, trim: Trim, at: string): SavedCar {
  const { rowId, trim: name, year } = trim;
  return { rowId, make, model, trim: name, year, price: present(trim.price), at };
}

/** @returns null when the limit has been reached */
export function addSaved(
  cars: readonly SavedCar[],
  car: SavedCar,
  at = 0,
): readonly SavedCar[] | null {
  if (isAmong(cars, car)) return cars;
  return cars.length < MAX_SAVED ? cars.toSpliced(at, 0, car) : null;
}

export function removeSaved(cars: readonly SavedCar[], gone: Identity): readonly SavedCar[] {
  return cars.filter((car) => !isAmong([car], gone));
}

/** Renders again only when the result changes. */
export function useIsSaved(car: Identity): boolean {
  return useStored(SAVED_CARS, (cars) => isAmong(cars, car));
}

export const SEE_ALL = { action: { label: "See saved", onClick: showSaved } };

/** @param at position in the list @returns false when there are too many */
export function save(car: SavedCar, at?: number): boolean {
  const cars = addSaved(readStored(SAVED_CARS), car, at);
  if (cars) writeStored(SAVED_CARS, cars);
  else {
    const description = `You already have ${MAX_SAVED} saved cars. Remove one first.`;
    toast({ title: "Not saved", description, isRefusal: true, ...SEE_ALL });
  }
  return cars !== null;
}

/** Undo saves it again with its original price and time. */
export function unsave(car: Identity): void {
  const before = readStored(SAVED_CARS);
  const after = removeSaved(before, car);
  writeStored(SAVED_CARS, after);
  const gone = before.filter((other) => !after.includes(other));
  const onClick = () => gone.forEach((other) => save(other, before.indexOf(other)));
  toast({ description: "No longer saved", action: { label: "Undo", onClick } });
}
