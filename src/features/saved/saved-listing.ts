/** Compares saved cars with the catalogue. */
import { formatPrice } from "../../domain/format.ts";
import { present } from "../../domain/trims.ts";
import type { Ev, Trim } from "../../domain/vehicle.ts";
import type { ModelTrim } from "../compare/compare.ts";
import { identityOf, type SavedCar } from "./saved.ts";

/** Finds saved cars in the catalogue; a car without an entry is no longer listed. */
export function findListed(
  cars: readonly SavedCar[],
  evs: readonly Ev[],
): ReadonlyMap<SavedCar, ModelTrim> {
  const byRow = new Map(cars.map((car) => [car.rowId, car]));
  const byName = new Map(cars.map((car) => [identityOf(car), car]));
  const listed = new Map<SavedCar, ModelTrim>();
  const namesakes = new Map<SavedCar, ModelTrim>();
  for (const ev of evs) {
    const { make, model } = ev;
    for (const trim of ev.trims) {
      const same = byRow.get(trim.rowId);
      if (same) listed.set(same, { ev, trim });
      const named = byName.get(identityOf({ make, model, ...trim }));
      if (named) namesakes.set(named, { ev, trim });
    }
  }
  for (const [car, found] of namesakes) if (!listed.has(car)) listed.set(car, found);
  return listed;
}

/** Difference in US dollars, negative if the car is cheaper now; 0 if unknown. */
export function priceChange(car: SavedCar, trim: Pick<Trim, "price">): number {
  const now = present(trim.price);
  return car.price === null || now === null ? 0 : now - car.price;
}

/** `-$2,000` */
export function formatChange(dollars: number): string {
  return `${dollars < 0 ? "-" : "+"}${formatPrice(Math.abs(dollars))}`;
}
