import {
  type DecimalSign,
  isNumberField,
  isTextField,
  valueOfCell,
} from "../../vehicle/ev-cells.ts";
import { EvInput } from "../../vehicle/ev-input.ts";
import type { BadCell, CsvColumn } from "./import-schemas.server.ts";
import { headerAmong, type SaidOfColumn, type SaidOfFile, saidOfHeader } from "./import-columns.ts";
import { textKey } from "./import-mapping.server.ts";
import { createFillDown } from "./fill-down.server.ts";
import { createNameSplitter, type NamePart, type NameSplitter } from "./split-name.ts";
import { conversionOf, storedFigure } from "./unit-conversion.ts";
import { type FieldName, isFieldName } from "../../vehicle/fields.ts";
import { type BadRow, type ImportRow, shownValue, type TableLine } from "./import-file.server.ts";

const NO_SUCH_MAKE = "No known make begins this name";
/** One text for all such cells, so that they form one reason. */
export const DOUBTFUL = "This can be read two ways, with a decimal point and with a decimal comma";

interface FieldColumn extends Pick<SaidOfColumn, "unit" | "rate" | "values"> {
  field: FieldName;
  at: number;
  header: string;
  /** what stands before the decimals; undefined: no cell has told yet */
  sign: DecimalSign | undefined;
  /** the first cell that can be read both ways */
  example?: string;
}

/** A column of whole names. */
interface NameColumn {
  at: number;
  header: string;
  parts: readonly NamePart[];
  split: NameSplitter;
}

/** How a figure can be read: in one way, in both, or as the same number (or none) either way. */
function readingsOf(column: FieldColumn, text: string): DecimalSign | "both" | "same" {
  const point = storedFigure(column, text, "point");
  const comma = storedFigure(column, text, "comma");
  if (point === comma) return "same";
  if (comma === undefined) return "point";
  if (point === undefined) return "comma";
  const schema = EvInput.shape[column.field];
  const [isPoint, isComma] = [point, comma].map((value) => schema.safeParse(value).success);
  return isPoint === isComma ? "both" : isPoint ? "point" : "comma";
}

interface Meant {
  /** as it is stored */
  value?: unknown;
  /** of a figure: to be read as the column's figures are */
  text?: string;
  /** Nobody has typed the text: it may tell the column's decimal sign. */
  isFromFile?: true;
}

/** What stands in a column's cell, or what was said that its text stands for. */
function meantBy(column: FieldColumn, { cells, raw, typed }: TableLine): Meant {
  const { field, values, unit, rate, at } = column;
  const cell = cells[at] ?? "";
  const said = values?.get(textKey(cell));
  const isFigure = isNumberField(field);
  if (said !== undefined) {
    return isFigure && typeof said === "string" ? { text: said } : { value: said };
  }
  const figure = raw?.[at];
  // A workbook's own number has no decimal sign.
  if (typed?.has(at)) return { text: cell };
  if (isFigure && typeof figure === "number") {
    return { value: conversionOf(field, unit, rate)?.(figure) ?? figure };
  }
  return { text: cell, isFromFile: true };
}

function valueOf(column: FieldColumn, line: TableLine): unknown {
  const { field, unit } = column;
  const { value: stored, text, isFromFile } = meantBy(column, line);
  if (text === undefined) return stored;
  // What was typed may be clear in a column that is not.
  const typed = isFromFile || column.sign ? undefined : readingsOf(column, text);
  const sign = typed === "comma" ? typed : column.sign;
  if (unit === undefined) return valueOfCell(field, text, sign);
  const figure = storedFigure(column, text, sign ?? "point");
  if (figure !== undefined) return figure;
  const value = valueOfCell(field, text, sign);
  // A figure in another unit than is said, such as dollars among euros, is none.
  return typeof value === "number" ? text : value;
}

const FORMULA_ERROR = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!)$/i;

/** Why a cell of a name or a text holds none; a workbook makes a date of `9-3`. */
function noText({ at }: { at: number }, { cells, raw, typed }: TableLine): string | undefined {
  if (FORMULA_ERROR.test(cells[at]?.trim() ?? "")) return "This is an error of a formula";
  return raw?.[at] instanceof Date && !typed?.has(at) ? "This is a date, not a text" : undefined;
}

/** Cells that no column of a field holds: they would be lost without a word. The first is told of. */
function strayIssues(columns: readonly CsvColumn[], cells: readonly string[], row: number) {
  const issues: BadCell[] = [];
  if (cells.length < columns.length) {
    const message = `The row has ${cells.length} cells, the header has ${columns.length}`;
    issues.push({ row, column: "", message });
  }
  const stray = cells.findIndex(
    (cell, at) => (columns[at]?.header ?? "") === "" && cell.trim() !== "",
  );
  if (stray >= 0) {
    const message = `Cell ${stray + 1} is in a column without a name`;
    issues.push({ row, column: "", message, ...shownValue(cells[stray]) });
  }
  return issues;
}

export type RowJudge = ReturnType<typeof createRowJudge>;

/**
 * Judges the rows of a file with these columns. Where no decimal sign is said, the first cell of a
 * column that can be read in one way only tells it, and rows with cells that can be read both ways
 * wait for that.
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
  const { constants = {}, rules = [], cells: saidCells } = said;
  const fields = columns.flatMap(({ header, field, decimal }, at): FieldColumn[] => {
    if (!isFieldName(field)) return [];
    const signSaid = decimal === "unclear" ? undefined : decimal;
    const sign = isNumberField(field) ? (signSaid ?? usual) : "point";
    return [{ ...saidOfHeader(said, header), field, at, header, sign }];
  });
  const names = columns.flatMap(({ header, split: parts }, at): NameColumn[] => {
    const makes = saidOfHeader(said, header)?.makes;
    return parts ? [{ at, header, parts, split: createNameSplitter(parts, models, makes) }] : [];
  });
  const headers = columns.map(({ header }) => header);
  const ruled = rules.flatMap(({ column, ...rule }) => {
    const named = headerAmong(headers, column);
    const at = named === undefined ? -1 : headers.indexOf(named);
    return at < 0 ? [] : [{ at, ...rule }];
  });
  const textColumns = [...fields.filter(({ field }) => isTextField(field)), ...names];
  const naming = (["year", "make", "model", "trim"] as const).flatMap(
    (name) => fields.find(({ field }) => field === name)?.at ?? [],
  );
  for (const { at } of names) naming.push(at);
  const waiting: { row: number; line: TableLine }[] = [];
  const undecided = () => fields.filter(({ sign }) => sign === undefined);

  /** @returns whether the row has a figure that can be read both ways */
  function findSigns(line: TableLine): boolean {
    let isDoubtful = false;
    for (const column of undecided()) {
      const { text, isFromFile } = meantBy(column, line);
      if (text === undefined) continue;
      const readings = readingsOf(column, text);
      if (readings === "both") {
        column.example ??= text.trim();
        isDoubtful = true;
      } else if (readings !== "same" && isFromFile) column.sign = readings;
    }
    return isDoubtful;
  }

  function doubtsOf(line: TableLine, row: number): BadCell[] {
    return undecided()
      .filter((column) => readingsOf(column, meantBy(column, line).text ?? "") === "both")
      .map(({ at, header }) => cellIssue(row, header, DOUBTFUL, line.cells[at]));
  }

  /** The line with what was typed in place of its cells. */
  function repaired(line: TableLine, row: number): TableLine {
    const repairs = saidCells?.get(row);
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

  function nameOf(cells: readonly string[]): string {
    const parts = naming.map((at) => cells[at]?.trim()).filter(Boolean);
    return shownValue(parts.join(" ")).value ?? "";
  }

  function bad(cells: readonly string[], row: number, issues: BadCell[]): BadRow {
    // A row may have millions of cells; those beyond the header are of no use.
    return { row, name: nameOf(cells), cells: cells.slice(0, columns.length), issues };
  }

  function parse(line: TableLine, row: number): ImportRow | BadRow {
    const { cells } = line;
    const values: Record<string, unknown> = { ...constants };
    for (const column of fields) values[column.field] = valueOf(column, line);
    const wrong = textColumns.flatMap((column) => {
      const message = noText(column, line);
      return message ? [cellIssue(row, column.header, message, cells[column.at])] : [];
    });
    if (wrong.length > 0) return bad(cells, row, wrong);
    const unnamed = names.flatMap(({ at, header, split }) => {
      const parts = split(cells[at] ?? "");
      Object.assign(values, parts);
      return parts ? [] : [cellIssue(row, header, NO_SUCH_MAKE, cells[at])];
    });
    if (unnamed.length > 0) return bad(cells, row, unnamed);
    const { data: input, error } = EvInput.safeParse(values);
    if (input) return input.image?.startsWith("data:") ? { row, input, cells } : { row, input };
    const issues = [...fields, ...names].flatMap((column) =>
      error.issues
        .filter(({ path: [field] }) =>
          "parts" in column ? column.parts.some((part) => part === field) : column.field === field,
        )
        .map(({ message }) => cellIssue(row, column.header, message, cells[column.at])),
    );
    // A constant that leaves a required field empty has no column.
    if (issues.length === 0) {
      issues.push(...error.issues.map(({ message }) => ({ row, column: "", message })));
    }
    return bad(cells, row, issues);
  }

  const fillDown = createFillDown(
    headers.flatMap((header, at) => (saidOfHeader(said, header)?.fillDown ? [at] : [])),
  );

  return {
    /** The line as it is read: with what was typed in place of its cells, and filled down. */
    completeLine: (line: TableLine, row: number) => fillDown(repaired(line, row)),
    /** Whether the mapping's rules say that the row is none of ours. */
    isLeftOut: (cells: readonly string[]) =>
      ruled.some(({ at, texts, leavesOut }) => texts.has(textKey(cells[at] ?? "")) === leavesOut),
    /** @returns the row, or what is wrong with it; null: it waits for a column's decimal sign */
    judge(line: TableLine, row: number): ImportRow | BadRow | null {
      const stray = strayIssues(columns, line.cells, row);
      if (stray.length > 0) return bad(line.cells, row, stray);
      const isDoubtful = findSigns(line);
      const verdict = parse(line, row);
      if (!isDoubtful || "issues" in verdict) return verdict;
      waiting.push({ row, line });
      return null;
    },
    /** How many rows wait while some column has nothing but figures that can be read both ways. */
    doubtfulRows: () => (undecided().some(({ example }) => example) ? waiting.length : 0),
    settle: () =>
      waiting.map(({ row, line }) => {
        const issues = doubtsOf(line, row);
        return issues.length > 0 ? bad(line.cells, row, issues) : parse(line, row);
      }),
    columns: () =>
      columns.map((column, at): CsvColumn => {
        const { field, sign, example } = fields.find((each) => each.at === at) ?? {};
        if (usual || !field || !isNumberField(field)) return column;
        if (sign) return { ...column, decimal: sign };
        return example === undefined ? column : { ...column, decimal: "unclear", example };
      }),
  };
}

function cellIssue(
  row: number,
  column: string,
  message: string,
  cell: string | undefined,
): BadCell {
  return { row, column, message, ...shownValue(cell) };
}
