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
import { DISTANCE_FORMATS } from "../../vehicle/distance.ts";
import { present, zeroToSixtyOf } from "../../vehicle/trims.ts";
import type { Ev, EvSummary, Trim } from "../../vehicle/vehicle.ts";

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

/** The 0-60 time as precisely as it is known (§9 seconds formatter), where it is. */
function hundredths({ zeroToSixty }: Trim): SpecGroup["rows"] {
  if (present(zeroToSixty) === null) return [];
  return [{ label: "0-60 time", value: formatSeconds(zeroToSixty) }];
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
        { label: "Acceleration, 0-60 mph", value: formatAcceleration(zeroToSixtyOf(trim)) },
        ...hundredths(trim),
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
