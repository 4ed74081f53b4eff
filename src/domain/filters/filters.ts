import { formatCharging, formatPrice } from "../format.ts";
import { isTaxCreditEligible, present, wholeMiles } from "../trims.ts";
import type { Trim } from "../vehicle.ts";
import { CHARGE_PORTS, DRIVE_TYPES } from "../field-options.ts";
import { sayFigure } from "./figure-reading.ts";
import {
  CHARGING_FIGURES,
  PERFORMANCE_FIGURES,
  RANGE_FIGURES,
  SECTION_TITLES,
  SPACE_FIGURES,
} from "./figure-filters.ts";
import { bounds, choice, flag, limit, type Typed } from "./filter-kinds.ts";
import {
  CHARGING_MINUTES,
  CONSUMPTION_KWH,
  CONSUMPTION_SLIDER_KWH,
  MODEL_YEARS,
  SEATS,
  TAX_CREDIT_USD,
  TYPED_PRICE_USD,
} from "./limits.ts";

/** Up to three seats, four or five, six or more (finding.md#seats). */
const SEATINGS = ["2", "5", "7"] as const;
export type Seating = (typeof SEATINGS)[number];

export function seatingBand(seats: number | null): Seating | null {
  const count = present(seats);
  if (count === null) return null;
  return count <= 3 ? "2" : count <= 5 ? "5" : "7";
}

const kWhPer100: Typed = ({ short, perMile }) => ({
  unit: `kWh/100 ${short}`,
  scale: 1 / perMile,
  decimals: 1,
});

/**
 * All filters except the search text, in the order of the panel and the chips. Each name is used in the
 * address, the calls, the state and the facets. Adding a choice, a limit, bounds or a flag only needs an
 * entry here; models can also be sorted by bounds.
 */
export const FILTERS = {
  newest: flag({
    title: "Newest model years only",
    // A model's trims are sorted by year, newest first (finding.md#newest-model-years).
    valueOf: ({ year }, { trims }) => year === trims[0]?.year,
    chip: "Newest model years",
  }),
  range: {
    kind: "slider",
    title: "Range",
    section: SECTION_TITLES.rangeAndPrice,
    lacking: "range figure",
    valueOf: (trim: Trim) => wholeMiles(trim.range),
  },
  price: {
    kind: "slider",
    title: "Price",
    section: SECTION_TITLES.rangeAndPrice,
    lacking: "price",
    valueOf: (trim: Trim) => present(trim.price),
  },
  minPrice: limit({
    title: "From",
    section: SECTION_TITLES.rangeAndPrice,
    lacking: "price",
    side: "min",
    bounds: { ...TYPED_PRICE_USD, step: 1 },
    valueOf: ({ price }) => present(price),
    format: (dollars) => `From ${formatPrice(dollars)}`,
    thumb: "Minimum price",
    lead: "From",
    typed: () => ({ prefix: "$" }),
  }),
  maxConsumption: limit({
    title: "Consumption",
    section: SECTION_TITLES.rangeAndPrice,
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
  }),
  ...RANGE_FIGURES,
  make: { kind: "facet", title: "Brand" },
  bodyType: { kind: "facet", title: "Body type" },
  seating: choice({
    title: SECTION_TITLES.seating,
    lacking: "seat count",
    values: SEATINGS,
    valueOf: ({ seating }) => seatingBand(seating),
    labels: { "2": "2 or 3", "5": "4 or 5", "7": "6 or more" },
    unit: "seats",
  }),
  minSeats: limit({
    title: "At least",
    section: SECTION_TITLES.seating,
    lacking: "seat count",
    side: "min",
    bounds: SEATS,
    valueOf: ({ seating }) => present(seating),
    format: (seats) => `At least ${seats} seats`,
    thumb: "Minimum number of seats",
    lead: "At least",
    typed: () => ({ unit: "seats" }),
  }),
  drive: choice({
    title: "Drive",
    lacking: "drive type",
    values: DRIVE_TYPES,
    valueOf: ({ driveType }) => driveType,
  }),
  maxCharging: limit({
    title: "10-80% time",
    section: SECTION_TITLES.charging,
    lacking: "charging time",
    side: "max",
    bounds: CHARGING_MINUTES,
    valueOf: ({ charging }) => present(charging),
    format: formatCharging,
    chip: "Charging: Up to ",
    thumb: "Longest 10-80% charging time",
    lead: "Up to",
    typed: () => ({ unit: "min" }),
  }),
  port: choice({
    title: "Charge port",
    section: SECTION_TITLES.charging,
    lacking: "charge port",
    values: CHARGE_PORTS,
    valueOf: ({ chargePort }) => chargePort,
  }),
  ...CHARGING_FIGURES,
  ...SPACE_FIGURES,
  ...PERFORMANCE_FIGURES,
  year: bounds({
    title: "Model year",
    lacking: "model year",
    valueOf: ({ year }) => present(year),
    format: String,
    typed: () => ({ isUngrouped: true }),
    limits: MODEL_YEARS,
    example: [2024, 2026],
  }),
  taxCredit: flag({
    title: `EVs eligible for ${formatPrice(TAX_CREDIT_USD)} Tax Credit`, // finding.md#quick-filter-dialog
    valueOf: (trim, ev) => isTaxCreditEligible(ev, trim),
    chip: "Tax credit",
    // finding.md#tax-credit
    note: "The federal credit ended for vehicles acquired after September 30, 2025. This shows the trims that qualified.",
  }),
} as const;

type Filters = typeof FILTERS;
export type FilterName = keyof Filters;
type NameOf<Kind> = {
  [N in FilterName]: Filters[N] extends { kind: Kind } ? N : never;
}[FilterName];
export type ChoiceName = NameOf<"choice">;
export type BoundsName = NameOf<"bounds">;
export type LimitName = NameOf<"limit">;
export type FlagName = NameOf<"flag">;

// Object.keys forgets the key type.
export const FILTER_NAMES = Object.keys(FILTERS) as FilterName[];

function namesOf<Kind extends Filters[FilterName]["kind"]>(kind: Kind): NameOf<Kind>[] {
  // The kind determines the name.
  return FILTER_NAMES.filter((name) => FILTERS[name].kind === kind) as NameOf<Kind>[];
}
export const CHOICES = namesOf("choice");
export const BOUNDS = namesOf("bounds");
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
  // There is one entry for each name.
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<N, T>;
}

/** Filtered values that a trim may lack, in the order in which they are reported. */
export const MISSING_FIELDS = FILTER_NAMES.filter(isMissingField);
export type MissingField = Exclude<NameOf<"slider" | "choice" | "limit" | "bounds">, "minPrice">;

function isMissingField(name: FilterName): name is MissingField {
  // A missing price is reported for the price filter.
  return "lacking" in FILTERS[name] && name !== "minPrice";
}

/** A section of the panel: filters that share a title. */
export interface FilterSection {
  readonly title: string;
  readonly names: readonly FilterName[];
}

/** Whether a section consists of a single checkbox. */
export function isFlagSection({ names }: FilterSection): boolean {
  return names.some((name) => FILTERS[name].kind === "flag");
}

/** The names follow the order of the filters. */
export const SECTIONS: readonly FilterSection[] = [...new Set(FILTER_NAMES.map(sectionOf))].map(
  (title) => ({ title, names: FILTER_NAMES.filter((name) => sectionOf(name) === title) }),
);

/** Returns the title of the section with this filter's control. */
export function sectionOf(name: FilterName): string {
  const filter = FILTERS[name];
  return ("section" in filter && filter.section) || filter.title;
}
