/** What the name and the cells of a column say of its unit, and what nobody has said. */
import { DECIMAL_SIGNS, numberOfText } from "../../../domain/ev-cells.ts";
import { type FieldName, isFieldName } from "../../../domain/fields.ts";
import { LONGEST_HEADER, unitInCell, unitsFor, wordsOf } from "./column-units.ts";
import { currencyUnit, OUR_CURRENCY } from "./currencies.ts";
import type { CsvColumn } from "./import-mapping.schema.ts";
import { unitOfCell, unitsOf } from "./unit-conversion.ts";

/**
 * The unit that the name of a column says, where it is not ours: nothing is read from the column
 * until the mapping says its unit. The exact name of a field asks nothing.
 */
export function statedUnit(header: string, field: FieldName): string | undefined {
  const [ours] = unitsOf(field);
  if (ours === undefined || header.toLowerCase() === field.toLowerCase()) return undefined;
  return unitsFor(wordsOf(header).units, field).find((unit) => unit !== ours);
}

const IN_BRACKETS = /[[(]([^[\]()]{1,40})[\])]/g;
/** Words of a unit's brackets that say how a figure was found, not what it is in. */
const NO_UNITS = new Set(
  "epa wltp nedc cltc cycle msrp base from est estimated approx combined city highway total max maximum min minimum peak usable useable net gross dc ac vda sae rated new used usa us oem optional incl excl".split(
    " ",
  ),
);
const MOST_UNIT_WORDS = 2;

/** `leagues` of `Range [leagues]`: what may be a unit that nobody knows. */
export function unknownUnit(header: string, field: FieldName): string | undefined {
  if (unitsOf(field).length === 0) return undefined;
  for (const [, text = ""] of header.slice(0, LONGEST_HEADER).matchAll(IN_BRACKETS)) {
    const words = text.toLowerCase().match(/[^\s_,;-]+/g) ?? [];
    const isUnit =
      words.length > 0 &&
      words.length <= MOST_UNIT_WORDS &&
      !words.some((word) => NO_UNITS.has(word.replaceAll(".", "")) || /^[\d%]+$/.test(word));
    if (isUnit && wordsOf(`x ${text}`).units.length === 0 && !unitInCell(text, field)) {
      return text.trim();
    }
  }
  return undefined;
}

/** Files with these units seldom have prices in dollars. */
const METRIC: ReadonlySet<string> = new Set(
  "km|km/h|kWh/100 km|Wh/km|metric hp|Nm|litres|cubic metres|mm|cm|metres|kg".split("|"),
);
/**
 * Prices of cars in dollars (importing.md#currencies: the reset of quick filters, the slider of the panel).
 */
const USUAL_PRICES = { least: 20_000, most: 500_000 };

function isUsualPrice(sample: string): boolean {
  const figures = DECIMAL_SIGNS.flatMap((sign) => numberOfText(sample.trim(), sign) ?? []);
  const { least, most } = USUAL_PRICES;
  return figures.length === 0 || figures.some((figure) => figure >= least && figure <= most);
}

export interface PriceCurrency {
  /** a foreign currency that the column's name or its cells say */
  unit?: string;
  /** The file does not name a currency, and its prices are unlikely to be dollars. */
  mustConfirm: boolean;
}

/**
 * What a column of prices is in, as far as the file tells.
 * @param samples of its cells
 * @param headers of the whole file
 */
export function priceCurrency(
  header: string,
  samples: readonly string[],
  headers: readonly string[],
): PriceCurrency {
  if (header.toLowerCase() === "price") return { mustConfirm: false };
  const inName = wordsOf(header).units.find((unit) => unitsOf("price").includes(unit));
  const unit = inName ?? samples.map((sample) => unitOfCell("price", sample)).find(Boolean);
  if (unit !== undefined) {
    return unit === OUR_CURRENCY ? { mustConfirm: false } : { unit, mustConfirm: false };
  }
  const isMetric = headers.some((each) => wordsOf(each).units.some((named) => METRIC.has(named)));
  return { mustConfirm: isMetric || !samples.every(isUsualPrice) };
}

interface UnitOfField {
  field: string | null;
  unit?: string;
}

/**
 * What has to be asked of a column's figures before they are read, since neither its name nor
 * its cells tell and our unit is not likely (importing.md#currencies).
 * @param headers of the whole file
 */
export function unitQuestion(
  { header, samples = [] }: CsvColumn,
  { field, unit }: UnitOfField,
  headers: readonly string[],
): "currency" | "unit" | undefined {
  if (unit !== undefined || !isFieldName(field)) return undefined;
  const isUnknown = unknownUnit(header, field) !== undefined;
  if (field !== "price") return isUnknown ? "unit" : undefined;
  return isUnknown || priceCurrency(header, samples, headers).mustConfirm ? "currency" : undefined;
}

/** The unit that a column's figures are converted from; undefined where it is ours. */
export function convertedUnit({ field, unit }: UnitOfField): string | undefined {
  if (unit === undefined || !isFieldName(field)) return undefined;
  return currencyUnit(unit) === unitsOf(field)[0] ? undefined : unit;
}
