import type { Ev, Trim } from "../../vehicle/vehicle.ts";

/** A trim's name; where the model has several years on sale, its year stands with it (readings 2). */
export function trimName(ev: Pick<Ev, "trims">, trim: Trim): string {
  const several = ev.trims.some((other) => other.year !== trim.year);
  return several ? `${trim.trim} (${trim.year})` : trim.trim;
}
