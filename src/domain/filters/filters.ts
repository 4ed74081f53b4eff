import { CHARGE_PORTS, DRIVE_TYPES } from "../field-options.ts";
import type { FURTHER } from "../fields/further.ts";
import type { SPECIFIED } from "../fields/specified.ts";
import { formatCharging, formatPrice } from "../format.ts";
import { keysOf } from "../records.ts";
import { SHOWN_FIELDS } from "../shown-fields.ts";
import { isTaxCreditEligible, present, wholeMiles } from "../trims.ts";
import type { Trim } from "../vehicle.ts";
import { formatFigure } from "./figure-reading.ts";
import {
  bounds,
  type BoundsFilter,
  choice,
  flag,
  limit,
  SECTION_TITLES,
  type Typed,
} from "./filter-kinds.ts";
import {
  PANEL_RANGE_MILES,
  TYPED_PRICE_USD,
  TYPED_RANGE_MILES,
  CHARGING_MINUTES,
  CONSUMPTION_KWH,
  SEATS,
  MODEL_YEARS,
} from "./slider-scales.ts";

type Figures = typeof SPECIFIED & typeof FURTHER;
type FigureBounds = {
  [
    Name in keyof Figures as Figures[Name] extends { filter: object }
      ? Figures[Name] extends { filter: { name: infer Own extends string } }
        ? Own
        : Name
      : never
  ]: BoundsFilter;
};

/** The filters of the figures in a section that say how they are filtered. */
function boundsIn(section: string): FigureBounds {
  const filters = Object.entries(SHOWN_FIELDS).flatMap(([name, figure]) => {
    if (!("value" in figure) || figure.filter?.section !== section) return [];
    const { label, symbol: unit, max = Infinity, decimals = 0, value, ranked, format } = figure;
    const { name: own = name, ...rest } = figure.filter;
    const derived = { title: label, limits: { min: 0, max }, typed: () => ({ unit, decimals }) };
    return [[own, bounds({ ...derived, valueOf: ranked ?? value, format, ...rest })] as const];
  });
  // Has only the names of its section; all sections together, which FILTERS has, have every name.
  return Object.fromEntries(filters) as FigureBounds;
}

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
  times: 1 / perMile,
  decimals: 1,
});

/**
 * All filters except the search text, in the order of the panel and the chips, by their names elsewhere too, except
 * range and price, whose ends have names, and makes and body types in the state. Bounds of a figure are part of it.
 */
export const FILTERS = {
  newest: flag({
    title: "Newest model years only",
    // A model's trims are sorted by year, newest first (finding.md#newest-model-years).
    valueOf: ({ year }, { trims }) => year === trims[0]?.year,
    chip: "Newest model years",
  }),
  range: {
    ...bounds({
      title: "Range",
      section: SECTION_TITLES.rangeAndPrice,
      valueOf: ({ range }) => wholeMiles(range),
      format: (miles, { formatRange }) => formatRange(miles),
      typed: ({ short, perMile }) => ({ unit: short, times: perMile }),
      limits: TYPED_RANGE_MILES,
      slider: PANEL_RANGE_MILES,
      example: [250, 400],
    }),
    // Unlike other bounds, the call writes it as two parameters.
    kind: "slider",
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
    slider: { min: 20, max: 70, step: 0.5 },
    valueOf: ({ consumption }) => present(consumption),
    format: (kWh, distance) => formatFigure(kWh, kWhPer100(distance)),
    chip: "Up to ",
    thumb: "Highest consumption",
    lead: "Up to",
    typed: kWhPer100,
  }),
  ...boundsIn(SECTION_TITLES.rangeAndPrice),
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
    format: (seats) => `${seats}+ seats`,
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
    chip: "10-80% in up to ",
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
  ...boundsIn(SECTION_TITLES.charging),
  ...boundsIn(SECTION_TITLES.space),
  ...boundsIn(SECTION_TITLES.performance),
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
    title: "EVs eligible for $7,500 Tax Credit", // finding.md#quick-filter-dialog
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

export const FILTER_NAMES = keysOf(FILTERS);

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

export function isFlagSection({ names }: FilterSection): boolean {
  return names.some((name) => FILTERS[name].kind === "flag");
}

/** The names follow the order of the filters. */
export const SECTIONS: readonly FilterSection[] = [...new Set(FILTER_NAMES.map(sectionOf))].map(
  (title) => ({ title, names: FILTER_NAMES.filter((name) => sectionOf(name) === title) }),
);

export function sectionOf(name: FilterName): string {
  const filter = FILTERS[name];
  return ("section" in filter && filter.section) || filter.title;
}
