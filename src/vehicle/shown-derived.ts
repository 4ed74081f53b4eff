/** What follows from the facts of a trim and is stored nowhere; null where a fact is missing. */
import { present } from "./trims.ts";
import type { Trim } from "./vehicle.ts";

/** Energy of a gallon of gasoline, for 100 miles: the EPA's 33.705 kWh. */
const KWH_PER_100_GALLONS = 3_370.5;
/** From 10 to 80 %. */
const CHARGED_SHARE = 0.7;

/** Miles per kWh, at the wall. */
export function efficiencyOf({ consumption }: Pick<Trim, "consumption">): number | null {
  const kWhPer100Miles = present(consumption);
  return kWhPer100Miles && 100 / kWhPer100Miles;
}

/** Miles per gallon of gasoline equivalent, as on the EPA's label. */
export function mpgeOf({ consumption }: Pick<Trim, "consumption">): number | null {
  const kWhPer100Miles = present(consumption);
  return kWhPer100Miles && KWH_PER_100_GALLONS / kWhPer100Miles;
}

/** Miles of range that ten minutes of fast charging add, between 10 and 80 %. */
export function milesInTenMinutesOf({
  range,
  charging,
}: Pick<Trim, "range" | "charging">): number | null {
  const miles = present(range);
  const minutes = present(charging);
  return miles && minutes && ((CHARGED_SHARE * miles) / minutes) * 10;
}

/** US dollars for each mile of range. */
export function pricePerMileOf({ price, range }: Pick<Trim, "price" | "range">): number | null {
  const dollars = present(price);
  const miles = present(range);
  return dollars && miles && dollars / miles;
}
