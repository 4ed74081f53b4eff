import type { z } from "zod";
import { isNothing, isNumberField } from "../../../domain/ev-cells.ts";
import { firstOfAddresses } from "../../../domain/kinds.ts";
import { type FieldName, isFieldName } from "../../../domain/fields.ts";
import { identityKey } from "../../../domain/names.ts";
import { EvInput } from "../../../domain/ev-input.ts";
import type { BadCell, Note } from "../import.schema.ts";
import { NAMED_CELLS } from "../limits.ts";
import type { CsvColumn } from "../columns/columns.schema.ts";
import { meaningOf } from "../columns/column-values.server.ts";
import { rangeOf, withoutMarks } from "../columns/units.server.ts";
import { textKey } from "../mapping/import-mapping.ts";
import { type FieldColumn, whyNotText, valueOf, whyUnread } from "./column-cells.server.ts";
import { findDoubts } from "./column-readings.server.ts";
import {
  type BadRow,
  cellIssue,
  type ImportRow,
  previewValue,
  type TableLine,
} from "./import-file.server.ts";
import type { NamePart } from "../mapping/import-mapping.schema.ts";
import type { RowPlan } from "./row-plan.server.ts";

export const NO_SUCH_MAKE = "No make recognized in this name";

/** Cells that cannot be read, in columns that are not left out, until they are repaired. */
function mistakeIssues(
  columns: readonly CsvColumn[],
  { cells, mistakes = [], typed }: TableLine,
  row: number,
): BadCell[] {
  return mistakes.flatMap(({ at, message }) => {
    const { header = "", field = null, split } = columns[at] ?? {};
    const isExcluded = header !== "" && field === null && !split;
    return isExcluded || typed?.has(at) ? [] : [cellIssue(row, header, message, cells[at])];
  });
}

/** Cells beyond the columns, which would be lost silently. Only the first one is reported. */
function strayIssues(columns: readonly CsvColumn[], cells: readonly string[], row: number) {
  const issues: BadCell[] = [];
  if (cells.length < columns.length) {
    const message = `The row has ${cells.length} cells, the header has ${columns.length}`;
    issues.push({ row, column: "", message });
  }
  const stray = cells.findIndex((cell, at) => at >= columns.length && cell.trim() !== "");
  if (stray >= 0) {
    const message = `Cell ${stray + 1} is in a column without a name`;
    issues.push({ row, column: "", message, ...previewValue(cells[stray]) });
  }
  return issues;
}

/** Validates the row with the same schema that the form and the calls use. */
function validateValues(plan: RowPlan, line: TableLine, row: number): ImportRow | BadRow {
  const { fields, names } = plan;
  const { cells } = line;
  const values: Record<string, unknown> = { ...plan.constants };
  for (const column of fields) values[column.field] = valueOf(column, line);
  const wrong = plan.texts.flatMap((column) => {
    const message = whyNotText(column, line);
    return message ? [cellIssue(row, column.header, message, cells[column.at])] : [];
  });
  if (wrong.length > 0) return badRow(plan, cells, row, wrong);
  const { make: given, model: repeating } = values;
  if (typeof given === "string") {
    values["make"] = plan.makes.get(identityKey(given)) ?? given;
    if (typeof repeating === "string") values["model"] = plan.bareModel(given, repeating);
  }
  const typed = plan.typedFields.get(row) ?? [];
  const typedMake = typed.find(({ field }) => field === "make")?.value;
  const unnamed = names.flatMap(({ at, header, parts, split }) => {
    const ofOtherColumn = (part: NamePart) => (parts.includes(part) ? undefined : values[part]);
    const divided = split(cells[at] ?? "", {
      make: typedMake ?? ofOtherColumn("make"),
      model: ofOtherColumn("model"),
      year: ofOtherColumn("year"),
    });
    Object.assign(values, divided);
    return divided || typedMake !== undefined
      ? []
      : [cellIssue(row, header, NO_SUCH_MAKE, cells[at])];
  });
  if (unnamed.length > 0) return badRow(plan, cells, row, unnamed);
  const { model } = values;
  if (typeof model === "string") values["model"] = plan.models.get(identityKey(model)) ?? model;
  const own = fields.find(({ field }) => field === "bodyType");
  const hasOwnBody = own !== undefined && !isWithoutValue(own, cells[own.at] ?? "");
  const body = hasOwnBody ? undefined : plan.bodyOf(values["make"], values["model"]);
  if (body !== undefined) values["bodyType"] = body;
  for (const { field, value } of typed) values[field] = value;
  const { data: input, error } = EvInput.safeParse(values);
  if (input) {
    const hasKnownBody = body !== undefined && input.bodyType === body;
    return { row, input, hasKnownBody, ...(input.image?.startsWith("data:") && { cells }) };
  }
  const bad = badRow(plan, cells, row, schemaIssues(plan, error, line, row));
  const { make, model: name, trim, year } = values;
  if (typeof make !== "string" || typeof name !== "string") return bad;
  const car = {
    make,
    model: name,
    ...(typeof trim === "string" && { trim }),
    ...(typeof year === "number" && { year }),
  };
  return { ...bad, car };
}

/** Whether a cell says nothing itself, whatever the mapping reads instead. */
function isWithoutValue({ field, hasUsualWords }: FieldColumn, cell: string): boolean {
  return isNothing(cell.trim()) || (hasUsualWords && meaningOf(field, cell) === "");
}

/** The field of an issue whose column does not tell it. */
function of(field: PropertyKey | undefined): Pick<BadCell, "field"> {
  return isFieldName(field) ? { field } : {};
}

/** The issues that the schema finds, each assigned to its column. */
function schemaIssues(
  { fields, names }: RowPlan,
  { issues: found }: z.ZodError,
  line: TableLine,
  row: number,
): BadCell[] {
  const issues = [...fields, ...names].flatMap((column) =>
    found
      .filter(({ path: [field] }) =>
        "parts" in column ? column.parts.some((part) => part === field) : column.field === field,
      )
      .map(({ message, path: [field] }): BadCell => {
        const cell = line.cells[column.at];
        if ("parts" in column)
          return { ...cellIssue(row, column.header, message, cell), ...of(field) };
        return cellIssue(row, column.header, whyUnread(column, line) ?? message, cell);
      }),
  );
  // A constant that leaves a required field empty has no column.
  if (issues.length > 0) return issues;
  return found.map(({ message, path: [field] }) => ({ row, column: "", message, ...of(field) }));
}

function badRow(
  { columns }: RowPlan,
  cells: readonly string[],
  row: number,
  issues: BadCell[],
): BadRow {
  // A row may have millions of cells; those beyond the header are useless.
  return { row, cells: cells.slice(0, columns.length), issues };
}

const ONE_PICTURE = "Only the first picture address is kept";
const NO_MARKS = "Marks around the figure are left out";

/** What the file's reader should know of a cell that is stored as something else. */
function noteOf(column: FieldColumn, cell: string, value: EvInput[FieldName]): string | undefined {
  const { field, hasUsualWords, values = {} } = column;
  if (cell === "" || value === null) return undefined;
  const word = textKey(cell);
  if (hasUsualWords && !Object.hasOwn(values, word) && meaningOf(field, cell) === value) {
    return word === textKey(value) ? undefined : `“${word}” is read as ${value}`;
  }
  if (field === "image") return firstOfAddresses(cell) === value ? ONE_PICTURE : undefined;
  if (column.range && rangeOf(column, cell))
    return `The ${column.range} figure of a range is stored`;
  return isNumberField(field) && withoutMarks(cell) !== cell.trim() ? NO_MARKS : undefined;
}

/** Counts cells that are stored as something else, or only in part. */
export function createNotes(fields: readonly FieldColumn[]) {
  const notes = new Map<string, Note>();
  return {
    notes,
    take({ cells }: TableLine, { row, input }: ImportRow): void {
      for (const column of fields) {
        const cell = cells[column.at] ?? "";
        const message = noteOf(column, cell, input[column.field]);
        if (message === undefined) continue;
        const key = `${column.at} ${message}`;
        const note = notes.get(key) ?? { column: column.header, message, count: 0, cells: [] };
        notes.set(key, note);
        note.count++;
        if (note.cells.length < NAMED_CELLS) note.cells.push({ row, ...previewValue(cell) });
      }
    },
  };
}

/**
 * @param unclear columns whose cells can be read in two ways
 * @returns the row as a vehicle, or what is wrong with its cells
 */
export function validateRow(
  plan: RowPlan,
  unclear: readonly FieldColumn[],
  line: TableLine,
  row: number,
): ImportRow | BadRow {
  const unread = findUnparsedCells(plan, line, row);
  if (unread.length > 0) return badRow(plan, line.cells, row, unread);
  const outcome = validateValues(plan, line, row);
  if ("issues" in outcome) return outcome;
  const doubts = findDoubts(unclear, line, row);
  return doubts.length > 0 ? badRow(plan, line.cells, row, doubts) : outcome;
}

/** Cells that belong to no column, or that are malformed in the file. */
export function findUnparsedCells({ columns }: RowPlan, line: TableLine, row: number): BadCell[] {
  return [...strayIssues(columns, line.cells, row), ...mistakeIssues(columns, line, row)];
}
