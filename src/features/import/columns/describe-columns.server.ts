/** Says what the columns of a file mean, and why (importing.md#suggestions). */
import { formatCount } from "../../../domain/format.ts";
import { isNothing, isNumberField, valueOfCell } from "../../../domain/ev-cells.ts";
import {
  FIELD_LABELS,
  type FieldName,
  isFieldName,
  REQUIRED_FIELDS,
} from "../../../domain/fields.ts";
import {
  type FieldMapping,
  type ImportMapping,
  type NameMapping,
} from "../mapping/import-mapping.schema.ts";
import {
  fieldMapping,
  columnMapping,
  fieldsWithColumn,
  findColumn,
  isNameMapping,
  wholeName,
} from "../mapping/import-mapping.ts";
import {
  mappedFigures,
  readConstant,
  readRate,
  readText,
} from "../mapping/import-mapping.server.ts";
import type { StoredValue } from "../import.schema.ts";
import { convertedUnit, shortName, storedText, unitLabel } from "../stored-text.ts";
import {
  cellText,
  findUndecided,
  decideFormats,
  readingOfTyped,
} from "../parse/read-row.server.ts";
import { createFieldColumn } from "../parse/row-plan.server.ts";
import { electricWords, fieldOfValues, holdsFuels, isPossible } from "./column-values.server.ts";
import type { ColumnsAnswer, CsvColumn, ReadColumn, ReadText } from "./columns.schema.ts";
import { currencyUnit } from "./currencies.server.ts";
import {
  isBaseModel,
  isMetricFile,
  isNameOfCars,
  possibleField,
  suggestFields,
  type Suggestion,
} from "./field-names.server.ts";
import { isWholeName } from "./split-name.server.ts";
import { findUnit } from "./column-unit.server.ts";
import { unitsOf } from "./units.server.ts";

type Suggested = NonNullable<CsvColumn["suggested"]>;

function suggestUnknown(columns: readonly CsvColumn[]): Map<string, Suggestion> {
  const unknown = columns.filter(({ field }) => field === "unknown");
  return suggestFields(unknown, new Set(columns.map(({ field }) => field ?? "")));
}

/** Whether most cells of a column of models go on with a trim, by the indexes of makes and models. */
type HaveTrims = (makeAt: number, modelAt: number) => boolean;

/**
 * Suggestions for unknown columns, and foreign units named in the cells of known ones.
 * @param suggested the probable fields of unknown columns
 */
export function suggestMappings(
  columns: readonly CsvColumn[],
  suggested = suggestUnknown(columns),
  haveTrims?: HaveTrims,
): ReadonlyMap<string, Suggested> {
  const isMetric = isMetricFile(columns);
  /** by header, known or suggested */
  const fields = new Map<string, FieldName>();
  for (const { header, field } of columns) if (isFieldName(field)) fields.set(header, field);
  for (const [header, { field, issue }] of suggested) if (!issue) fields.set(header, field);
  const unknown = columns.filter(({ field }) => field === "unknown");
  const taken = new Set<string>(fields.values());
  for (const { header, isUnnamed, samples = [] } of unknown) {
    const field = isUnnamed && !fields.has(header) ? fieldOfValues(samples) : undefined;
    if (field && !taken.has(field)) fields.set(header, field);
    if (field) taken.add(field);
  }
  const columnOf = (part: FieldName) => columns.find(({ header }) => fields.get(header) === part);
  const [make, model] = [columnOf("make"), columnOf("model")];
  const base =
    model && !taken.has("trim") ? unknown.find(({ header }) => isBaseModel(header)) : undefined;
  const candidates = columns.filter((column) => column.field === "unknown" || column === model);
  const hasTrims =
    make &&
    model &&
    !taken.has("trim") &&
    haveTrims?.(columns.indexOf(make), columns.indexOf(model));
  const name =
    base || hasTrims ? model?.header : wholeNameAmong(candidates, { make, model }, taken);
  const mappings = columns.flatMap((column): [string, Suggested][] => {
    const { header, samples } = column;
    if (header === name) return [[header, wholeName(samples)]];
    if (column === base) return [[header, { field: "model" }]];
    const field = fields.get(header);
    if (!field) return [];
    const unit = suggested.get(header)?.unit ?? findUnit(column, field, isMetric).foreign;
    const isRead = column.field === field && (unit === undefined || column.unit !== undefined);
    return isRead ? [] : [[header, unit === undefined ? { field } : { field, unit }]];
  });
  return new Map(mappings);
}

/** The column of whole names, if no column contains the make, model or trim. */
function wholeNameAmong(
  columns: readonly CsvColumn[],
  { make, model }: Partial<Record<"make" | "model", CsvColumn | undefined>>,
  fields: ReadonlySet<string>,
): string | undefined {
  if (make && !model && make.samples?.every(isWholeName)) return make.header;
  if (!fields.has("make")) return columns.find(holdsWholeNames)?.header;
  // A model that repeats the make also contains the trim, if no other column does.
  if (model) return !fields.has("trim") && holdsWholeNames(model) ? model.header : undefined;
  return columns.find(({ header }) => isNameOfCars(header))?.header;
}

/** Whether the values of a column are whole names, each a make followed by more words. */
function holdsWholeNames({ header, samples = [] }: CsvColumn): boolean {
  const wholeNames = samples.filter(isWholeName).length;
  // A column with a header for makes may contain makes that we do not know.
  const requiredCount = isNameOfCars(header) ? 1 : samples.length;
  return samples.length > 0 && wholeNames >= requiredCount;
}

/** The columns of a file with what to suggest and to ask about them. */
export function annotateColumns(
  columns: readonly CsvColumn[],
  mapping: ImportMapping,
  haveTrims?: HaveTrims,
): CsvColumn[] {
  const suggestions = suggestUnknown(columns);
  const mappings = suggestMappings(columns, suggestions, haveTrims);
  const taken = new Map([
    ...columns.map(({ field, header }) => [field, header] as const),
    ...[...mappings].map(([header, column]) => [fieldMapping(column).field, header] as const),
  ]);
  const isMetric = isMetricFile(columns);
  return columns.map((column) => {
    const { header, field, samples = [] } = column;
    const suggested = findColumn(mapping, header) === undefined ? mappings.get(header) : undefined;
    const { question, issue } = isFieldName(field) ? findUnit(column, field, isMetric) : {};
    return {
      ...column,
      ...(suggested && { suggested }),
      ...(!suggested && field === "unknown" && whyNotSuggested(column, suggestions, taken)),
      ...(question && column.unit === undefined && { question }),
      ...(issue !== undefined && convertedUnit(column) === undefined && { issue }),
      ...(holdsFuels(samples) && { electric: electricWords(samples) }),
    };
  });
}

/** How the mapping reads a column, whose cells are not all known here. */
function mapColumn(
  column: CsvColumn,
  field: FieldName,
  given: FieldMapping,
  { mapping, isMetric }: { mapping: ImportMapping; isMetric: boolean },
) {
  const { header, example, decimal } = column;
  const { question, issue, foreign } = findUnit(column, field, isMetric);
  const reading = given.decimal ?? (decimal === "unclear" ? undefined : decimal) ?? mapping.decimal;
  const own = createFieldColumn({ header, field, at: 0, reading }, given, mapping);
  return {
    ...own,
    ...(example !== undefined && { example }),
    sign: reading,
    dates: given.dates ?? column.dates,
    isUnclear: decimal !== undefined && example !== undefined && given.decimal === undefined,
    question,
    foreign,
    issue: convertedUnit(own) === undefined ? issue : undefined,
    /** whether the question waits for an answer */
    isOpen: question !== undefined && given.unit === undefined,
    rateProblem: readRate(given).problem,
  };
}

type MappedColumn = ReturnType<typeof mapColumn>;

/** Describes how a mapping reads the columns of a file, and what it still lacks. */
export function describeMapping(
  columns: readonly CsvColumn[],
  mapping: ImportMapping,
): ColumnsAnswer {
  const isMetric = isMetricFile(columns);
  const texts: ReadText[] = [];
  const missing: string[] = [];
  const read = columns.map((column): ReadColumn => {
    const given = columnMapping(mapping, column);
    const { field } = fieldMapping(given);
    const { header, samples = [] } = column;
    const unread = { units: [], isDoubtful: false, needsRate: false };
    const empty = { header, ...unread, stored: samples.map(() => null) };
    if (isNameMapping(given)) return { ...empty, note: splitNote(given, columns, mapping) };
    if (field === null) return { ...empty, note: column.notSuggested ?? "" };
    const own = mapColumn(column, field, fieldMapping(given), { mapping, isMetric });
    const { question, isOpen, rateProblem, foreign } = own;
    const openPoint = isOpen ? (question === "sprint" ? "speed" : question) : rateProblem && "rate";
    if (openPoint) missing.push(`the ${openPoint} of ${shortName(header)}`);
    texts.push(...readOwnTexts(own, fieldMapping(given), mapping));
    const doubt = doubtAbout(own);
    // A currency may be given by its code.
    const units = unitsOf(field).map((unit) =>
      own.unit !== undefined && unit === currencyUnit(own.unit) ? own.unit : unit,
    );
    return {
      header,
      units: units.length > 1 ? units : [],
      ...(foreign !== undefined && { found: foreign }),
      ...(question && { question }),
      note: doubt ?? noteOn(own),
      isDoubtful: doubt !== undefined,
      needsRate: rateProblem !== undefined,
      stored: isOpen ? samples.map(() => null) : sampleTexts(own, samples),
    };
  });
  texts.push(...readConstants(mapping));
  missing.push(...missingFields(mapping, fieldsWithColumn(mapping, columns), texts));
  return { columns: read, texts, missing };
}

/** Describes how samples are stored, of which the first clear one decides the decimal sign, as in the check. */
function sampleTexts(column: MappedColumn, samples: readonly string[]): (string | null)[] {
  const [undecided] = findUndecided([{ ...column }]);
  for (const sample of samples)
    decideFormats(findUndecided(undecided ? [undecided] : []), { number: 0, cells: [sample] }, 0);
  const { reading = column.sign } = undecided ?? column;
  const sign = reading === "point" || reading === "comma" ? reading : undefined;
  return samples.map((sample) => sampleText({ ...column, sign }, sample));
}

/** Describes how a sample is stored; null if only the check can show that. */
function sampleText(column: MappedColumn, sample: string): string | null {
  const { field, sign } = column;
  const { value, text, isFromFile } = cellText(column, { number: 0, cells: [sample] });
  if (text === undefined) return storedText(field, value as StoredValue);
  if (!isNumberField(field)) {
    const stored = valueOfCell(field, text) as StoredValue;
    return stored === null ? null : storedText(field, stored);
  }
  if (!isFromFile && isNothing(text.trim())) return storedText(field, null);
  const figures = mappedFigures(column, text, sign);
  // The check asks about figures that can be two, and reports invalid ones.
  const possible = figures.length > 1 ? figures.filter((each) => isPossible(field, each)) : figures;
  return possible.map((figure) => storedText(field, figure)).join(" or ") || null;
}

const QUESTIONS = {
  currency: "Which currency are these prices in?",
  unit: "Which unit are these figures in?",
  sprint: "Which speed are these times measured to?",
};

function doubtAbout(column: MappedColumn): string | undefined {
  const { question, isOpen, rateProblem, example, isUnclear, issue, dates } = column;
  if (question && isOpen) return QUESTIONS[question];
  if (rateProblem !== undefined) return rateProblem;
  if (issue && column.multiple === 1)
    return `By its name ${issue}. The figures are stored as they are.`;
  if (isUnclear) return `“${example}” can be two figures. Choose the decimal sign above.`;
  if (dates === "unclear") return `“${example}” can be two days. Choose which part comes first.`;
  return undefined;
}

function noteOn({ multiple = 1, sign, dates, ...column }: MappedColumn): string {
  const converted = convertedUnit(column);
  return [
    multiple > 1 && `Multiplied by ${formatCount(multiple)}, as the column name says`,
    converted && `Converted from ${unitLabel(converted)}`,
    sign && isNumberField(column.field) && `Decimal ${sign}`,
    dates && (dates === "day-first" ? "Day first" : "Month first"),
  ]
    .filter(Boolean)
    .join(". ");
}

/** Figures that are not those of a field, although their names are similar. */
const OTHER_FIGURES: readonly (readonly [name: RegExp, reason: string])[] = [
  [/\bgross (?:vehicle )?weight|\bgvwr?\b|gesamtgewicht/i, "gross weight is not curb weight"],
  [/\bsale price/i, "a sale price is not the list price"],
];

const FUELS = "Skipped, but it tells which cars are electric.";

function whyNotSuggested(
  { header, samples = [], isRepeated, isUnnamed }: CsvColumn,
  suggestions: ReadonlyMap<string, Suggestion>,
  taken: ReadonlyMap<string | null, string>,
): Pick<CsvColumn, "notSuggested"> {
  if (holdsFuels(samples)) return { notSuggested: FUELS };
  if (isRepeated) return { notSuggested: "Skipped: another column has this name." };
  const [, other] = OTHER_FIGURES.find(([name]) => name.test(header)) ?? [];
  if (other !== undefined) return { notSuggested: `Skipped: ${other}.` };
  const { field = possibleField(header), issue } = suggestions.get(header) ?? {};
  // The screen counts columns whose names mean nothing to us.
  if (field === undefined || isUnnamed) return {};
  const label = FIELD_LABELS[field];
  if (issue !== undefined) {
    const reason = issue.startsWith("this") ? issue : `its figures are ${issue}`;
    return { notSuggested: `Skipped: ${reason}.` };
  }
  const chosen = taken.get(field);
  if (chosen) return { notSuggested: `Skipped: ${label} is read from “${shortName(chosen)}”.` };
  const isBare = samples.length > 0 && samples.every((sample) => /^[\d.,\s/–-]+$/.test(sample));
  return {
    notSuggested: isBare
      ? `Skipped: this could be ${label}, but nothing says the unit.`
      : `Skipped: the values don’t fit ${label}.`,
  };
}

/** Names the parts that a whole name is split into; parts with a column of their own are left out. */
function splitNote(
  { split }: NameMapping,
  columns: readonly CsvColumn[],
  mapping: ImportMapping,
): string {
  const used = columns.map((column) => fieldMapping(columnMapping(mapping, column)).field);
  const parts = split.filter((part) => !used.includes(part));
  const words = new Intl.ListFormat("en").format(parts);
  return `Split into ${words} by the makes and models in your catalogue. The check shows each name, and you can change it there.`;
}

/** How a text is stored, or what to enter instead. */
function storedAs(field: FieldName, { value, problem }: ReturnType<typeof readText>) {
  if (problem !== undefined) return { problem };
  return value === undefined ? {} : { stored: storedText(field, value) };
}

function readOwnTexts(
  column: MappedColumn,
  { values = {} }: FieldMapping,
  { cells = [] }: ImportMapping,
): ReadText[] {
  const { header, field } = column;
  const typed = cells.flatMap((cell) =>
    "column" in cell && cell.column === header ? [cell.text] : [],
  );
  const meant = Object.values(values).filter((value) => typeof value === "string");
  return [...new Set([...typed, ...meant])].map((text) => ({
    column: header,
    text,
    ...storedAs(field, readText(column, text, readingOfTyped(column, text, column.sign))),
  }));
}

/** The values for all rows, and those for one row that has no cell for them. */
function readConstants({ constants = {}, cells = [], decimal }: ImportMapping) {
  const ofRows = cells.flatMap((cell) =>
    "column" in cell ? [] : ([[cell.field, cell.value]] as const),
  );
  return [...Object.entries(constants), ...ofRows].flatMap(([field, text]): ReadText[] => {
    if (!isFieldName(field) || typeof text !== "string") return [];
    return [{ column: "", field, text, ...storedAs(field, readConstant(field, text, decimal)) }];
  });
}

/** @param fields those that have a column, and parts of whole names */
function missingFields(
  { constants = {}, bodyTypes }: ImportMapping,
  fields: ReadonlySet<string | null>,
  texts: readonly ReadText[],
): string[] {
  const isBlank = (value: StoredValue | undefined) =>
    value == null || (typeof value === "string" && value.trim() === "");
  const required = REQUIRED_FIELDS.filter(
    (field) =>
      !fields.has(field) &&
      isBlank(constants[field]) &&
      !(field === "bodyType" && bodyTypes !== undefined),
  );
  const unclear = Object.keys(constants)
    .filter(isFieldName)
    .filter((field) => texts.some((text) => text.field === field && text.problem !== undefined));
  return [
    ...required.map((field) => FIELD_LABELS[field]),
    ...unclear.map((field) => `a figure for ${FIELD_LABELS[field]}`),
  ];
}
