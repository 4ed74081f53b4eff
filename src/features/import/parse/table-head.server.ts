/** The first pass over a file: reads its header and samples of its columns. */
import type { CsvColumn } from "../columns/columns.schema.ts";
import type { ImportMapping } from "../mapping/import-mapping.schema.ts";
import { annotateColumns } from "../columns/describe-columns.server.ts";
import { fieldNamed } from "../columns/field-names.server.ts";
import { MAX_TITLE_LINES, NAMED_SAMPLES } from "../limits.ts";
import { headerRefusal, columnsOf, findHeader, type HeaderLine } from "./header-line.server.ts";
import { columnIssues } from "./import-columns.server.ts";
import { ImportRefusal, shownValue, type TableLine } from "./import-file.server.ts";
import type { Table } from "./table-file.server.ts";
import { IS_SIDEWAYS, looksSideways } from "./transposed-table.server.ts";

const SAMPLED_ROWS = 50;

/** Lines with a value: all possible titles, the header, and the sampled rows. */
const HEAD_LINES = MAX_TITLE_LINES + 1 + SAMPLED_ROWS;

export interface TableHead {
  header: HeaderLine;
  columns: CsvColumn[];
  /** the first distinct values of each column */
  samples: readonly (readonly string[])[];
}

/**
 * Reads the first lines of a file.
 * @throws ImportRefusal when there is no header, or its columns do not fit
 */
export async function readHead(table: Table, mapping: ImportMapping): Promise<TableHead> {
  const lines = await readFirstLines(table);
  try {
    return describeHead(table, lines, mapping);
  } catch (error) {
    if (error instanceof ImportRefusal && !table.facts.turned && looksSideways(lines)) {
      error.message = IS_SIDEWAYS;
      error.facts = { ...error.facts, sideways: true };
    }
    throw error;
  }
}

function describeHead(
  table: Table,
  lines: readonly TableLine[],
  mapping: ImportMapping,
): TableHead {
  const header = table.header
    ? { cells: table.header, number: 0, titles: [] }
    : findHeader(lines, mapping);
  const rows = lines
    .filter(({ number }) => number > header.number)
    .slice(0, SAMPLED_ROWS)
    .map(({ cells }) => cells);
  const columns = columnsOf(header, mapping);
  const samples = columns.map((_column, at) => samplesOf(rows, at));
  const head = { header, columns, samples };
  if (columnIssues(columns, mapping).length > 0) throw refuseColumns(head, mapping, rows);
  return head;
}

async function readFirstLines({ lines }: Table): Promise<TableLine[]> {
  const first: TableLine[] = [];
  for await (const line of lines()) {
    first.push(line);
    if (first.length === HEAD_LINES) break;
  }
  return first;
}

function samplesOf(rows: readonly (readonly string[])[], at: number): string[] {
  const samples = new Set<string>();
  for (const cells of rows) {
    const { value } = shownValue(cells[at]);
    if (value !== undefined && samples.size < NAMED_SAMPLES) samples.add(value);
  }
  return [...samples];
}

/**
 * Explains why the columns of a file do not fit, with samples of their values.
 * @param rows some of the rows below the header
 */
export function refuseColumns(
  { header, samples, ...head }: TableHead,
  mapping: ImportMapping,
  rows: readonly (readonly string[])[],
): ImportRefusal {
  const foundColumns = head.columns.map((_column, at) => [
    ...new Set([...(samples[at] ?? []), ...samplesOf(rows, at)]),
  ]);
  const valued = foundColumns.flatMap((values, at) => (values.length > 0 ? [at] : []));
  const columns = columnsOf(header, mapping, new Set(valued));
  const issues = columnIssues(columns, mapping);
  const { titles, headerless } = header;
  const blanks = createBlankFinder(columns);
  for (const cells of rows) blanks.look(cells);
  return new ImportRefusal(headerRefusal(header, mapping, issues), {
    rows: issues.map((issue) => ({ row: 0, ...issue })),
    columns: describeColumns(columns, mapping, foundColumns, blanks),
    titles,
    facts: headerless ? { headerless } : {},
  });
}

/** Columns with samples of their values, suggestions and questions. */
export function describeColumns(
  columns: readonly CsvColumn[],
  mapping: ImportMapping,
  samples: TableHead["samples"],
  { isBlankBelow }: BlankFinder,
): CsvColumn[] {
  const described = columns.map((column, at) => {
    const values = samples[at] ?? [];
    return {
      ...column,
      ...(values.length > 0 && { samples: values.slice(0, NAMED_SAMPLES) }),
      ...(isBlankBelow(at) && { isBlankBelow: true as const }),
    };
  });
  return annotateColumns(described, mapping);
}

const NAMING_FIELDS: ReadonlySet<unknown> = new Set(["make", "model", "trim", "year"]);
const TOTAL =
  /^(?:total|subtotal|sum|average|avg|mean|median|gesamt|summe|durchschnitt|somme|moyenne|suma|totale|media)\b/i;

type BlankFinder = ReturnType<typeof createBlankFinder>;

/**
 * Finds naming columns with empty cells below one with a value, in rows of cars. A single empty cell in the
 * file is a gap, and totals are no cars.
 */
export function createBlankFinder(columns: readonly CsvColumn[]) {
  const filled = new Set<number>();
  const blankBelow = new Set<number>();
  let blankCells = 0;
  const naming = columns.flatMap(({ header, field, split }, at) => {
    // Every row needs a value in the column, or would need one if the suggested field is right.
    const name = field === "unknown" ? fieldNamed(header) : field;
    return split || NAMING_FIELDS.has(name) ? [{ at, isMake: name === "make" }] : [];
  });
  return {
    look(cells: readonly string[]): void {
      const named = naming.filter(({ at }) => cells[at]?.trim());
      const isCar =
        named.some(({ isMake }) => !isMake) &&
        !named.some(({ at }) => TOTAL.test(cells[at]?.trim() ?? ""));
      for (const { at } of naming) {
        if (cells[at]?.trim()) filled.add(at);
        else if (isCar && filled.has(at)) {
          blankBelow.add(at);
          blankCells++;
        }
      }
    },
    isBlankBelow: (at: number) => blankCells > 1 && blankBelow.has(at),
  };
}
