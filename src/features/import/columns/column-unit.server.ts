/** Finds what the header and the cells of a column say about its unit, and what must be asked. */
import type { FieldName } from "../../../domain/fields.ts";
import { isPlausible, MAY_BE_METRIC, onlyUnit } from "./column-values.server.ts";
import type { CsvColumn } from "./columns.schema.ts";
import { OUR_CURRENCY } from "./currencies.server.ts";
import { headerUnit, isEnglishName, namesSixty, type NamedColumn } from "./field-names.server.ts";
import { LONGEST_HEADER, NORMS, readHeader } from "./header-words.server.ts";
import { isSprint, multipleOf, unitInCell, unitOfCell, unitsFor, unitsOf } from "./units.server.ts";

/** @param isMetric whether the file's other figures are metric */
export function findUnit(column: NamedColumn, field: FieldName, isMetric = false) {
  const { header } = column;
  const possible = unitsOf(field);
  const [ours] = possible;
  const units = unitsFor(unitsInHeader(header, field), field);
  const inHeader = units.find((unit) => possible.includes(unit));
  const named =
    inHeader ??
    unitOfMostCells(column, field) ??
    (isNameOf(field, header) ? undefined : onlyUnit(field, column.samples, isMetric));
  // `Verbrauch (100 km)` is not a consumption in hundreds.
  const isMultiple = ours !== undefined && (inHeader !== undefined || !units.includes("hundreds"));
  const multiple = isMultiple ? multipleOf(units) : 1;
  const mustConfirm = ours !== undefined && !isNameOf(field, header);
  const unknown = ours === undefined ? undefined : unknownUnit(header, field, inHeader);
  const { unit, issue = unit && `in ${unit}` } = headerUnit(header, field);
  const stated = mustConfirm ? units.find((each) => each !== ours) : undefined;
  const asked = questionAbout(column, field, isMetric, { multiple, named, unknown });
  // What must be confirmed is asked, unless a unit can be suggested.
  const mustAsk = stated !== undefined && (named === undefined || named === ours);
  return {
    /** the number that the header multiplies its figures by, as 100,000 for `Price (Lakhs)`; otherwise 1 */
    multiple,
    /** the unit that the header or the cells name, if it is not ours and the field can be in it */
    foreign: named === ours ? undefined : named,
    /** The unit that the header names if it is not ours: the column is not read until the mapping confirms one. */
    stated,
    /** a possible unit in the header that we do not know, such as `leagues` in `Range [leagues]` */
    unknown,
    /** why figures that are stored as they are cannot be those of the field, by the header */
    issue,
    /** what to ask because nothing names a unit and ours is unlikely (importing.md#units, importing.md#currencies) */
    question: asked ?? (mustAsk ? questionOf(field) : undefined),
  };
}

/** Returns the unit that most cells name; cells without one do not count. */
function unitOfMostCells(
  { samples = [], namedUnits = samples.map((example) => ({ example, cells: 1 })) }: NamedColumn,
  field: FieldName,
): string | undefined {
  const counts = new Map<string, number>();
  for (const { example, cells } of namedUnits) {
    const unit = unitOfCell(field, example);
    if (unit !== undefined) counts.set(unit, (counts.get(unit) ?? 0) + cells);
  }
  const most = Math.max(...counts.values());
  return [...counts.keys()].find((unit) => counts.get(unit) === most);
}

function isNameOf(field: FieldName, header: string): boolean {
  return header.toLowerCase() === field.toLowerCase();
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
const COUNTRY_WORDS =
  /(?<![a-z])(?:uk|gb|au|nz|eu|britain|england|germany|deutschland|france|spain|italy|netherlands|poland|norway|sweden|denmark|switzerland|europe|australia|canada|japan|china|india|korea)(?![a-z])/i;

const IN_BRACKETS = /[[(]([^[\]()]{1,40})[\])]/g;
/** Words in brackets that describe how a figure was measured, not its unit. */
const NO_UNITS = new Set(
  "cycle msrp base from est estimated approx city highway total max maximum min minimum peak usable useable net netto brutto utile dc ac rated new used usa us oem optional".split(
    " ",
  ),
);
const isNoUnit = (word: string) => NO_UNITS.has(word) || NORMS.has(word);
const MOST_UNIT_WORDS = 2;

function unknownUnit(
  header: string,
  field: FieldName,
  named: string | undefined,
): string | undefined {
  const shown = header.slice(0, LONGEST_HEADER).normalize("NFKC").replaceAll("_", " ");
  const [country] = (field === "price" && named === undefined && COUNTRY_WORDS.exec(shown)) || [];
  if (country !== undefined) return country;
  for (const [, text = ""] of shown.matchAll(IN_BRACKETS)) {
    const words = text.toLowerCase().match(/[^\s_,;/–-]+/g) ?? [];
    const isUnit =
      words.length > 0 &&
      words.length <= MOST_UNIT_WORDS &&
      !words.some((word) => isNoUnit(word.replaceAll(".", "")) || /^[\d.,%]+$/.test(word));
    if (isUnit && readHeader(`x ${text}`).units.length === 0 && !unitInCell(text, field)) {
      return text.trim();
    }
  }
  return undefined;
}

/** Whether a column's figures are unlikely to be in our unit, although nothing names another. */
function isDoubtful(
  { header, samples = [] }: NamedColumn,
  field: FieldName,
  isMetric: boolean,
): boolean {
  if (unitsOf(field).length < 2) return false;
  const mayBeMetric = MAY_BE_METRIC.has(field);
  if (isMetric && mayBeMetric) return true;
  // Consumption is given in several units even in English files.
  const isSeldomClear = field === "consumption";
  const isUnusual = !samples.every((sample) => isPlausible(field, sample));
  // The exact name of a field means our unit; the check reports anything unusual.
  if (isNameOf(field, header)) return isSeldomClear && isUnusual;
  // A header in an unknown language, or a letter, could be in any unit.
  if (mayBeMetric && !isEnglishName(header)) return true;
  return isSeldomClear || isUnusual;
}

const OF_THE_US = /\bUSA?\b|USD|US ?\$|U\.S\.|AMERICAN/;

function questionOf(field: FieldName): CsvColumn["question"] {
  if (isSprint(field)) return "sprint";
  return field === "price" ? "currency" : "unit";
}

function questionAbout(
  column: NamedColumn,
  field: FieldName,
  isMetric: boolean,
  found: { multiple: number; named: string | undefined; unknown: string | undefined },
): CsvColumn["question"] {
  const { header, samples = [] } = column;
  const { multiple, named, unknown } = found;
  if (isSprint(field)) return isMetric && !namesSixty(header) ? "sprint" : undefined;
  // Several countries have dollars.
  const isOfTheUs = [header, ...samples].some((text) => OF_THE_US.test(text.toUpperCase()));
  if (isMetric && named === OUR_CURRENCY && !isOfTheUs) return "currency";
  const isUnlikely = multiple > 1 || isDoubtful(column, field, isMetric);
  if (unknown === undefined && (named !== undefined || !isUnlikely)) return undefined;
  return questionOf(field);
}
