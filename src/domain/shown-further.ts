/** The further facts as shoppers see them, and facts derived from others. */
import { CHARGED_SHARE } from "./charged-share.ts";
import type { TrimFields } from "./field-shapes.ts";
import { formatCargo, formatPower } from "./format.ts";
import {
  formatConsumption,
  formatEfficiency,
  formatHorsepower,
  formatHours,
  formatLength,
  formatMpge,
  formatPounds,
  formatPricePerMile,
  formatSize,
  formatTorque,
} from "./shown-formats.ts";
import type { FURTHER_FIELDS } from "./fields-further.ts";
import type { ShownFigure, ShownWords } from "./shown-kinds.ts";
import { present } from "./trims.ts";
import type { Trim } from "./vehicle.ts";

/** The source fields are excluded, because they are shown in a sentence of their own. */
type FurtherName = Exclude<keyof typeof FURTHER_FIELDS & keyof TrimFields, "source" | "checkedOn">;
type DerivedName = "efficiency" | "mpge" | "milesInTenMinutes" | "pricePerMile" | "size";

/** Fields that are hidden while they are unknown. */
export const SHOWN_FURTHER: Readonly<Record<FurtherName | DerivedName, ShownFigure | ShownWords>> =
  {
    consumption: {
      label: "Consumption",
      value: ({ consumption }) => present(consumption),
      format: formatConsumption,
      compare: { label: "Consumption", unit: "kWh/100 mi", better: "lower", bar: true },
    },
    efficiency: { label: "Efficiency", value: efficiencyOf, format: formatEfficiency },
    mpge: { label: "Gasoline equivalent", value: mpgeOf, format: formatMpge },
    milesInTenMinutes: {
      label: "Added in 10 min of fast charging",
      value: milesInTenMinutesOf,
      format: (miles, { formatRange }) => formatRange(miles),
      compare: { label: "Added in 10 minutes", unit: "miles", better: "higher", bar: true },
    },
    chargePort: {
      label: "Charge port",
      words: (_ev, { chargePort }) => chargePort,
      compare: { label: "Charge port" },
    },
    acChargingSpeed: {
      label: "AC charging",
      value: ({ acChargingSpeed }) => present(acChargingSpeed),
      format: formatPower,
      compare: { label: "AC charging", unit: "kW", better: "higher", bar: false },
    },
    homeCharging: {
      label: "Full charge at home, 240 V",
      value: ({ homeCharging }) => present(homeCharging),
      format: formatHours,
      compare: { label: "Full charge at home", unit: "hours", better: "lower", bar: false },
    },
    batteryWarranty: {
      label: "Battery warranty",
      words: (_ev, { batteryWarranty }) => batteryWarranty,
      compare: { label: "Battery warranty" },
    },
    horsepower: {
      label: "Power",
      value: ({ horsepower }) => present(horsepower),
      format: formatHorsepower,
      compare: { label: "Power", unit: "hp", better: "higher", bar: false },
    },
    torque: {
      label: "Torque",
      value: ({ torque }) => present(torque),
      format: formatTorque,
      compare: { label: "Torque", unit: "lb-ft", better: "higher", bar: false },
    },
    towing: {
      label: "Towing",
      value: ({ towing }) => present(towing),
      format: formatPounds,
      compare: { label: "Towing", unit: "lb", better: "higher", bar: true },
    },
    frunk: {
      label: "Front trunk",
      value: ({ frunk }) => present(frunk),
      format: formatCargo,
      compare: { label: "Front trunk", unit: "cu ft", better: "higher", bar: false },
    },
    length: {
      label: "Length",
      value: ({ length }) => present(length),
      format: formatLength,
    },
    width: {
      label: "Width, without mirrors",
      value: ({ width }) => present(width),
      format: formatLength,
    },
    height: { label: "Height", value: ({ height }) => present(height), format: formatLength },
    size: {
      label: "Size",
      words: (_ev, { length, width, height }, distance) =>
        formatSize([length, width, height], distance),
      compare: { label: "Size (L × W × H)" },
    },
    wheelbase: {
      label: "Wheelbase",
      value: ({ wheelbase }) => present(wheelbase),
      format: formatLength,
    },
    groundClearance: {
      label: "Ground clearance",
      value: ({ groundClearance }) => present(groundClearance),
      format: formatLength,
      compare: { label: "Ground clearance", unit: "in", bar: false },
    },
    curbWeight: {
      label: "Curb weight",
      value: ({ curbWeight }) => present(curbWeight),
      format: formatPounds,
      compare: { label: "Curb weight", unit: "lb", bar: false },
    },
    pricePerMile: {
      label: "Value for money",
      value: pricePerMileOf,
      format: formatPricePerMile,
      compare: {
        label: "Value for money",
        unit: "US dollars per mile of range",
        better: "lower",
        bar: false,
      },
    },
  };

// Facts derived from others of a trim; null when one of those is missing.

/** Energy of a gallon of gasoline, per 100 miles: the EPA's 33.705 kWh. */
const KWH_PER_100_GALLONS = 3_370.5;

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

/** Miles of range added in ten minutes of fast charging, between 10 and 80 %. */
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
