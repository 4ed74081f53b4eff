/** Maps the columns of a file to the fields of a row (importing.md#columns). */
import { isDateField, isNumberField, textOfCell } from "../../../domain/ev-cells.ts";
import {
  FIELD_NAMES,
  type FieldName,
  isFieldName,
  REQUIRED_FIELDS,
} from "../../../domain/fields.ts";
import { isCurrency } from "../columns/currencies.server.ts";
import type { CsvColumn } from "../columns/columns.schema.ts";
import type { FieldMapping, ImportMapping } from "../mapping/import-mapping.schema.ts";
import { fieldMapping, findColumn, headerAmong, isNameMapping } from "../mapping/import-mapping.ts";
import { readRate } from "../mapping/read-texts.server.ts";
import { statedUnit, unknownUnit } from "../columns/unit-questions.server.ts";

/** Columns of an export that are not imported. */
export const EXPORT_ONLY_FIELDS = ["id", "isModelHeader", "version"] as const;

/** Only our exports have this column. In other files, `Version` contains trims. */
const OWN_COLUMN = "ismodelheader";

/** Whether a file is an export of the catalogue. */
export function isOwnExport(columns: readonly Pick<CsvColumn, "header">[]): boolean {
  return columns.some(({ header }) => header.toLowerCase() === OWN_COLUMN);
}

const FIELD_BY_NAME: ReadonlyMap<string, FieldName | null> = new Map<string, FieldName | null>([
  ...FIELD_NAMES.map((field) => [field.toLowerCase(), field] as const),
  ...[...EXPORT_ONLY_FIELDS, "modelId"].map((name) => [name.toLowerCase(), null] as const),
]);

/** Whether a header is the name of a field or of a column in our own files. */
export function isFieldHeader(header: string): boolean {
  return FIELD_BY_NAME.has(header.toLowerCase());
}

/** The letter of a column in spreadsheets: A, B, …, Z, AA. */
export function columnLetter(at: number): string {
  const rest = Math.floor(at / 26) - 1;
  return (rest < 0 ? "" : columnLetter(rest)) + String.fromCharCode(65 + (at % 26));
}

/** The name of a column without a header: its letter, unless another column has that name. */
function unnamedHeader(headers: readonly string[], at: number): string {
  const letter = columnLetter(at);
  const names = headers.map((text) => text.trim());
  return headerAmong(names, letter) === undefined ? letter : `Column ${letter}`;
}

/**
 * The columns of a header row, in order. A header that is the name of a field, in any letter case, means that
 * field; the mapping takes precedence.
 * @param valued indexes of columns without a name that contain a value; the mapping may name others
 */
export function planColumns(
  headers: readonly string[],
  mapping: ImportMapping,
  valued: ReadonlySet<number> = new Set(),
): CsvColumn[] {
  const inRules = new Set(mapping.rules?.map(({ column }) => column.toLowerCase()));
  const isExport = isOwnExport(headers.map((text) => ({ header: text.trim() })));
  const columns = headers.map((text, at): CsvColumn => {
    const named = textOfCell("", text.trim());
    const unnamed = named === "" ? unnamedHeader(headers, at) : undefined;
    const isUnnamed =
      unnamed !== undefined &&
      (valued.has(at) ||
        findColumn(mapping, unnamed) !== undefined ||
        inRules.has(unnamed.toLowerCase()));
    const header = isUnnamed ? unnamed : named;
    const described = describeColumn(header, mapping, { inRules, isExport });
    return { header, ...(isUnnamed && { isUnnamed }), ...described };
  });
  return withoutDoubleParts(columns);
}

/** Leaves out the parts of whole names that have a column of their own. */
function withoutDoubleParts(columns: readonly CsvColumn[]): CsvColumn[] {
  const fields = new Set<string | null>(columns.map(({ field }) => field));
  return columns.map((column) => {
    if (!column.split) return column;
    const split = column.split.filter((part) => !fields.has(part));
    const isPart = split.length > 1 || (split.length === 1 && !split.includes("model"));
    if (isPart) return { ...column, split };
    const { split: _parts, ...bare } = column;
    return { ...bare, field: "model" };
  });
}

/** Describes a column by the mapping, or else by its name. */
function describeColumn(
  header: string,
  mapping: ImportMapping,
  { inRules, isExport }: { inRules: ReadonlySet<string>; isExport: boolean },
): Omit<CsvColumn, "header"> & { field: CsvColumn["field"] } {
  const key = header.toLowerCase();
  const isKnown = FIELD_BY_NAME.has(key) && (isExport || key !== "version");
  const column = findColumn(mapping, header);
  const mapped: Partial<FieldMapping> = column ? fieldMapping(column) : {};
  const unmapped = inRules.has(key) ? null : "unknown";
  const byName = isKnown ? (FIELD_BY_NAME.get(key) ?? null) : unmapped;
  const { field = byName, unit, dates, decimal = mapping.decimal } = mapped;
  return {
    field,
    ...(decimal && field && isNumberField(field) && { decimal }),
    ...(dates && field && isDateField(field) && { dates }),
    ...(unit === undefined ? unitNobodyKnows(header, field) : { unit }),
    ...(column?.fillDown && { fillDown: true as const }),
    ...(isNameMapping(column) && { split: [...column.split] }),
  };
}

function unitNobodyKnows(header: string, field: string | null): Pick<CsvColumn, "unitUnknown"> {
  const text = isFieldName(field) ? unknownUnit(header, field) : undefined;
  return text === undefined ? {} : { unitUnknown: text };
}

/** Why a column is not read: its name states another unit than ours that nothing confirms, or a rate is missing. */
function missingUnit(
  { header, field, unit, unitUnknown }: CsvColumn,
  mapping: ImportMapping,
): string | undefined {
  if (!isFieldName(field)) return undefined;
  const mapped = findColumn(mapping, header);
  if (unit !== undefined) {
    const isRateMissing = mapped && readRate(fieldMapping(mapped)).problem !== undefined;
    return isRateMissing ? "Enter its exchange rate" : undefined;
  }
  const stated = statedUnit(header, field) ?? unitUnknown;
  if (stated === undefined) return undefined;
  const isMoney = isCurrency(stated) || (field === "price" && stated === unitUnknown);
  return `The column name says ${stated}. Choose its unit${isMoney ? " and rate" : ""}`;
}

const NO_NAME = "This column has no name";

/** What is wrong with the columns of a file; `column` is the header, or the missing field. */
export function columnIssues(
  columns: readonly CsvColumn[],
  mapping: ImportMapping,
): { column: string; message: string }[] {
  const { constants = {}, rules = [], cells = [], bodyTypes } = mapping;
  const issues: { column: string; message: string }[] = [];
  const headers = new Set<string>();
  const fields = new Map<string, string>();
  for (const column of columns) {
    const { header, field, split = [], isUnnamed } = column;
    // Spreadsheets leave behind empty columns without a name.
    if (header === "") continue;
    const key = header.toLowerCase();
    const own = field === null ? split : [field];
    const usedTwice = own.find((each) => fields.has(each));
    if (headers.has(key)) issues.push({ column: header, message: "This column appears twice" });
    else if (field === "unknown") {
      const message = isUnnamed ? NO_NAME : "There is no field with this name";
      issues.push({ column: header, message });
    } else if (usedTwice !== undefined) {
      const other = fields.get(usedTwice);
      const message = `Both ${other} and ${header} would set the ${usedTwice}. Skip one of them`;
      issues.push({ column: header, message });
    } else {
      const message = missingUnit(column, mapping);
      if (message !== undefined) issues.push({ column: header, message });
    }
    headers.add(key);
    for (const each of own) fields.set(each, header);
  }
  if (bodyTypes) fields.set("bodyType", "");
  for (const field of REQUIRED_FIELDS) {
    if (!fields.has(field) && constants[field] === undefined) {
      issues.push({ column: field, message: "This column is missing" });
    }
  }
  for (const { field } of columns) {
    if (isFieldName(field) && constants[field] !== undefined) {
      issues.push({ column: field, message: "It has a column and one value for all rows" });
    }
  }
  for (const { column } of rules) {
    if (!headers.has(column.toLowerCase())) {
      issues.push({ column, message: "A rule names this column, which is missing" });
    }
  }
  const repaired = new Set(cells.flatMap((cell) => ("column" in cell ? [cell.column] : [])));
  for (const column of repaired) {
    if (!headers.has(column.toLowerCase())) {
      issues.push({ column, message: "A repaired cell is in this column, which is missing" });
    }
  }
  return issues;
}
