import type { DistanceFormats } from "../../vehicle/distance.ts";
import type { SliderBounds } from "../../ui/slider-value.ts";
import { formatCargo, formatCharging, formatPrice } from "../../vehicle/format.ts";
import { present, zeroToSixtyOf } from "../../vehicle/trims.ts";
import { CHARGE_PORTS, DRIVE_TYPES, type Trim } from "../../vehicle/vehicle.ts";
import { sayFigure, type FigureFormat } from "./figure-reading.ts";
import {
  ACCELERATION_SECONDS,
  CARGO_CUBIC_FEET,
  CHARGING_MINUTES,
  CONSUMPTION_KWH,
  CONSUMPTION_SLIDER_KWH,
  SEATS,
  TOP_SPEED_MPH,
  TYPED_PRICE_USD,
} from "./limits.ts";

/** Up to three seats, four or five, six or more (readings 5). */
const SEATINGS = ["2", "5", "7"] as const;
export type Seating = (typeof SEATINGS)[number];

export function seatingBand(seats: number | null): Seating | null {
  const count = present(seats);
  if (count === null) return null;
  return count <= 3 ? "2" : count <= 5 ? "5" : "7";
}

interface ChoiceFilter<V extends string = string> {
  readonly kind: "choice";
  readonly title: string;
  /** what a trim without a value has none of */
  readonly lacking: string;
  readonly values: readonly V[];
  /** null: not known */
  readonly valueOf: (trim: Trim) => V | null;
  /** of a pill; the value itself when absent */
  readonly labels?: Readonly<Record<V, string>>;
  /** follows the label: "2 or 3 seats" */
  readonly unit?: string;
  /** for the description of the call */
  readonly meaning?: string;
}

function choice<const V extends string>(entry: Omit<ChoiceFilter<V>, "kind">): ChoiceFilter {
  return { kind: "choice", ...entry };
}

/** How a figure beside a slider is typed. */
type Typed = (distance: DistanceFormats) => FigureFormat;

const kWhPer100: Typed = ({ short, perMile }) => ({
  unit: `kWh/100 ${short}`,
  scale: 1 / perMile,
  decimals: 1,
});

interface MeasureFilter {
  readonly kind: "measure";
  readonly title: string;
  readonly lacking: string;
  readonly bounds: SliderBounds;
  readonly valueOf: (trim: Trim) => number | null;
  readonly format: (value: number, distance: DistanceFormats) => string;
  /** what a chip says before the figures */
  readonly chip: string;
  readonly thumbs: readonly [string, string];
  readonly typed: Typed;
  /** once a thumb has moved, an end at its slider's end is not open (§5) */
  readonly isClosed?: boolean;
}

function measure(entry: Omit<MeasureFilter, "kind">): MeasureFilter {
  return { kind: "measure", ...entry };
}

/** One figure that is asked for, at the least or at the most; null asks for nothing. */
interface LimitFilter {
  readonly kind: "limit";
  readonly title: string;
  readonly lacking: string;
  readonly side: "min" | "max";
  /** what may be asked for, on whole steps */
  readonly bounds: SliderBounds;
  /** where that is much more than the cars differ */
  readonly slider?: SliderBounds;
  readonly valueOf: (trim: Trim) => number | null;
  readonly format: (value: number, distance: DistanceFormats) => string;
  /** what a chip says before the figure */
  readonly chip?: string;
  readonly thumb: string;
  /** before the typed figure */
  readonly lead: string;
  readonly typed: Typed;
  /** for the description of the call */
  readonly unit: string;
  readonly meaning: string;
}

function limit(entry: Omit<LimitFilter, "kind">): LimitFilter {
  return { kind: "limit", ...entry };
}

/**
 * All filters besides the search text, in the order of the panel. The name is that in the address, the
 * calls, the state and the facet. A choice, a limit and a flag are complete with their entry here; a
 * measure also has its place among the chips and missing values.
 */
export const FILTERS = {
  range: {
    kind: "slider",
    title: "Range",
    lacking: "range figure",
    valueOf: (trim: Trim) => present(trim.range),
  },
  price: {
    kind: "slider",
    title: "Price",
    lacking: "price",
    valueOf: (trim: Trim) => present(trim.price),
  },
  minPrice: limit({
    title: "From",
    lacking: "price",
    side: "min",
    bounds: { ...TYPED_PRICE_USD, step: 1 },
    valueOf: ({ price }) => present(price),
    format: (dollars) => `From ${formatPrice(dollars)}`,
    thumb: "Minimum price",
    lead: "From",
    typed: () => ({ prefix: "$" }),
    unit: "US dollars",
    meaning: "only trims that cost so much or more",
  }),
  make: { kind: "facet", title: "Brand" },
  bodyType: { kind: "facet", title: "Body type" },
  seating: choice({
    title: "Seating",
    lacking: "seat count",
    values: SEATINGS,
    valueOf: ({ seating }) => seatingBand(seating),
    labels: { "2": "2 or 3", "5": "4 or 5", "7": "6 or more" },
    unit: "seats",
    meaning: "2: up to three seats, 5: four or five, 7: six or more",
  }),
  minSeats: limit({
    title: "At least",
    lacking: "seat count",
    side: "min",
    bounds: SEATS,
    valueOf: ({ seating }) => present(seating),
    format: (seats) => `At least ${seats} seats`,
    thumb: "Least number of seats",
    lead: "At least",
    typed: () => ({ unit: "seats" }),
    unit: "seats",
    meaning: "only trims with so many seats or more",
  }),
  drive: choice({
    title: "Drive",
    lacking: "drive type",
    values: DRIVE_TYPES,
    valueOf: ({ driveType }) => driveType,
  }),
  maxCharging: limit({
    title: "Charging",
    lacking: "charging time",
    side: "max",
    bounds: CHARGING_MINUTES,
    valueOf: ({ charging }) => present(charging),
    format: formatCharging,
    chip: "Charging: Up to ",
    thumb: "Longest 10-80% charging time",
    lead: "10-80% within",
    typed: () => ({ unit: "min" }),
    unit: "minutes",
    meaning: "only trims that charge from 10 to 80 % in so many minutes or fewer",
  }),
  port: choice({
    title: "Charge port",
    lacking: "charge port",
    values: CHARGE_PORTS,
    valueOf: ({ chargePort }) => chargePort,
  }),
  maxConsumption: limit({
    title: "Consumption",
    lacking: "consumption figure",
    side: "max",
    bounds: CONSUMPTION_KWH,
    slider: CONSUMPTION_SLIDER_KWH,
    valueOf: ({ consumption }) => present(consumption),
    format: (kWh, distance) => sayFigure(kWh, kWhPer100(distance)),
    chip: "Consumption: Up to ",
    thumb: "Highest consumption",
    lead: "Up to",
    typed: kWhPer100,
    unit: "kWh/100 mi",
    meaning: "only trims that take so many kWh for 100 miles or fewer",
  }),
  acceleration: measure({
    title: "0-60 mph",
    lacking: "0-60 time",
    bounds: ACCELERATION_SECONDS,
    valueOf: zeroToSixtyOf,
    format: (seconds) => `${seconds.toFixed(1)}s`,
    chip: "0-60",
    thumbs: ["Quickest 0-60", "Slowest 0-60"],
    typed: () => ({ unit: "s", decimals: 1 }),
    isClosed: true,
  }),
  cargo: measure({
    title: "Cargo space",
    lacking: "cargo figure",
    bounds: CARGO_CUBIC_FEET,
    valueOf: ({ cargoCapacity }) => present(cargoCapacity),
    format: (cubicFeet) => (cubicFeet === 0 ? "0 cu ft" : formatCargo(cubicFeet)),
    chip: "Cargo",
    thumbs: ["Minimum cargo space", "Maximum cargo space"],
    typed: () => ({ unit: "cu ft" }),
  }),
  topSpeed: measure({
    title: "Top speed",
    lacking: "top-speed figure",
    bounds: TOP_SPEED_MPH,
    valueOf: ({ topSpeed }) => present(topSpeed),
    format: (mph, { formatTopSpeed }) => formatTopSpeed(mph),
    chip: "Top speed",
    thumbs: ["Lowest top speed", "Highest top speed"],
    typed: ({ unit, perMile }) => ({ unit: unit === "km" ? "km/h" : "mph", scale: perMile }),
  }),
  newest: {
    kind: "flag",
    title: "Newest model years only",
    chip: "Newest model years",
    meaning: "true: of each model only the trims of its newest year, judged over all of its rows",
  },
  taxCredit: {
    kind: "flag",
    title: "Tax credit",
    chip: "Tax credit",
    meaning: "true: only trims eligible for the $7,500 tax credit",
  },
} as const;

type Filters = typeof FILTERS;
export type FilterName = keyof Filters;
type NameOf<Kind> = {
  [N in FilterName]: Filters[N] extends { kind: Kind } ? N : never;
}[FilterName];
export type ChoiceName = NameOf<"choice">;
export type MeasureName = NameOf<"measure">;
export type LimitName = NameOf<"limit">;
export type FlagName = NameOf<"flag">;

// Object.keys forgets the key type.
export const FILTER_NAMES = Object.keys(FILTERS) as FilterName[];

function namesOf<Kind extends Filters[FilterName]["kind"]>(kind: Kind): NameOf<Kind>[] {
  // The kind tells the name.
  return FILTER_NAMES.filter((name) => FILTERS[name].kind === kind) as NameOf<Kind>[];
}
export const CHOICES = namesOf("choice");
export const MEASURES = namesOf("measure");
export const LIMITS = namesOf("limit");
export const FLAGS = namesOf("flag");

export function choiceLabel(name: ChoiceName, value: string): string {
  const { labels, unit } = FILTERS[name];
  return [labels?.[value] ?? value, unit].filter(Boolean).join(" ");
}

export function record<N extends string, T>(
  names: readonly N[],
  valueOf: (name: N) => T,
): Record<N, T> {
  // The entries are those of the names.
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<N, T>;
}

/** Inclusive; null is open. */
export interface Bounds {
  readonly min: number | null;
  readonly max: number | null;
}
export const OPEN: Bounds = { min: null, max: null };

/** Values that a trim may lack although a filter asks for them, in the order they are reported. */
export const MISSING_FIELDS = [
  "price",
  "range",
  "acceleration",
  ...CHOICES,
  "cargo",
  "topSpeed",
  ...LIMITS,
] as const;
export type MissingField = (typeof MISSING_FIELDS)[number];
