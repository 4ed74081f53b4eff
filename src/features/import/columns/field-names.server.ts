/** Suggests which field a header with another name probably means. The user decides. */
import { LONGEST_FIGURE } from "../../../domain/read-number.ts";
import {
  entryOf,
  FIELD_LABELS,
  FIELD_NAMES,
  type FieldName,
  isFieldName,
} from "../../../domain/fields.ts";
import { holdsValues, isPlausible, onlyUnit } from "./column-values.server.ts";
import type { CsvColumn } from "./columns.schema.ts";
import { type HeaderWords, readHeader } from "./header-words.server.ts";
import {
  isOfOtherKind,
  isSprint,
  METRIC_UNITS,
  multipleOf,
  unitIssue,
  unitOfCell,
  unitOfWord,
  unitsFor,
  unitsOf,
} from "./units.server.ts";
import { listOf, readDataFile } from "./words.server.ts";

interface Name extends HeaderWords {
  field: FieldName;
  /** one of our own names, which take precedence */
  isOwn: boolean;
  /** an abbreviation, or another short name that a full one beats */
  isShort?: boolean;
  /** what else must confirm that the name means the field */
  needs?: "unit" | "values";
  /** in another language, whose files are usually metric */
  isForeign: boolean;
}

function otherNames(line: Readonly<Record<string, string>>): Name[] {
  const { field = "", language, needs: given, short, names } = line;
  if (!isFieldName(field)) return [];
  const needs = given === "unit" || given === "values" ? ({ needs: given } as const) : {};
  const isForeign = language !== "en";
  const about = { field, isOwn: false, isShort: short === "yes", isForeign, ...needs };
  return listOf(names).map((name) => ({ ...about, ...readHeader(name) }));
}

function readNameTable() {
  const table = readDataFile("names");
  const own = FIELD_NAMES.flatMap((field) => {
    const labels = [field, FIELD_LABELS[field], entryOf(field).grid.label ?? field];
    return labels.map((name) => ({ field, isOwn: true, isForeign: false, ...readHeader(name) }));
  });
  /** those of a field, our own first */
  const fields: readonly Name[] = [...own, ...table.flatMap(otherNames)];
  /** of whole cars, or of models without their trims, by their words */
  const ofCars = table
    .filter(({ field = "" }) => !isFieldName(field))
    .flatMap(({ field, names }) =>
      listOf(names).map((name) => [readHeader(name).words, field] as const),
    );
  return { fields, byWords: Map.groupBy(fields, ({ words }) => words), ofCars: new Map(ofCars) };
}

/** Read for the first file to keep the server's start fast. */
let knownNames: ReturnType<typeof readNameTable> | undefined;
const namesOfColumns = () => (knownNames ??= readNameTable());

const kindOf = (header: string) => namesOfColumns().ofCars.get(readHeader(header).words);

export const isNameOfCars = (header: string) => kindOf(header) === "name";

/** Whether a header indicates models beside longer names of the same cars, as `baseModel` does. */
export const isBaseModel = (header: string) => kindOf(header) === "base model";

const FIT_OF_BARE = 0.6;
const FIT_IN_OTHER_ORDER = 0.5;

/** These fields are always maximum values, whether their header says so or not. */
const ARE_MAXIMA: ReadonlySet<FieldName> = new Set<FieldName>([
  "range",
  "maxChargingSpeed",
  "acChargingSpeed",
  "horsepower",
  "torque",
  "towing",
]);

/** 3 for our own label with its unit, 2 for one of our names, 1 for any other; less if there are more words. */
function fitOf(header: HeaderWords, name: Name): number {
  if (header.words === "" || header.isAc !== name.isAc) return 0;
  // A gross weight includes the load.
  if (name.field === "curbWeight" && header.words.includes("gross")) return 0;
  if (name.isOwn && header.all === name.all) return 3;
  if (header.words === name.words) return name.isOwn ? 2 : 1;
  const bare = ARE_MAXIMA.has(name.field) ? header.bare.replace(/^max/, "") : header.bare;
  if (bare === "") return 0;
  if (bare === name.words) return FIT_OF_BARE;
  return header.sorted === name.sorted ? FIT_IN_OTHER_ORDER : 0;
}

export interface Suggestion {
  field: FieldName;
  /** a unit that we convert from */
  unit?: string;
  /** why the figures cannot be converted */
  issue?: string;
}

interface Candidate extends Suggestion {
  header: string;
  rank: number;
}

/** Full names first, then our own unit, and those that the header names before any others. */
function rankOf({ unit, issue }: Suggestion, { isShort }: Name, fit: number, isTold: boolean) {
  const oddness = issue ? 4 : (isShort ? 2 : 0) + (unit === undefined ? 0 : 1);
  return fit + (isTold ? 0.1 : 0) - 10 * oddness;
}

/** The unit that a header names, or why its figures cannot be those of the field. */
export function headerUnit(header: string, field: FieldName): Pick<Suggestion, "unit" | "issue"> {
  const { units: all } = readHeader(header);
  const units = all.filter((unit) => multipleOf([unit]) === 1);
  const issue = unitIssue(units, field);
  // `MSRP (k$)` waits for its unit, which is ours.
  if (!issue) return units[0] !== undefined && units.length < all.length ? { unit: units[0] } : {};
  const [unit, ...others] = unitsFor(units, field);
  const isKnown = unit !== undefined && unitsOf(field).includes(unit);
  // `kW (PS)`: the figure in brackets is the same one in another unit.
  const isAlone = others.length === 0 || (others.length === 1 && /\([^()]*\)$/.test(header));
  return isKnown && isAlone ? { unit } : { issue };
}

/** The parts of a column that suggestions use. */
export interface NamedColumn {
  header: string;
  /** the column's first values */
  samples?: readonly string[];
  namedUnits?: CsvColumn["namedUnits"];
  decimal?: string;
  /** Whether the header is only a letter. */
  isUnnamed?: true | undefined;
}

/** `Charge time 7kW` is not about fast charging. */
const SLOW_CHARGER =
  /^(?!.*(?:dc|fast|rapid)).*(?<![\d.,])(?:[1-9]|1\d|2[0-2])(?:[.,]\d)?[\s_]?kW(?![a-z])/i;

function candidatesFor(
  { header, samples = [], isUnnamed }: NamedColumn,
  isMetric: boolean,
): Candidate[] {
  if (isUnnamed) return [];
  const words = readHeader(header);
  return namesOfColumns().fields.flatMap((name) => {
    const { field, needs } = name;
    const fit = fitOf(words, name);
    if (fit === 0 || !holdsValues(field, samples)) return [];
    if (field === "charging" && SLOW_CHARGER.test(header)) return [];
    const isUsual = samples.length > 0 && samples.every((sample) => isPlausible(field, sample));
    if (needs === "values" && !isUsual) return [];
    const isUnitNamed = samples.some((sample) => unitOfCell(field, sample) !== undefined);
    const isTold = words.units.length > 0;
    const hasUnit = isTold || isUnitNamed || onlyUnit(field, samples, isMetric) !== undefined;
    if (needs === "unit" && !hasUnit) return [];
    if (!isUnitNamed && samples.some((sample) => isOfOtherKind(field, sample))) return [];
    const isOtherSprint = isMetric && isSprint(field) && !namesSixty(header);
    const found = isOtherSprint ? { issue: MAYBE_OTHER_SPRINT } : headerUnit(header, field);
    const suggestion = { field, ...found };
    return [{ header, rank: rankOf(suggestion, name, fit, isTold), ...suggestion }];
  });
}

const SPRINT = "sprint60";
const MAYBE_OTHER_SPRINT = "this may be 0-100 km/h, and we store 0-60 mph";

/** Whether a header says that the acceleration is to 60 mph. */
export function namesSixty(header: string): boolean {
  return readHeader(header).words.includes(SPRINT);
}

/**
 * Suggests the most probable field for each header, and each field at most once. A suggestion whose unit
 * cannot be converted has an issue and does not block other columns.
 * @param taken fields that are already assigned to other columns
 * @returns no entry for headers without a likely field
 */
export function suggestFields(
  columns: readonly NamedColumn[],
  taken: ReadonlySet<string>,
): Map<string, Suggestion> {
  const isMetric = isMetricFile(columns);
  const candidates = columns
    .flatMap((column) => candidatesFor(column, isMetric))
    .sort((a, b) => b.rank - a.rank);
  const suggested = new Map<string, Suggestion>();
  const used = new Set<string>(taken);
  for (const { header, rank: _rank, ...suggestion } of candidates) {
    const { field, issue } = suggestion;
    if (suggested.has(header) || (!issue && used.has(field))) continue;
    suggested.set(header, suggestion);
    if (!issue) used.add(field);
  }
  return suggested;
}

/** The field that a header may mean by its name alone; undefined if no field is known by such a name. */
export function possibleField(header: string): FieldName | undefined {
  const words = readHeader(header);
  return namesOfColumns().fields.find((name) => fitOf(words, name) > 0)?.field;
}

export function fieldNamed(header: string): FieldName | undefined {
  return namesOf(readHeader(header).words).find(({ needs }) => needs === undefined)?.field;
}

const namesOf = (words: string) => namesOfColumns().byWords.get(words) ?? [];

/** Whether a header is an English name of a field, so that the file may use our units. */
export function isEnglishName(header: string): boolean {
  return namesOf(readHeader(header).bare).some(({ isForeign }) => !isForeign);
}

/** Whether the units, language or decimal commas of a file suggest that its other figures are metric too. */
export function isMetricFile(columns: readonly NamedColumn[]): boolean {
  return columns.some(({ header, samples = [], decimal }) => {
    if (decimal === "comma") return true;
    const { units, bare } = readHeader(header);
    if (units.some((unit) => METRIC_UNITS.has(unit))) return true;
    const names = namesOf(bare);
    if (names.length > 0 && names.every(({ isForeign }) => isForeign)) return true;
    return samples.some((sample) => {
      const text = sample.slice(0, LONGEST_FIGURE).trim();
      const [figure, unit = ""] = /^\d[\d.,\s]{0,20}(\D.*)$/.exec(text) ?? [];
      if (figure !== undefined && METRIC_UNITS.has(unitOfWord(unit) ?? "")) return true;
      return DECIMAL_COMMA.test(text);
    });
  });
}

/** `77,4` and `45.990,00`; three digits after a comma could be thousands. */
const DECIMAL_COMMA = /^\d{1,9}(?:[. ]\d{3}){0,3},\d{1,2}$/;
