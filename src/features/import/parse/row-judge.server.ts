import type { z } from "zod";
import {
  type DecimalSign,
  firstOfAddresses,
  isDateField,
  isNumberField,
} from "../../../vehicle/ev-cells.ts";
import { EvInput } from "../../../vehicle/ev-input.ts";
import {
  type FieldColumn,
  hasReadings,
  noText,
  valueOf,
  whyUnread,
} from "./column-cells.server.ts";
import { createColumnReadings } from "./column-readings.server.ts";
import { createFillDown } from "./fill-down.server.ts";
import { headerAmong, type SaidOfFile } from "../mapping/import-columns.ts";
import {
  type BadRow,
  cellIssue,
  type ImportRow,
  shownValue,
  type TableLine,
} from "./import-file.server.ts";
import type { CsvColumn } from "../mapping/import-mapping.schema.ts";
import { textKey } from "../mapping/import-mapping.server.ts";
import type { BadCell, Note } from "../import.schema.ts";
import { NAMED_CELLS } from "../limits.ts";
import { readRowColumns, type RowColumns } from "./row-columns.server.ts";

const NO_SUCH_MAKE = "No known make begins this name";

/** Cells that cannot be read, in columns that are not left out, until they are repaired. */
function mistakeIssues(
  columns: readonly CsvColumn[],
  { cells, mistakes = [], typed }: TableLine,
  row: number,
): BadCell[] {
  return mistakes.flatMap(({ at, message }) => {
    const { header = "", field = null, split } = columns[at] ?? {};
    const isLeftOut = header !== "" && field === null && !split;
    return isLeftOut || typed?.has(at) ? [] : [cellIssue(row, header, message, cells[at])];
  });
}

/** Cells that no column of a field holds: they would be lost without a word. The first is told of. */
function strayIssues(columns: readonly CsvColumn[], cells: readonly string[], row: number) {
  const issues: BadCell[] = [];
  if (cells.length < columns.length) {
    const message = `The row has ${cells.length} cells, the header has ${columns.length}`;
    issues.push({ row, column: "", message });
  }
  const stray = cells.findIndex((cell, at) => at >= columns.length && cell.trim() !== "");
  if (stray >= 0) {
    const message = `Cell ${stray + 1} is in a column without a name`;
    issues.push({ row, column: "", message, ...shownValue(cells[stray]) });
  }
  return issues;
}

/** @returns the row as a vehicle, or what is wrong with its cells */
function parseRow(plan: RowColumns, line: TableLine, row: number): ImportRow | BadRow {
  const { fields, names } = plan;
  const { cells } = line;
  const values: Record<string, unknown> = { ...plan.constants };
  for (const column of fields) values[column.field] = valueOf(column, line);
  const wrong = plan.texts.flatMap((column) => {
    const message = noText(column, line);
    return message ? [cellIssue(row, column.header, message, cells[column.at])] : [];
  });
  if (wrong.length > 0) return badRow(plan, cells, row, wrong);
  const unnamed = names.flatMap(({ at, header, split }) => {
    const parts = split(cells[at] ?? "");
    Object.assign(values, parts);
    return parts ? [] : [cellIssue(row, header, NO_SUCH_MAKE, cells[at])];
  });
  if (unnamed.length > 0) return badRow(plan, cells, row, unnamed);
  const { data: input, error } = EvInput.safeParse(values);
  if (input) return input.image?.startsWith("data:") ? { row, input, cells } : { row, input };
  return badRow(plan, cells, row, schemaIssues(plan, error, line, row));
}

/** What the schema finds, each at the column that it is about. */
function schemaIssues(
  { fields, names }: RowColumns,
  { issues: found }: z.ZodError,
  line: TableLine,
  row: number,
): BadCell[] {
  const issues = [...fields, ...names].flatMap((column) =>
    found
      .filter(({ path: [field] }) =>
        "parts" in column ? column.parts.some((part) => part === field) : column.field === field,
      )
      .map(({ message }) => {
        const why = "parts" in column ? undefined : whyUnread(column, line);
        return cellIssue(row, column.header, why ?? message, line.cells[column.at]);
      }),
  );
  // A constant that leaves a required field empty has no column.
  return issues.length > 0 ? issues : found.map(({ message }) => ({ row, column: "", message }));
}

function badRow(
  { columns, naming }: RowColumns,
  cells: readonly string[],
  row: number,
  issues: BadCell[],
): BadRow {
  const parts = naming.map((at) => cells[at]?.trim()).filter(Boolean);
  const name = shownValue(parts.join(" ")).value ?? "";
  // A row may have millions of cells; those beyond the header are of no use.
  return { row, name, cells: cells.slice(0, columns.length), issues };
}

/** The line with what was typed in place of its cells. */
function repairLine(
  line: TableLine,
  headers: readonly string[],
  repairs: readonly { column: string; text: string }[] | undefined,
): TableLine {
  if (!repairs) return line;
  const cells = [...line.cells];
  const typed = new Set<number>();
  for (const { column, text } of repairs) {
    const at = headers.indexOf(headerAmong(headers, column.trim()) ?? "");
    if (at < 0 || at >= cells.length) continue;
    cells[at] = text;
    typed.add(at);
  }
  return { ...line, cells, typed };
}

/** Counts cells with several picture addresses, of which a row keeps the first. */
function createPictureNote(fields: readonly FieldColumn[]) {
  const picture = fields.find(({ field }) => field === "image");
  const note: Note = {
    column: picture?.header ?? "",
    message: "Only the first picture address is kept",
    count: 0,
    cells: [],
  };
  return {
    note,
    take({ cells }: TableLine, { row, input }: ImportRow): void {
      const cell = picture && cells[picture.at];
      if (!cell || input.image === null || firstOfAddresses(cell) !== input.image) return;
      note.count++;
      if (note.cells.length < NAMED_CELLS) note.cells.push({ row, ...shownValue(cell) });
    },
  };
}

/** A column with how its cells were read. */
function readColumn(
  column: CsvColumn,
  found: FieldColumn | undefined,
  usual: DecimalSign | undefined,
): CsvColumn {
  if (!found || !hasReadings(found.field)) return column;
  const { field, reading, example } = found;
  if (usual && isNumberField(field)) return column;
  const key = isDateField(field) ? "dates" : "decimal";
  if (reading) return { ...column, [key]: reading };
  return example === undefined ? column : { ...column, [key]: "unclear", example };
}

export type RowJudge = ReturnType<typeof createRowJudge>;

/**
 * Judges the rows of a file with these columns. Rows with cells that can be read both ways wait until
 * it is found how their columns are read.
 * @param said of columns, and of fields without one
 * @param models of the catalogue, by which names are divided
 * @param usual the decimal sign where nothing is said; undefined: it has to be found
 */
export function createRowJudge(
  columns: readonly CsvColumn[],
  said: SaidOfFile,
  models: Iterable<{ make: string; model: string }>,
  usual: DecimalSign | undefined,
) {
  const plan = readRowColumns(columns, said, models, usual);
  const { fields, headers, ruled } = plan;
  const readings = createColumnReadings(fields);
  const pictures = createPictureNote(fields);
  const fillDown = createFillDown(plan.filledDown);
  const waiting: { row: number; line: TableLine }[] = [];

  return {
    /** The line as it is read: with what was typed in place of its cells, and filled down. */
    completeLine: (line: TableLine, row: number) =>
      fillDown(repairLine(line, headers, said.cells?.get(row))),
    /** Whether the mapping's rules say that the row is none of ours. */
    isLeftOut: (cells: readonly string[]) =>
      ruled.some(({ at, texts, leavesOut }) => texts.has(textKey(cells[at] ?? "")) === leavesOut),
    /** @returns the row, or what is wrong with it; null: it waits for how a column is read */
    judge(line: TableLine, row: number): ImportRow | BadRow | null {
      const unread = [
        ...strayIssues(columns, line.cells, row),
        ...mistakeIssues(columns, line, row),
      ];
      if (unread.length > 0) return badRow(plan, line.cells, row, unread);
      const isDoubtful = readings.find(line, row);
      const verdict = parseRow(plan, line, row);
      if ("issues" in verdict) return verdict;
      if (!isDoubtful) {
        pictures.take(line, verdict);
        return verdict;
      }
      waiting.push({ row, line });
      return null;
    },
    /** How many rows wait while some column has nothing but cells that can be read both ways. */
    doubtfulRows: () => (readings.isOpen() ? waiting.length : 0),
    settle: () =>
      waiting.map(({ row, line }) => {
        const issues = readings.doubtsOf(line, row);
        if (issues.length > 0) return badRow(plan, line.cells, row, issues);
        const verdict = parseRow(plan, line, row);
        if (!("issues" in verdict)) pictures.take(line, verdict);
        return verdict;
      }),
    /** What of the good rows is not stored. */
    notes: () => (pictures.note.count > 0 ? [pictures.note] : []),
    columns: () =>
      columns.map((column, at) =>
        readColumn(
          column,
          fields.find((each) => each.at === at),
          usual,
        ),
      ),
  };
}
