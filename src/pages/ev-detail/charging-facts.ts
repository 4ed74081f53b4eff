/** What people want to know before a long drive, besides the lead figures (one-car.md#charging-and-winter). */
import {
  type ChargingRates,
  estimateCharging,
  formatChargingEstimate,
} from "../../domain/charging-estimate.ts";
import type { DistanceFormats } from "../../domain/distance.ts";
import { milesInTenMinutesOf, wallOutletMiles } from "../../domain/fields/further.ts";
import { highwayRangeOf, DEFAULT_TRIP } from "../../domain/trip.ts";
import type { Trim } from "../../domain/vehicle.ts";

/** Returns the facts that are known and that neither the lead figures nor the specifications show. */
export function findChargingFacts(
  trim: Trim,
  distance: DistanceFormats,
  rates: ChargingRates | null,
): { label: string; value: string }[] {
  const estimate = estimateCharging(trim, rates);
  const added = milesInTenMinutesOf(trim);
  const outletMiles = wallOutletMiles(trim);
  const winterRange = highwayRangeOf(trim, { ...DEFAULT_TRIP, isWinter: true });
  const facts = [
    estimate && { label: "Fast charging, 10-80%", value: formatChargingEstimate(estimate) },
    added !== null && { label: "Added in 10 min of charging", value: distance.formatRange(added) },
    outletMiles !== null && {
      label: "120 V outlet",
      value: `about ${distance.formatRange(outletMiles)} in 10 hours`,
    },
    winterRange !== null && {
      label: `Winter range at ${distance.formatTopSpeed(DEFAULT_TRIP.mph)}`,
      value: `about ${distance.formatRange(winterRange)}`,
    },
  ];
  return facts.filter((fact) => fact !== false && fact !== null);
}
