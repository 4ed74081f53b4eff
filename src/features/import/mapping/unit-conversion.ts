/** Converts figures from other units that the user has named (importing.md#units). */
import { type DecimalSign, LONGEST_FIGURE, readNumber } from "../../../domain/read-number.ts";
import { entryOf, type FieldName } from "../../../domain/fields.ts";
import { readMultiple, unitInCell } from "./column-units.ts";
import { CURRENCIES, currencyUnit, isCurrency, isWrittenAs, OUR_CURRENCY } from "./currencies.ts";

type Conversion = (figure: number) => number;

const times =
  (factor: number): Conversion =>
  (figure) =>
    figure * factor;

const KM_PER_MILE = 1.609344;
const LITRES_PER_CUBIC_FOOT = 28.316846592;
const KG_PER_POUND = 0.45359237;
/** According to the EPA, a gallon of gasoline contains 33.705 kWh. */
const KWH_PER_100_GALLONS = 3370.5;

interface StoredUnit {
  decimals: number;
  from: Readonly<Record<string, Conversion>>;
}

/** For each stored unit, which units convert to it and how many decimals it has. */
const STORED: Readonly<Record<string, StoredUnit>> = {
  // One decimal, so that kilometers are the same again when they are shown (vehicles.md#whole-miles).
  miles: { decimals: 1, from: { km: times(1 / KM_PER_MILE) } },
  mph: { decimals: 1, from: { "km/h": times(1 / KM_PER_MILE) } },
  minutes: { decimals: 0, from: { hours: times(60), seconds: times(1 / 60) } },
  hours: { decimals: 1, from: { minutes: times(1 / 60) } },
  kWh: { decimals: 1, from: { Wh: times(1 / 1000) } },
  kW: { decimals: 1, from: { hp: times(0.7457), "metric hp": times(0.73549875) } },
  "kWh/100 mi": {
    decimals: 1,
    from: {
      "kWh/100 km": times(KM_PER_MILE),
      "Wh/km": times(KM_PER_MILE / 10),
      "Wh/mi": times(1 / 10),
      "kWh/mi": times(100),
      "mi/kWh": (figure) => 100 / figure,
      "km/kWh": (figure) => (100 * KM_PER_MILE) / figure,
      MPGe: (figure) => KWH_PER_100_GALLONS / figure,
    },
  },
  hp: { decimals: 0, from: { kW: times(1 / 0.7457), "metric hp": times(0.73549875 / 0.7457) } },
  "lb-ft": { decimals: 0, from: { Nm: times(0.7375621) } },
  "cubic feet": {
    decimals: 1,
    from: {
      litres: times(1 / LITRES_PER_CUBIC_FOOT),
      "cubic metres": times(1000 / LITRES_PER_CUBIC_FOOT),
    },
  },
  inches: {
    decimals: 1,
    from: {
      mm: times(1 / 25.4),
      cm: times(1 / 2.54),
      metres: times(1 / 0.0254),
      feet: times(12),
    },
  },
  pounds: {
    decimals: 0,
    from: { kg: times(1 / KG_PER_POUND), tonnes: times(1000 / KG_PER_POUND) },
  },
  [OUR_CURRENCY]: { decimals: 0, from: {} },
};

function storedUnit(field: FieldName): string | undefined {
  const entry = entryOf(field);
  return entry.kind === "figure" ? entry.unit : undefined;
}

/** The units that a column of the field may have, ours first. */
export function unitsOf(field: FieldName): string[] {
  const ours = storedUnit(field);
  if (ours === undefined) return [];
  const others = ours === OUR_CURRENCY ? CURRENCIES : Object.keys(STORED[ours]?.from ?? {});
  return [ours, ...others];
}

/** @param unit as in a mapping; a currency may be given by its code */
export function isUnitOf(field: FieldName, unit: string): boolean {
  return unitsOf(field).includes(currencyUnit(unit));
}

/**
 * The function that converts a column's figure to the stored unit and rounds it; undefined if the figure is
 * already in our unit.
 * @param rate US dollars per unit of a currency
 */
function conversionOf(
  field: FieldName,
  unit: string | undefined,
  rate?: number,
): Conversion | undefined {
  const ours = storedUnit(field);
  if (ours === undefined || unit === undefined || currencyUnit(unit) === ours) return undefined;
  const { decimals = 0, from = {} } = STORED[ours] ?? {};
  const convert = rate !== undefined && isCurrency(unit) ? times(rate) : from[unit];
  if (!convert) return undefined;
  return (figure) => Number(convert(figure).toFixed(decimals));
}

interface FigureInWords {
  figure: string;
  /** the texts before and after it */
  words: readonly string[];
}

/**
 * Splits `45.990,- €` and `US$ 45,990` into the figure and the texts around it; undefined without a figure.
 */
function divideFigure(text: string): FigureInWords | undefined {
  if (text.length > LONGEST_FIGURE) return undefined;
  const start = text.search(/[+-]?[.,]?\d/);
  if (start < 0) return undefined;
  const rest = text.slice(start);
  const [run = ""] = /^[+-]?[\d.,'’\s]+/.exec(rest) ?? [];
  let end = run.length;
  while (end > 0 && /['’\s]/.test(run.charAt(end - 1))) end--;
  const [cents = ""] = /[.,]/.test(run.charAt(end - 1))
    ? (/^[-–—]{1,2}/.exec(rest.slice(end)) ?? [])
    : [];
  const words = [text.slice(0, start), rest.slice(end + cents.length)].map((word) => word.trim());
  return {
    figure: rest.slice(0, end) + cents,
    words: words.filter((word) => word !== ""),
  };
}

export interface FigureColumn {
  field: FieldName;
  unit?: string;
  /** US dollars per unit */
  rate?: number;
  /** what the header multiplies its figures by, such as 1,000 */
  multiple?: number;
}

function isUnit(field: FieldName, unit: string, words: string): boolean {
  if (unitInCell(words, field) === currencyUnit(unit)) return true;
  return isCurrency(unit) && isWrittenAs(unit, words);
}

export const ROUNDED_TO_0 = "This would be stored as 0. Check the column's unit and rate";

/**
 * Converts a figure of the column to the stored unit.
 * @returns undefined if a rate is missing, or a figure above 0 would be rounded to 0
 */
export function convertFigure(
  { field, unit, rate }: FigureColumn,
  figure: number,
): number | undefined {
  if (unit !== undefined && isCurrency(unit) && !(Number(rate) > 0)) return undefined;
  const stored = conversionOf(field, unit, rate)?.(figure) ?? figure;
  return stored === 0 && figure > 0 ? undefined : stored;
}

/** Doubles have more digits, of which the last ones are errors of binary fractions. */
const EXACT_DIGITS = 12;

/** 17.4 × 100,000 is 1,740,000. */
export function multiplied(figure: number, multiple: number): number {
  return multiple === 1 ? figure : Number((figure * multiple).toPrecision(EXACT_DIGITS));
}

/** The figure of a cell in the column's unit; undefined if it is not one. */
export function figureOfCell(
  column: FigureColumn,
  cell: string,
  decimal: DecimalSign,
): number | undefined {
  const text = cell.trim();
  const figure = readNumber(text, decimal);
  return figure === undefined
    ? figureIn(column, text, decimal)
    : multiplied(figure, column.multiple ?? 1);
}

/** The figure of a cell as it would be stored; undefined if it is not a figure in the column's unit. */
export function toStoredUnit(
  column: FigureColumn,
  cell: string,
  decimal: DecimalSign,
): number | undefined {
  const figure = figureOfCell(column, cell, decimal);
  return figure === undefined ? undefined : convertFigure(column, figure);
}

/** Reads a figure with a unit, which must be the column's; by default that is ours. */
function figureIn(
  { field, unit, multiple = 1 }: FigureColumn,
  text: string,
  decimal: DecimalSign,
): number | undefined {
  const meant = unit ?? storedUnit(field);
  const { figure = "", words } = divideFigure(text) ?? {};
  const number = readNumber(figure, decimal);
  if (meant === undefined || number === undefined || words === undefined) return undefined;
  const read = words.map((word) =>
    field === "price" ? readMultiple(word) : { multiple: 1, rest: word },
  );
  if (!read.every(({ rest }) => rest === "" || isUnit(field, meant, rest))) return undefined;
  // A cell that repeats the multiple of its header is not multiplied twice.
  const own = read.find((word) => word.multiple > 1)?.multiple;
  return multiplied(number, own ?? multiple);
}

/** The unit that a cell names next to its figure. */
export function unitOfCell(field: FieldName, cell: string): string | undefined {
  const { words = [] } = divideFigure(cell.trim()) ?? {};
  const named = words.map((word) =>
    unitInCell(field === "price" ? readMultiple(word).rest : word, field),
  );
  return named.find((unit) => unit !== undefined && isUnitOf(field, unit));
}

/** A unit that a cell names and that differs from the column's. */
export function otherUnit({ field, unit }: FigureColumn, cell: string): string | undefined {
  const named = unitOfCell(field, cell);
  return named === (unit ?? storedUnit(field)) ? undefined : named;
}
