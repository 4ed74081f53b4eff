/** Estimates fast charging times that nobody has published, for pages only (one-car.md#estimated-charging-time). */
import { formatNumber } from "./format.ts";
import { present } from "./trims.ts";
import type { Ev, Trim } from "./vehicle.ts";

export const CHARGED_SHARE = 0.7;
const MINUTES_PER_HOUR = 60;
/** Energy bought at the wall, where consumption is measured, for each kWh in the battery. */
const WALL_KWH_PER_BATTERY_KWH = 1.12;
/** Fewer known trims than this are not enough for an estimate. */
const MIN_KNOWN_TRIMS = 20;

/** Quartiles of the mean charging power from 10 to 80 %, as a share of the peak. */
export interface ChargingRates {
  readonly q1: number;
  readonly q3: number;
}

/** Whole minutes from 10 to 80 %. */
export interface ChargingEstimate {
  readonly minMinutes: number;
  readonly maxMinutes: number;
}

type ChargingFacts = Pick<Trim, "charging" | "battery" | "maxChargingSpeed">;
type BatteryFacts = Pick<Trim, "battery" | "range" | "consumption">;

/** @param evs every model of the catalogue @returns null when too few trims have a known time, battery and peak */
export function findChargingRates(evs: readonly Ev[]): ChargingRates | null {
  const rates = evs.flatMap(({ trims }) => trims.flatMap((trim) => rateOf(trim) ?? []));
  if (rates.length < MIN_KNOWN_TRIMS) return null;
  const sorted = Float64Array.from(rates).sort();
  return { q1: quantileOf(sorted, 0.25), q3: quantileOf(sorted, 0.75) };
}

function rateOf({ charging, battery, maxChargingSpeed }: ChargingFacts): number | null {
  const minutes = present(charging);
  const kWh = present(battery);
  const peakKw = present(maxChargingSpeed);
  if (minutes === null || kWh === null || peakKw === null) return null;
  return (CHARGED_SHARE * kWh) / (minutes / MINUTES_PER_HOUR) / peakKw;
}

function quantileOf(sorted: Float64Array, share: number): number {
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)] ?? 0;
  const above = sorted[Math.ceil(position)] ?? below;
  return below + (above - below) * (position - Math.floor(position));
}

/** An unknown battery counts as what range and consumption need. */
function batteryOf({ battery, range, consumption }: BatteryFacts): number | null {
  const miles = present(range);
  const kWhPer100Miles = present(consumption);
  return (
    present(battery) ??
    (miles && kWhPer100Miles && (miles * kWhPer100Miles) / 100 / WALL_KWH_PER_BATTERY_KWH)
  );
}

/** @returns null when the time is known, or when the peak power or both battery and consumption are unknown */
export function estimateCharging(trim: ChargingFacts & BatteryFacts, rates: ChargingRates | null) {
  const { charging, maxChargingSpeed } = trim;
  const kWh = batteryOf(trim);
  const peakKw = present(maxChargingSpeed);
  if (rates === null || present(charging) !== null || kWh === null || peakKw === null) return null;
  // Halves are rounded up, including those that floating-point arithmetic puts just below a half.
  const minutesAt = (rate: number) =>
    Math.round(Number((((CHARGED_SHARE * kWh) / (peakKw * rate)) * MINUTES_PER_HOUR).toFixed(6)));
  return { minMinutes: minutesAt(rates.q3), maxMinutes: minutesAt(rates.q1) };
}

/** `about 28-38 min, estimated` */
export function formatChargingEstimate({ minMinutes, maxMinutes }: ChargingEstimate): string {
  const span = minMinutes === maxMinutes ? [maxMinutes] : [minMinutes, maxMinutes];
  return `about ${span.map((minutes) => formatNumber(minutes)).join("-")} min, estimated`;
}
