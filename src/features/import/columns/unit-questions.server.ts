/** Finds what the header and the cells of a column say about its unit, and what must be asked. */
import { DECIMAL_SIGNS, readNumber } from "../../../domain/read-number.ts";
import { type FieldName, isFieldName } from "../../../domain/fields.ts";
import { OUR_CURRENCY } from "./currencies.server.ts";
import { isEnglishName, namesSixty } from "./field-names.server.ts";
import { LONGEST_HEADER, readHeader } from "./header-words.server.ts";
import type { CsvColumn } from "./columns.schema.ts";
import { isSprint, multipleOf, unitInCell, unitOfCell, unitsFor, unitsOf } from "./units.server.ts";

/**
 * The unit that a header names if it is not ours. The column is not read until the mapping confirms a unit.
 * The exact name of a field raises no question.
 */
export function statedUnit(header: string, field: FieldName): string | undefined {
  const [ours] = unitsOf(field);
  if (ours === undefined || header.toLowerCase() === field.toLowerCase()) return undefined;
  return unitsFor(unitsInHeader(header, field), field).find((unit) => unit !== ours);
}

/** The number that a header multiplies its figures by, as 100,000 for `Price (Lakhs)`; otherwise 1. */
export function multipleIn(header: string, field: FieldName): number {
  const units = unitsInHeader(header, field);
  // `Verbrauch (100 km)` is not a consumption in hundreds.
  const isOfField = units.some((unit) => unitsOf(field).includes(unit));
  if (unitsOf(field).length === 0 || (units.includes("hundreds") && !isOfField)) return 1;
  return multipleOf(units);
}

/** Includes those in a header that consists of nothing else, such as `km` or `EUR`. */
function unitsInHeader(header: string, field: FieldName): readonly string[] {
  const { units: named } = readHeader(header);
  if (named.length > 0) return named;
  const before = field === "price" ? "price" : "x";
  const { words, units } = readHeader(`${before} ${header}`);
  return words === before ? units : [];
}

/** Countries whose prices are probably in the local currency. */
const COUNTRY =
  /(?<![a-z])(?:uk|gb|au|nz|eu|britain|england|germany|deutschland|france|spain|italy|netherlands|poland|norway|sweden|denmark|switzerland|europe|australia|canada|japan|china|india|korea)(?![a-z])/i;

const IN_BRACKETS = /[[(]([^[\]()]{1,40})[\])]/g;
/** Words in brackets that describe how a figure was measured, not its unit. */
const NO_UNITS = new Set(
  "epa wltp nedc cltc cycle msrp base from est estimated approx combined city highway total max maximum min minimum peak usable useable net gross dc ac vda sae rated new used usa us oem optional incl excl".split(
    " ",
  ),
);
const MOST_UNIT_WORDS = 2;

/** A possible unit that we do not know, such as `leagues` in `Range [leagues]`. */
export function unknownUnit(header: string, field: FieldName): string | undefined {
  if (unitsOf(field).length === 0) return undefined;
  const shown = header.slice(0, LONGEST_HEADER).normalize("NFKC").replaceAll("_", " ");
  const country = field === "price" && foundUnit({ header }, field) === undefined;
  const [countryWord] = (country && COUNTRY.exec(shown)) || [];
  if (countryWord !== undefined) return countryWord;
  for (const [, text = ""] of shown.matchAll(IN_BRACKETS)) {
    const words = text.toLowerCase().match(/[^\s_,;-]+/g) ?? [];
    const isUnit =
      words.length > 0 &&
      words.length <= MOST_UNIT_WORDS &&
      !words.some((word) => NO_UNITS.has(word.replaceAll(".", "")) || /^[\d%]+$/.test(word));
    if (isUnit && readHeader(`x ${text}`).units.length === 0 && !unitInCell(text, field)) {
      return text.trim();
    }
  }
  return undefined;
}

/** The range of nearly all cars in our units; figures outside may be in another unit. */
const USUAL: Readonly<Partial<Record<FieldName, readonly [least: number, most: number]>>> = {
  // The reset of the quick filters, and the slider of the panel (finding.md#sliders).
  price: [20_000, 500_000],
  range: [60, 600],
  charging: [8, 180],
  topSpeed: [70, 260],
  cargoSpace: [2, 200],
  batteryCapacity: [15, 250],
  maxChargingSpeed: [20, 600],
  consumption: [20, 70],
  homeCharging: [2, 30],
  horsepower: [60, 2_000],
  torque: [60, 2_000],
  curbWeight: [2_200, 12_000],
  length: [100, 270],
  width: [55, 100],
  height: [40, 110],
  wheelbase: [70, 180],
  groundClearance: [3, 20],
  towing: [500, 20_000],
  frunk: [0.2, 30],
};

function isPlausible(field: FieldName, sample: string): boolean {
  const figures = DECIMAL_SIGNS.flatMap((sign) => readNumber(sample.trim(), sign) ?? []);
  const [least, most] = USUAL[field] ?? [-Infinity, Infinity];
  // 0 means unknown in any unit.
  return (
    figures.length === 0 ||
    figures.some((figure) => figure === 0 || (figure >= least && figure <= most))
  );
}

/** Fields given in several units even in English files. */
const SELDOM_CLEAR: ReadonlySet<FieldName> = new Set<FieldName>(["consumption"]);

/** Whether a column's figures are unlikely to be in our unit, although nothing names another. */
function isDoubtful(
  { header, samples = [] }: Pick<CsvColumn, "header" | "samples">,
  field: FieldName,
  isMetric: boolean,
): boolean {
  if (unitsOf(field).length < 2 || !USUAL[field]) return false;
  const mayBeMetric = MAY_BE_METRIC.has(field);
  if (isMetric && mayBeMetric) return true;
  const isUnusual = !samples.every((sample) => isPlausible(field, sample));
  // The exact name of a field means our unit; the check reports anything unusual.
  if (header.toLowerCase() === field.toLowerCase()) return SELDOM_CLEAR.has(field) && isUnusual;
  // A header in an unknown language, or a letter, could be in any unit.
  if (mayBeMetric && !isEnglishName(header)) return true;
  return SELDOM_CLEAR.has(field) || isUnusual;
}

/** Minutes and kilowatts are the same in any file, so they are excluded. */
const MAY_BE_METRIC: ReadonlySet<FieldName> = new Set<FieldName>(
  Object.keys(USUAL)
    .filter(isFieldName)
    .filter((field) => !["charging", "homeCharging", "batteryCapacity"].includes(field))
    .filter((field) => field !== "maxChargingSpeed"),
);

/** The foreign unit that a column's header or cells name, or undefined. */
export function foundUnit(
  { header, samples = [] }: Pick<CsvColumn, "header" | "samples">,
  field: FieldName,
): string | undefined {
  const units = unitsFor(readHeader(header).units, field).filter((unit) =>
    unitsOf(field).includes(unit),
  );
  return units[0] ?? samples.map((sample) => unitOfCell(field, sample)).find(Boolean);
}

const OF_THE_US = /\bUSA?\b|USD|US ?\$|U\.S\.|AMERICAN/;

/** Whether only `$` names the currency of a metric file: several countries have dollars. */
function isAnyDollar({ header, samples = [] }: Pick<CsvColumn, "header" | "samples">): boolean {
  const texts = [header, ...samples];
  return (
    foundUnit({ header, samples }, "price") === OUR_CURRENCY &&
    !texts.some((text) => OF_THE_US.test(text.toUpperCase()))
  );
}

/**
 * The question to ask about a column's figures before reading them, because neither its header nor its cells
 * name a unit and ours is unlikely (importing.md#units, importing.md#currencies).
 * @param isMetric whether the file's other figures are metric
 */
export function unitQuestion(
  column: CsvColumn,
  { field, unit }: { field: string | null; unit?: string },
  isMetric: boolean,
): "currency" | "unit" | "sprint" | undefined {
  if (unit !== undefined || !isFieldName(field)) return undefined;
  if (isSprint(field)) return isMetric && !namesSixty(column.header) ? "sprint" : undefined;
  if (field === "price" && isMetric && isAnyDollar(column)) return "currency";
  const isUnknown = unknownUnit(column.header, field) !== undefined;
  const isUnsaid = foundUnit(column, field) === undefined;
  const isOfAnyCurrency = multipleIn(column.header, field) > 1;
  const hasQuestion = isOfAnyCurrency || isDoubtful(column, field, isMetric);
  if (!isUnknown && !(isUnsaid && hasQuestion)) return undefined;
  return field === "price" ? "currency" : "unit";
}
