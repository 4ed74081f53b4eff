import {
  type DecimalSign,
  firstOfAddresses,
  isDateField,
  isNumberField,
  isTextField,
} from "../../vehicle/ev-cells.ts";
import { EvInput } from "../../vehicle/ev-input.ts";
import type { CsvColumn } from "./import-mapping.schema.ts";
import type { BadCell, Note } from "./import.schema.ts";
import { headerAmong, type SaidOfFile, saidOfHeader } from "./import-columns.ts";
import { NAMED_CELLS } from "./limits.ts";
import { textKey } from "./import-mapping.server.ts";
import { createFillDown } from "./fill-down.server.ts";
import { createNameSplitter, type NamePart, type NameSplitter } from "./split-name.ts";
import {
  DOUBTFUL,
  DOUBTFUL_DATE,
  type FieldColumn,
  hasReadings,
  meantBy,
  noText,
  readingsOf,
  valueOf,
  whyUnread,
} from "./column-cells.server.ts";
import { isFieldName } from "../../vehicle/fields.ts";
import { type BadRow, type ImportRow, shownValue, type TableLine } from "./import-file.server.ts";

const NO_SUCH_MAKE = "No known make begins this name";
/** A column of whole names. */
interface NameColumn {
  at: number;
  header: string;
  parts: readonly NamePart[];
  split: NameSplitter;
}

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

export type RowJudge = ReturnType<typeof createRowJudge>;

/**
 * Judges the rows of a file with these columns. Where no decimal sign or order of dates is said, the
 * first cell of a column that can be read in one way only tells it, and rows with cells that can be
 * read both ways wait for that.
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
  const fields = columns.flatMap(({ header, field, decimal, dates }, at): FieldColumn[] => {
    if (!isFieldName(field)) return [];
    const decimalOrUsual = decimal === "unclear" ? undefined : (decimal ?? usual);
    const reading = isDateField(field) && dates !== "unclear" ? dates : decimalOrUsual;
    return [{ ...saidOfHeader(said, header), field, at, header, reading }];
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
  const read = fields.filter(({ field }) => hasReadings(field));
  const undecided = () => read.filter(({ reading }) => reading === undefined);

  /** @returns whether the row has a cell that can be read both ways */
  function findReadings(line: TableLine, row: number): boolean {
    let isDoubtful = false;
    for (const column of undecided()) {
      const { text, isFromFile } = meantBy(column, line);
      if (text === undefined) continue;
      const readings = readingsOf(column, text);
      if (readings === "both") {
        column.example ??= text.trim();
        isDoubtful = true;
      } else if (readings !== "same" && isFromFile) {
        Object.assign(column, { reading: readings, toldBy: row });
      }
    }
    return isDoubtful;
  }

  function doubtsOf(line: TableLine, row: number): BadCell[] {
    return undecided()
      .filter((column) => readingsOf(column, meantBy(column, line).text ?? "") === "both")
      .map(({ field, at, header }) => {
        const doubt = isDateField(field) ? DOUBTFUL_DATE : DOUBTFUL;
        return cellIssue(row, header, doubt, line.cells[at]);
      });
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

  const picture = fields.find(({ field }) => field === "image");
  const onlyFirst: Note = {
    column: picture?.header ?? "",
    message: "Only the first picture address is kept",
    count: 0,
    cells: [],
  };

  function noteFirstOfPictures({ cells }: TableLine, { row, input }: ImportRow): void {
    const cell = picture && cells[picture.at];
    if (!cell || input.image === null || firstOfAddresses(cell) !== input.image) return;
    onlyFirst.count++;
    if (onlyFirst.cells.length < NAMED_CELLS) onlyFirst.cells.push({ row, ...shownValue(cell) });
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
        .map(({ message }) => {
          const why = "parts" in column ? undefined : whyUnread(column, line);
          return cellIssue(row, column.header, why ?? message, cells[column.at]);
        }),
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
    /** @returns the row, or what is wrong with it; null: it waits for how a column is read */
    judge(line: TableLine, row: number): ImportRow | BadRow | null {
      const unread = [
        ...strayIssues(columns, line.cells, row),
        ...mistakeIssues(columns, line, row),
      ];
      if (unread.length > 0) return bad(line.cells, row, unread);
      const isDoubtful = findReadings(line, row);
      const verdict = parse(line, row);
      if ("issues" in verdict) return verdict;
      if (!isDoubtful) {
        noteFirstOfPictures(line, verdict);
        return verdict;
      }
      waiting.push({ row, line });
      return null;
    },
    /** How many rows wait while some column has nothing but cells that can be read both ways. */
    doubtfulRows: () => (undecided().some(({ example }) => example) ? waiting.length : 0),
    settle: () =>
      waiting.map(({ row, line }) => {
        const issues = doubtsOf(line, row);
        const verdict = issues.length > 0 ? bad(line.cells, row, issues) : parse(line, row);
        if (!("issues" in verdict)) noteFirstOfPictures(line, verdict);
        return verdict;
      }),
    /** What of the good rows is not stored. */
    notes: () => (onlyFirst.count > 0 ? [onlyFirst] : []),
    columns: () =>
      columns.map((column, at): CsvColumn => {
        const found = fields.find((each) => each.at === at);
        if (!found || !hasReadings(found.field)) return column;
        const { field, reading, example } = found;
        if (usual && isNumberField(field)) return column;
        const key = isDateField(field) ? "dates" : "decimal";
        if (reading) return { ...column, [key]: reading };
        return example === undefined ? column : { ...column, [key]: "unclear", example };
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
