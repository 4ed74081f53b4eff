import type { Ev, Trim } from "../../vehicle/vehicle.ts";

/**
 * Names the year where the model has several (readings 2).
 * @param presentYear earlier years are named too
 */
export function trimName(ev: Pick<Ev, "trims">, trim: Trim, presentYear = 0): string {
  const several = ev.trims.some((other) => other.year !== trim.year);
  return several || trim.year < presentYear ? `${trim.trim} (${trim.year})` : trim.trim;
}
