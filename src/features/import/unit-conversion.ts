/** Figures in other units than those that we store, which a person has named (beyond 5). */
import { numberOfCell, numberOfText, type DecimalSign } from "../../vehicle/ev-cells.ts";
import { entryOf, type FieldName } from "../../vehicle/fields.ts";
import { CURRENCIES, UNIT_OF_WORD } from "./column-units.ts";

type Conversion = (figure: number) => number;

const times =
  (factor: number): Conversion =>
  (figure) =>
    figure * factor;

const KM_PER_MILE = 1.609344;
const LITRES_PER_CUBIC_FOOT = 28.316846592;
const KG_PER_POUND = 0.45359237;
/** EPA: a gallon of gasoline holds 33.705 kWh. */
const KWH_PER_100_GALLONS = 3370.5;

interface StoredUnit {
  decimals: number;
  from: Readonly<Record<string, Conversion>>;
}

/** By the unit that we store: what it is made of, and to how many decimals. */
const STORED: Readonly<Record<string, StoredUnit>> = {
  miles: { decimals: 0, from: { km: times(1 / KM_PER_MILE) } },
  mph: { decimals: 0, from: { "km/h": times(1 / KM_PER_MILE) } },
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
  inches: { decimals: 1, from: { mm: times(1 / 25.4), cm: times(1 / 2.54) } },
  pounds: { decimals: 0, from: { kg: times(1 / KG_PER_POUND) } },
  "US dollars": { decimals: 0, from: {} },
};

export function isCurrency(unit: string): boolean {
  return CURRENCIES.includes(unit);
}

function storedUnit(field: FieldName): string | undefined {
  const entry = entryOf(field);
  return entry.kind === "figure" ? entry.unit : undefined;
}

/** The units in which a column of the field may stand, ours first. */
export function unitsOf(field: FieldName): string[] {
  const ours = storedUnit(field);
  if (ours === undefined) return [];
  const others = ours === "US dollars" ? CURRENCIES : Object.keys(STORED[ours]?.from ?? {});
  return [ours, ...others];
}

/**
 * What makes a figure of a column the stored one, rounded as such figures are; undefined: it is in
 * our unit already.
 * @param rate US dollars for one of a currency
 */
export function conversionOf(
  field: FieldName,
  unit: string | undefined,
  rate?: number,
): Conversion | undefined {
  const ours = storedUnit(field);
  if (ours === undefined || unit === undefined || unit === ours) return undefined;
  const { decimals = 0, from = {} } = STORED[ours] ?? {};
  const convert = rate !== undefined && isCurrency(unit) ? times(rate) : from[unit];
  if (!convert) return undefined;
  return (figure) => Number(convert(figure).toFixed(decimals));
}

/** Signs of several currencies: the column says which. */
const SHARED_SIGNS: ReadonlyMap<string, readonly string[]> = new Map([
  ["$", ["Canadian dollars", "Australian dollars"]],
  ["¥", ["yen"]],
  ["kr", ["Swedish kronor", "Norwegian kroner", "Danish kroner"]],
]);

const SIGNED =
  /^(?<before>[^\d.,+-]*)(?<figure>[\d.,+'’ \u00A0\u202F-]*\d(?:[.,][-–—]{0,2})?)(?<after>[^\d]*)$/;

/** `45.990 €` without the unit that its column is said to have; any other text stays as it is. */
function withoutUnit(text: string, unit: string): string {
  const { before = "", figure, after = "" } = SIGNED.exec(text)?.groups ?? {};
  if (figure === undefined) return text;
  const isUnit = (word: string) => {
    const name = word.trim().toLowerCase().replace("/", "");
    const shared = SHARED_SIGNS.get(name) ?? [];
    return name === "" || UNIT_OF_WORD.get(name) === unit || shared.includes(unit);
  };
  return isUnit(before) && isUnit(after) ? figure : text;
}

export interface FigureColumn {
  field: FieldName;
  unit?: string;
  /** US dollars for one of the unit */
  rate?: number;
}

/** The figure of a cell as it would be stored; undefined for what is none in the column's unit. */
export function storedFigure(
  { field, unit, rate }: FigureColumn,
  cell: string,
  decimal: DecimalSign,
): number | undefined {
  const text = cell.trim();
  if (unit === undefined) return numberOfCell(field, text, decimal);
  const figure = numberOfText(withoutUnit(text, unit), decimal);
  if (figure === undefined || (isCurrency(unit) && !(Number(rate) > 0))) return undefined;
  return conversionOf(field, unit, rate)?.(figure) ?? figure;
}
