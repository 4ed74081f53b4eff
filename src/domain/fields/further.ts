/** Fields beyond the specification as shoppers see them, and derived facts; their twins are in further.admin.ts. */
import { CHARGED_SHARE } from "../charging-estimate.ts";
import type { DistanceFormats } from "../distance.ts";
import { CHARGE_PORTS } from "../field-options.ts";
import { SECTION_TITLES } from "../filters/filter-kinds.ts";
import { NOT_AVAILABLE } from "../format.ts";
import {
  CM_PER_INCH,
  formatConsumption,
  formatEfficiency,
  formatLength,
  formatMpge,
  formatPricePerMile,
  formatSize,
} from "../shown-formats.ts";
import type { FigureFilter, ShownEntry } from "../shown-kinds.ts";
import { present } from "../trims.ts";
import type { Trim } from "../vehicle.ts";
import type { SPECIFIED } from "./specified.ts";

/** A measure of the body; visitors who use kilometers type it in centimeters. */
function inches(label: string, filter: Pick<FigureFilter, "title" | "order" | "example">) {
  return {
    label,
    max: 400,
    unit: "inches",
    symbol: "in",
    format: formatLength,
    filter: {
      section: SECTION_TITLES.space,
      typed: ({ unit }: DistanceFormats) =>
        unit === "km" ? { unit: "cm", times: CM_PER_INCH } : { unit: "in", decimals: 1 },
      ...filter,
    },
  } as const;
}

/** By the name in public trims. */
export const FURTHER = {
  consumption: {
    label: "Consumption",
    min: 10,
    max: 150,
    symbol: "kWh/100 mi",
    format: formatConsumption,
    compare: { better: "lower", bar: true },
  },
  milesInTenMinutes: {
    label: "Added in 10 min of fast charging",
    fields: [],
    value: milesInTenMinutesOf,
    format: (miles, { formatRange }) => formatRange(miles),
    compare: { label: "Added in 10 minutes", better: "higher", bar: true },
  },
  wallOutletMiles: {
    label: "120 V outlet, 10 hours",
    fields: [],
    value: wallOutletMiles,
    format: (miles, { formatRange }) =>
      miles === null ? NOT_AVAILABLE : `about ${formatRange(miles)}`,
    compare: { bar: false },
  },
  chargePort: {
    label: "Charge port",
    options: CHARGE_PORTS,
    words: (_ev, { chargePort }) => chargePort,
  },
  acChargingSpeed: {
    label: "AC charging",
    max: 50,
    symbol: "kW",
    decimals: 1,
    compare: { better: "higher", bar: false },
    filter: { section: SECTION_TITLES.charging, example: [7.2, 11] },
  },
  homeCharging: {
    label: "Full charge at home, 240 V",
    max: 100,
    unit: "hours",
    symbol: "h",
    decimals: 1,
    compare: { label: "Full charge at home", better: "lower", bar: false },
    filter: {
      title: "Full charge at home",
      section: SECTION_TITLES.charging,
      lacking: "home charging time",
      order: "asc",
      example: [8, 12],
    },
  },
  batteryWarranty: {
    label: "Battery warranty",
    maxCharacters: 60,
    words: (_ev, { batteryWarranty }) => batteryWarranty,
  },
  horsepower: {
    label: "Power",
    max: 3_000,
    hasThousands: true,
    symbol: "hp",
    compare: { better: "higher", bar: false },
    filter: { section: SECTION_TITLES.performance, example: [300, 500] },
  },
  torque: {
    label: "Torque",
    max: 5_000,
    hasThousands: true,
    symbol: "lb-ft",
    compare: { better: "higher", bar: false },
    filter: { section: SECTION_TITLES.performance, example: [300, 500] },
  },
  towing: {
    label: "Towing",
    max: 30_000,
    hasThousands: true,
    unit: "pounds",
    symbol: "lb",
    compare: { better: "higher", bar: true },
    filter: { section: SECTION_TITLES.performance, chip: "Tows", example: [3_500, 5_000] },
  },
  frunk: {
    label: "Front trunk",
    max: 50,
    unit: "cubic feet",
    symbol: "cu ft",
    decimals: 1,
    compare: { better: "higher", bar: false },
    filter: { section: SECTION_TITLES.space, example: [2, 7] },
  },
  length: inches("Length", { order: "asc", example: [165, 190] }),
  width: inches("Width, without mirrors", { title: "Width", order: "asc", example: [70, 76] }),
  height: inches("Height", { order: "asc", example: [58, 64] }),
  size: {
    label: "Size",
    fields: ["length", "width", "height"],
    words: (_ev, { length, width, height }, distance) =>
      formatSize([length, width, height], distance),
    compare: { label: "Size (L × W × H)" },
  },
  wheelbase: inches("Wheelbase", { order: "asc", example: [110, 120] }),
  groundClearance: {
    ...inches("Ground clearance", { example: [6, 9] }),
    compare: { bar: false },
  },
  curbWeight: {
    label: "Curb weight",
    max: 20_000,
    hasThousands: true,
    unit: "pounds",
    symbol: "lb",
    compare: { bar: false },
    filter: { section: SECTION_TITLES.space, order: "asc", example: [4_000, 5_500] },
  },
  pricePerMile: {
    label: "Value for money",
    fields: [],
    value: pricePerMileOf,
    format: formatPricePerMile,
    compare: { better: "lower", bar: false },
  },
} as const satisfies Readonly<Record<string, ShownEntry>>;

/** The sections of the detail page's specifications, from which the table takes its columns. */
export const SHEET: readonly {
  title: string;
  names: readonly (keyof typeof SPECIFIED | keyof typeof FURTHER)[];
}[] = [
  { title: "Range and battery", names: ["range", "consumption", "battery", "batteryWarranty"] },
  {
    title: "Charging",
    names: ["charging", "maxChargingSpeed", "chargePort", "acChargingSpeed", "homeCharging"],
  },
  {
    title: "Performance",
    names: ["zeroToSixty", "topSpeed", "driveType", "horsepower", "torque", "towing"],
  },
  { title: "Space", names: ["seating", "cargoCapacity", "frunk", "bodyType"] },
  {
    title: "Size and weight",
    names: ["length", "width", "height", "wheelbase", "groundClearance", "curbWeight"],
  },
  { title: "Price and tax credit", names: ["price", "pricePerMile", "year", "taxCreditEligible"] },
];

// Facts derived from others of a trim; null when one of those is missing.

/** Energy of a gallon of gasoline, per 100 miles: the EPA's 33.705 kWh. */
const KWH_PER_100_GALLONS = 3_370.5;

/** The consumption in the units of other labels: `3.4 mi/kWh, 116 MPGe`; null while it is unknown. */
export function formatEconomy(
  { consumption }: Pick<Trim, "consumption">,
  distance: DistanceFormats,
) {
  const kWhPer100Miles = present(consumption);
  if (kWhPer100Miles === null) return null;
  const mpge = formatMpge(KWH_PER_100_GALLONS / kWhPer100Miles);
  return `${formatEfficiency(100 / kWhPer100Miles, distance)}, ${mpge}`;
}

/** Energy that a 120 V outlet delivers in a night: 1.44 kW for ten hours. */
const KWH_OF_A_NIGHT = 14.4;

/** Whole miles that ten hours at a 120 V outlet add. */
export function wallOutletMiles({ consumption }: Pick<Trim, "consumption">): number | null {
  const kWhPer100Miles = present(consumption);
  if (kWhPer100Miles === null) return null;
  const miles = (KWH_OF_A_NIGHT / kWhPer100Miles) * 100;
  // Floating-point arithmetic puts some halves just below a half.
  return Math.round(Number(miles.toFixed(6)));
}

/** Miles of range added in ten minutes of fast charging, between 10 and 80 %. */
export function milesInTenMinutesOf(trim: Pick<Trim, "range" | "charging">): number | null {
  const miles = present(trim.range);
  const minutes = present(trim.charging);
  return miles && minutes && ((CHARGED_SHARE * miles) / minutes) * 10;
}

export function pricePerMileOf({ price, range }: Pick<Trim, "price" | "range">): number | null {
  const dollars = present(price);
  const miles = present(range);
  return dollars && miles && dollars / miles;
}
