/** Saves and unsaves cars. */
import { memoizeByObject } from "../../domain/memoize.ts";
import { toast } from "../../ui/toast.ts";
import { identityKey } from "../../domain/names.ts";
import { present } from "../../domain/trims.ts";
import { readStored, useStored, writeStored } from "../../ui/storage.ts";
import type { Ev, Trim } from "../../domain/vehicle.ts";
import { MAX_SAVED, SAVED_CARS, type SavedCar, showSaved } from "./saved.ts";

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

export const SEE_ALL = { action: { label: "See saved cars", onClick: showSaved } };

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

/** @returns a function that saves it again with its original price and time */
export function unsave(car: Identity): () => void {
  const before = readStored(SAVED_CARS);
  const after = removeSaved(before, car);
  writeStored(SAVED_CARS, after);
  const gone = before.filter((other) => !after.includes(other));
  return () => {
    for (const other of gone) save(other, before.indexOf(other));
  };
}
