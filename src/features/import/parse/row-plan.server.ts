import {
  isDateField,
  isNothing,
  isNumberField,
  isTextField,
  valueOfCell,
} from "../../../domain/ev-cells.ts";
import { DECIMAL_SIGNS, type DecimalSign, readNumber } from "../../../domain/read-number.ts";
import { type FieldName, isFieldName } from "../../../domain/fields.ts";
import type { CellReading } from "../../../domain/field-rules.ts";
import { foldName, identityKey, modelIdentity } from "../../../domain/names.ts";
import type { CsvColumn } from "../columns/columns.schema.ts";
import type { FieldMapping, ImportMapping } from "../mapping/import-mapping.schema.ts";
import { fieldMapping, findColumn, headerAmong, textKey } from "../mapping/import-mapping.ts";
import { readConstant, readRate } from "../mapping/import-mapping.server.ts";
import { findUnit } from "../columns/column-unit.server.ts";
import { currencyUnit } from "../columns/currencies.server.ts";
import {
  type FigureColumn,
  figureOfCell,
  unitOfCell,
  unitsOf,
  withoutMarks,
} from "../columns/units.server.ts";
import { createNameSplitter } from "../columns/split-name.server.ts";
import type { BadCell, StoredValue } from "../import.schema.ts";
import { cellIssue, type TableLine } from "./lines-and-rows.server.ts";

/** A column that is read into a field. */
export interface FieldColumn extends FigureColumn, Pick<FieldMapping, "range"> {
  /** values by the texts of cells, as `textKey` folds them; a text for a figure is read like a cell */
  values?: Readonly<Record<string, StoredValue>>;
  at: number;
  header: string;
  /** how figures or dates are read; undefined until a cell decides it */
  reading: CellReading | undefined;
  /** the row of the cell that decided it */
  decidingRow?: number;
  /** the first cell that can be read in two ways */
  example?: string;
  /** the first range, if the mapping does not say what to read of one */
  ranges?: CsvColumn["ranges"];
}

/** @param given what the mapping says about the column */
export function createFieldColumn(
  { header, field, at, reading }: Pick<FieldColumn, "header" | "field" | "at" | "reading">,
  given: FieldMapping,
  { usualWords: isTolerant = false }: ImportMapping,
): FieldColumn {
  const { range, values, unit } = given;
  const { value: rate } = readRate(given);
  const storedValue = (value: StoredValue) =>
    typeof value === "string" && value !== "" && !isNumberField(field)
      ? (valueOfCell(field, value) as StoredValue)
      : value;
  const stored =
    values && Object.entries(values).map(([text, value]) => [textKey(text), storedValue(value)]);
  return {
    field,
    multiple: findUnit({ header }, field).multiple,
    ...(unit !== undefined && { unit }),
    ...(rate !== undefined && { rate }),
    header,
    at,
    reading,
    isTolerant,
    ...(stored && { values: Object.fromEntries(stored) }),
    ...(range && { range }),
  };
}

/** A figure, or a range of figures, without any word or sign. */
export const BARE = /^\d(?:[\d.,\s/–-]|['’](?=\d{3}))*$/;

/** The unit that a cell names; that of its column in all its spellings, such as `kr` for Swedish kronor. */
export function unitNamedIn(cell: string, column: FieldColumn): string | undefined {
  if (cell === "" || BARE.test(cell)) return undefined;
  const { field, unit = unitsOf(field)[0] ?? "" } = column;
  const named = unitOfCell(field, cell);
  if (named === undefined) return undefined;
  const isOfColumn = DECIMAL_SIGNS.some((sign) => figureOfCell(column, cell, sign) !== undefined);
  return isOfColumn ? currencyUnit(unit) : named;
}

export function isBare({ at, values }: FieldColumn, { cells, typed }: TableLine): boolean {
  const cell = cells[at] ?? "";
  if (typed?.has(at) || (values && Object.hasOwn(values, textKey(cell)))) return false;
  return BARE.test(withoutMarks(cell));
}

/** Whether points may group thousands. */
const hasPoints = (samples: readonly string[] = []) =>
  samples.some((sample) => /\d\.\d{3}(?!\d)/.test(sample));

export interface KnownModel {
  make: string;
  model: string;
  bodyType?: string;
  year?: number;
}

export type RowPlan = ReturnType<typeof createRowPlan>;

/**
 * How to read a row's cells by their indexes. @param models of the catalogue, for names and body types
 * @param defaultDecimal the default decimal sign; undefined when it must be detected
 */
export function createRowPlan(
  columns: readonly CsvColumn[],
  mapping: ImportMapping,
  models: Iterable<KnownModel>,
  defaultDecimal: DecimalSign | undefined,
) {
  const { constants = {}, rules = [], cells = [], makes = {}, models: sameModels = {} } = mapping;
  const { usualWords: isTolerant = false, bodyTypes, decimal: sign } = mapping;
  const known = Map.groupBy(models, modelIdentity);
  const headers = columns.map(({ header }) => header);
  const mapped = headers.map((header) => findColumn(mapping, header));
  const fields = columns.flatMap(
    ({ header, field, decimal, dates, samples }, at): FieldColumn[] => {
      if (!isFieldName(field)) return [];
      // In a column with `68.600` its cells decide on the screen: no car can cost $68.60.
      const ofFile = isTolerant && hasPoints(samples) ? undefined : defaultDecimal;
      const decimalOrDefault = decimal === "unclear" ? undefined : (decimal ?? ofFile);
      const reading = isDateField(field) && dates !== "unclear" ? dates : decimalOrDefault;
      const given = mapped[at] ? fieldMapping(mapped[at]) : { field };
      return [createFieldColumn({ header, field, at, reading }, given, mapping)];
    },
  );
  const names = columns.flatMap(({ header, split: parts }, at) => {
    return parts ? [{ at, header, parts, split: createNameSplitter(parts, models, makes) }] : [];
  });
  // An unclear value was refused with the mapping.
  const toStored = (field: FieldName, value: StoredValue) =>
    readConstant(field, value, sign).value ?? null;
  const stored = Object.entries(constants).map(([field, value]) => {
    return [field, toStored(field as FieldName, value)] as const;
  });
  const exclusions = rules.flatMap((rule) => {
    const at = headers.indexOf(headerAmong(headers, rule.column) ?? "");
    const column = fields.find((each) => each.at === at);
    const leavesOut = excluderOf(rule, column);
    return at < 0 || !leavesOut ? [] : [{ at, leavesOut }];
  });
  return {
    columns,
    isTolerant,
    headers,
    fields,
    names,
    constants: Object.fromEntries(stored),
    /** the make that each make in the file stands for, by key */
    makes: new Map(Object.entries(makes).map(([text, make]) => [identityKey(text), make])),
    /** the model that each model in the file stands for, by key */
    models: new Map(Object.entries(sameModels).map(([text, model]) => [identityKey(text), model])),
    /** A model without the make that it repeats, unless the catalogue has it so. */
    bareModel: (make: string, model: string) => {
      const start = `${identityKey(make)} `;
      const isRepeated = isTolerant && identityKey(model).startsWith(start);
      return isRepeated && !known.has(modelIdentity({ make, model }))
        ? foldName(model).slice(start.length)
        : model;
    },
    /** the catalogue's body type of a model in the nearest year, if the mapping asks for it */
    bodyOf: ({ make, model, year }: Readonly<Record<string, unknown>>) => {
      if (!bodyTypes || typeof make !== "string" || typeof model !== "string") return undefined;
      const distance = (each: KnownModel) => Math.abs((each.year ?? 0) - Number(year));
      const [nearest] = (known.get(modelIdentity({ make, model })) ?? []).toSorted(
        (a, b) => distance(a) - distance(b) || (b.year ?? 0) - (a.year ?? 0),
      );
      return nearest?.bodyType;
    },
    /** fields whose value an empty cell clears in existing rows */
    cleared: new Set(
      fields
        .filter(({ at }) => mapped[at] && fieldMapping(mapped[at]).clear)
        .map(({ field }) => field),
    ),
    textColumns: [...fields.filter(({ field }) => isTextField(field)), ...names],
    /** indexes of columns that should be empty */
    unnamedColumns: headers.flatMap((header, at) => (header === "" ? [at] : [])),
    exclusions,
    filledDown: mapped.flatMap((column, at) => (column?.fillDown ? [at] : [])),
    typedCells: Map.groupBy(
      cells.filter((cell) => "column" in cell),
      ({ row }) => row,
    ),
    /** typed values of fields, by row */
    typedFields: Map.groupBy(
      cells
        .filter((cell) => "field" in cell)
        .map((cell) => ({ ...cell, value: toStored(cell.field, cell.value) })),
      ({ row }) => row,
    ),
  };
}

/** A cell's text as a file stores it, and as it shows it: a price in a workbook may be both `45990 $` and `$45,990.00`. */
export function textsOfCell({ cells, raw, typed }: TableLine, at: number): string[] {
  const stored = typed?.has(at) ? undefined : raw?.[at];
  const shown = cells[at] ?? "";
  return typeof stored === "string" ? [stored, shown] : [shown];
}

/** Whether the mapping's rules leave out the row. */
export function isExcluded({ exclusions }: RowPlan, line: TableLine): boolean {
  return exclusions.some(({ at, leavesOut }) => leavesOut(textsOfCell(line, at)));
}

/** @returns undefined for a rule without values, which is not finished */
function excluderOf(
  { is, isNot, empty, below, above }: NonNullable<ImportMapping["rules"]>[number],
  column: FieldColumn | undefined,
): ((textsOfCell: readonly string[]) => boolean) | undefined {
  const figureOf = ([cell = ""]: readonly string[]) => {
    const sign = column?.reading === "comma" ? "comma" : "point";
    const text = withoutMarks(cell);
    return column ? figureOfCell({ ...column, multiple: 1 }, text, sign) : readNumber(text, sign);
  };
  if (empty) return ([cell = ""]) => isNothing(cell.trim());
  if (below !== undefined) return (cell) => (figureOf(cell) ?? below) < below;
  if (above !== undefined) return (cell) => (figureOf(cell) ?? above) > above;
  const texts = new Set((is ?? isNot ?? []).map(textKey));
  if (texts.size === 0) return undefined;
  return (cell) => cell.some((text) => texts.has(textKey(text))) === (is !== undefined);
}

/** Finds the words that begin a line of totals or averages. */
export const TOTAL =
  /^(?:(?:sub|grand )?total[et]?|totaal|sum|average|avg|mean|median|gesamt|summe|durchschnitt|schnitt|ø|somme|moyenne|suma|razem|średnia|media|média|promedio|summa|snitt|medel|gennemsnit|gjennomsnitt|gemiddelde?|итого|среднее|合計|平均|합계|평균|合计)(?!\p{L})/iu;

/**
 * @returns completes the lines of one pass, in order: with typed replacements, and with the last value above in
 * empty cells. Merged cells all take their first one (importing.md#fill-down).
 */
export function createLineCompleter(plan: RowPlan) {
  const { headers, filledDown, typedCells, isTolerant } = plan;
  /** the last line with a value, by column */
  const above = new Map<number, TableLine>();
  return (given: TableLine, row: number): TableLine => {
    const replaced = typedCells.get(row) ?? [];
    const first = given.cells.find((cell) => cell.trim()) ?? "";
    // A total between the cars is not part of a merged cell, and the cell goes on below it.
    const isTotal = isTolerant && TOTAL.test(first.trim());
    if (replaced.length === 0 && (filledDown.length === 0 || isTotal)) return given;
    const cells = [...given.cells];
    const raw = [...(given.raw ?? [])];
    const typed = new Set<number>();
    for (const { column, text } of replaced) {
      const at = headers.indexOf(headerAmong(headers, column) ?? "");
      if (at < 0 || at >= cells.length) continue;
      cells[at] = text;
      typed.add(at);
    }
    for (const at of filledDown) {
      const last = above.get(at);
      // A row that is too short stays a bad row.
      if (!last || cells[at]?.trim() !== "") continue;
      cells[at] = last.cells[at] ?? "";
      raw[at] = last.raw?.[at];
      if (last.typed?.has(at)) typed.add(at);
    }
    const line = { ...given, cells, typed, ...(given.raw && { raw }) };
    for (const at of filledDown) if (cells[at]?.trim()) above.set(at, line);
    return line;
  };
}

/**
 * Cells that belong to no column, of which only the first is reported, and cells of columns that are read but
 * that are malformed in the file until they are repaired.
 */
export function findUnparsedCells({ columns }: RowPlan, line: TableLine, row: number): BadCell[] {
  const { cells, mistakes = [], typed } = line;
  const issues: BadCell[] = [];
  if (cells.length < columns.length) {
    const message = `The row has ${cells.length} cells, the header has ${columns.length}`;
    issues.push({ row, column: "", message });
  }
  const stray = cells.findIndex((cell, at) => at >= columns.length && cell.trim() !== "");
  if (stray >= 0) {
    const message = `Cell ${stray + 1} is in a column without a name`;
    issues.push(cellIssue(row, "", message, cells[stray]));
  }
  for (const { at, message } of mistakes) {
    const { header = "", field = null, split } = columns[at] ?? {};
    const isSkipped = header !== "" && field === null && !split;
    if (!isSkipped && !typed?.has(at)) issues.push(cellIssue(row, header, message, cells[at]));
  }
  return issues;
}
