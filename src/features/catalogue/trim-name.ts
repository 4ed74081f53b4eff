import type { Ev, Trim } from "../../vehicle/vehicle.ts";

/**
 * A trim's name. Its year stands with it where the model has several years (readings 2), and on a
 * card also when it is before the present one: new cars of that year are no longer sold.
 * @param presentYear the present calendar year, for a card
 */
export function trimName(ev: Pick<Ev, "trims">, trim: Trim, presentYear = 0): string {
  const several = ev.trims.some((other) => other.year !== trim.year);
  return several || trim.year < presentYear ? `${trim.trim} (${trim.year})` : trim.trim;
}
