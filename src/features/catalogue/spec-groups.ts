import {
  formatAcceleration,
  formatBattery,
  formatCargo,
  formatCharging,
  formatPower,
  formatPrice,
  formatSeats,
  formatSeconds,
  NOT_AVAILABLE,
} from "../../vehicle/format.ts";
import { DISTANCE_FORMATS, type DistanceFormats } from "../../vehicle/distance.ts";
import { zeroToSixtyOf } from "../../vehicle/trims.ts";
import type { Ev, EvSummary, Trim } from "../../vehicle/vehicle.ts";

const LEAD_FIGURES = 4;

export interface SpecGroup {
  title: string;
  rows: { label: string; value: string }[];
}

/** The flag in words; the trim's overrides the vehicle's (§3), unknown is said as such. */
export function taxCreditLabel(
  ev: Pick<EvSummary, "taxCreditEligible">,
  trim: Pick<Trim, "taxCreditEligible">,
): string {
  const eligible = trim.taxCreditEligible ?? ev.taxCreditEligible;
  if (eligible === null) return NOT_AVAILABLE;
  return eligible ? "Eligible" : "Not eligible";
}

/**
 * Every field of a trim, grouped by what people ask; what is missing reads N/A.
 * @param distance how ranges and speeds are written
 */
export function specGroups(ev: Ev, trim: Trim, distance = DISTANCE_FORMATS.miles): SpecGroup[] {
  const { formatRange, formatTopSpeed } = distance;
  return [
    {
      title: "Range and charging",
      rows: [
        { label: "Range", value: formatRange(trim.range) },
        { label: "Fast charging, 10–80%", value: formatCharging(trim.charging) },
        { label: "Max charging speed", value: formatPower(trim.maxChargingSpeed) },
        { label: "Battery capacity", value: formatBattery(trim.battery) },
      ],
    },
    {
      title: "Performance",
      rows: [
        // As precisely as it is known (§9 seconds formatter).
        { label: "Acceleration, 0-60 mph", value: formatSeconds(zeroToSixtyOf(trim)) },
        { label: "Top speed", value: formatTopSpeed(trim.topSpeed) },
        { label: "Drive type", value: trim.driveType ?? NOT_AVAILABLE },
      ],
    },
    {
      title: "Space",
      rows: [
        { label: "Seating", value: formatSeats(trim.seating) },
        { label: "Cargo space", value: formatCargo(trim.cargoCapacity) },
        { label: "Body type", value: ev.bodyType },
      ],
    },
    {
      title: "Price and tax credit",
      rows: [
        { label: "Price", value: formatPrice(trim.price) },
        { label: "Model year", value: String(trim.year || NOT_AVAILABLE) },
        { label: "$7,500 tax credit", value: taxCreditLabel(ev, trim) },
      ],
    },
  ];
}

interface LeadFigure {
  label: string;
  value: string;
}

export const ZERO_TO_SIXTY = "0-60 mph";

/** The figures that a page opens with: the four that shoppers ask for first, of those that are known. */
export function leadFigures(trim: Trim, { formatRange, formatTopSpeed }: DistanceFormats) {
  const all: LeadFigure[] = [
    { label: "Range", value: formatRange(trim.range) },
    { label: "Price", value: formatPrice(trim.price) },
    { label: ZERO_TO_SIXTY, value: formatAcceleration(zeroToSixtyOf(trim)) },
    { label: "Fast charging, 10–80%", value: formatCharging(trim.charging) },
    { label: "Peak charging", value: formatPower(trim.maxChargingSpeed) },
    { label: "Battery", value: formatBattery(trim.battery) },
    { label: "Top speed", value: formatTopSpeed(trim.topSpeed) },
    { label: "Seating", value: formatSeats(trim.seating) },
    { label: "Cargo space", value: formatCargo(trim.cargoCapacity) },
  ];
  return all.filter(({ value }) => value !== NOT_AVAILABLE).slice(0, LEAD_FIGURES);
}
