import { stat } from "node:fs/promises";
import { UserError } from "../../../base/errors.server.ts";
import { formatCount } from "../../../domain/format.ts";
import type { DecimalSign } from "../../../domain/read-number.ts";
import { MAX_ROWS, MAX_WORKBOOK_ROWS } from "../limits.ts";
import type { ImportMapping } from "../mapping/import-mapping.schema.ts";
import type { FieldColumn } from "./column-cells.server.ts";
import {
  describeReading,
  findUndecided,
  lookForReadings,
  unclearColumn,
  unclearRefusal,
} from "./column-readings.server.ts";
import {
  createLineCompleter,
  isExcluded,
  type KnownModel,
  planRows,
  type RowPlan,
} from "./row-plan.server.ts";
import {
  type BadRow,
  type ImportFile,
  ImportRefusal,
  type ImportRow,
} from "./import-file.server.ts";
import { createNotes, findUnparsedCells, validateRow } from "./row-validation.server.ts";
import type { SpooledFile } from "./spooled-upload.server.ts";
import { openTable, type Table } from "./table-file.server.ts";
import {
  createBlankFinder,
  describeColumns,
  readHead,
  refuseColumns,
  type TableHead,
} from "./table-head.server.ts";
import { isOwnExport } from "./import-columns.server.ts";
import { transposeTable } from "./transposed-table.server.ts";

/** After this many bad cells, the rest of the file is not read. */
const MAX_BAD_CELLS = 20_000;

interface RowLimits {
  rows: number;
  badCells: number;
}

/** What is known about a file before its rows are validated. */
interface OpenedFile {
  table: Table;
  head: TableHead;
  plan: RowPlan;
  mapping: ImportMapping;
  /** the default decimal sign; undefined when it must be detected */
  usual: DecimalSign | undefined;
  limits: RowLimits;
}

/**
 * Reads a whole file in two passes, yielding to other requests: first its header and samples of its columns,
 * then its rows.
 * @param models of the catalogue, used to split names and for body types
 * @throws ImportRefusal when it is not such a file; UserError 413 when it is too long
 */
export async function readImportFile(
  file: SpooledFile,
  mapping: ImportMapping,
  models: Iterable<KnownModel> = [],
  limits: Partial<RowLimits> = {},
): Promise<ImportFile> {
  const opened = await openTable(file, mapping);
  const table = file.isSideways ? await transposeTable(opened) : opened;
  try {
    const head = await readHead(table, mapping);
    const isRuled = (mapping.rules?.length ?? 0) > 0;
    const isExport = isOwnExport(head.columns);
    const most = table.facts.sheet === undefined ? MAX_ROWS : MAX_WORKBOOK_ROWS;
    const bounds = { rows: isExport ? Infinity : most, badCells: MAX_BAD_CELLS, ...limits };
    const usual: DecimalSign | undefined = table.delimiter === "," ? "point" : undefined;
    // Rows that a rule leaves out do not count.
    if (!isRuled) await countRows(file, table, head, bounds.rows);
    const plan = planRows(head.columns, mapping, models, usual);
    const readable = { table, head, plan, mapping, usual, limits: bounds };
    const unclear = await findReadings(readable);
    const { leftOut, ...read } = await readTableRows(readable, unclear);
    const { titles, headerless } = head.header;
    const facts = { ...table.facts, ...(headerless && { headerless }) };
    const { encoding, delimiter } = table;
    return { ...read, isExport, encoding, delimiter, titles, facts, ...(isRuled && { leftOut }) };
  } catch (error) {
    if (error instanceof ImportRefusal) error.facts = { ...table.facts, ...error.facts };
    throw error;
  }
}

/**
 * Finds how the figures and dates of columns are read, as far as the mapping does not say.
 * @returns columns whose cells can be read in two ways, where no cell decides
 */
async function findReadings(opened: OpenedFile): Promise<FieldColumn[]> {
  const { table, head, plan } = opened;
  const completeLine = createLineCompleter(plan);
  let undecided = findUndecided(plan.fields);
  if (undecided.length === 0) return [];
  for await (const rawLine of table.lines()) {
    const row = rawLine.number - head.header.number;
    if (row < 1) continue;
    const line = completeLine(rawLine, row);
    if (isExcluded(plan, line.cells) || findUnparsedCells(plan, line, row).length > 0) continue;
    lookForReadings(undecided, line, row);
    undecided = findUndecided(undecided);
    if (undecided.length === 0) break;
  }
  return undecided.filter(({ example }) => example !== undefined);
}

function describeReadings({ columns, fields }: RowPlan, usual: DecimalSign | undefined) {
  return columns.map((column, at) => {
    const found = fields.find((each) => each.at === at);
    const { ranges } = found ?? {};
    return { ...describeReading(column, found, usual), ...(ranges && { ranges }) };
  });
}

type ReadRows = Omit<
  ImportFile,
  "isExport" | "encoding" | "delimiter" | "titles" | "facts" | "leftOut"
> & { leftOut: number };

/**
 * Validates the rows below the header.
 * @param unclear columns whose cells can be read in two ways
 * @throws ImportRefusal when too many cells are wrong, or a column without a name has a value; UserError 413
 * when there are too many rows
 */
async function readTableRows(
  opened: OpenedFile,
  unclear: readonly FieldColumn[],
): Promise<ReadRows> {
  const { table, head, plan, mapping, limits } = opened;
  const completeLine = createLineCompleter(plan);
  const blanks = createBlankFinder(plan.columns);
  const { notes, take: noteCells } = createNotes(plan.fields);
  const rows: ImportRow[] = [];
  const badRows: BadRow[] = [];
  let hasPictures = false;
  let badCells = 0;
  let leftOut = 0;
  let bodyTypes = 0;
  for await (const rawLine of table.lines()) {
    const row = rawLine.number - head.header.number;
    if (row < 1) continue;
    blanks.look(rawLine.cells);
    const line = completeLine(rawLine, row);
    if (isExcluded(plan, line.cells)) {
      leftOut++;
      continue;
    }
    if (plan.unnamed.some((at) => line.cells[at]?.trim())) {
      throw refuseColumns(head, mapping, [line.cells]);
    }
    if (rows.length + badRows.length === limits.rows) throw tooManyRows(limits.rows);
    const outcome = validateRow(plan, unclear, line, row);
    if ("issues" in outcome) {
      badRows.push(outcome);
      badCells += outcome.issues.length;
      if (badCells > limits.badCells) throw tooManyBad(opened, badRows);
      continue;
    }
    rows.push(outcome);
    if (outcome.hasKnownBody) bodyTypes++;
    noteCells(line, outcome);
    hasPictures ||= outcome.cells !== undefined;
  }
  const read = describeReadings(plan, opened.usual);
  const columns = describeColumns(read, mapping, head.samples, blanks);
  const { cleared } = plan;
  return {
    columns,
    rows,
    hasPictures,
    badRows,
    notes: [...notes.values()],
    cleared,
    leftOut,
    bodyTypes,
  };
}

/** No row with all required values is shorter. */
const SHORTEST_ROW_BYTES = 8;

/** Refuses a long file before its rows are validated, which takes much longer. @throws UserError 413 */
async function countRows(
  { path }: SpooledFile,
  table: Table,
  { header }: TableHead,
  most: number,
): Promise<void> {
  if ((await stat(path)).size < most * SHORTEST_ROW_BYTES) return;
  let rows = 0;
  for await (const { number } of table.lines()) {
    if (number > header.number && ++rows > most) throw tooManyRows(most);
  }
}

function tooManyRows(most: number): UserError {
  return new UserError(413, `The file has more than ${formatCount(most)} rows. Please split it.`);
}

function tooManyBad({ plan, head, usual, limits }: OpenedFile, badRows: BadRow[]): ImportRefusal {
  const columns = describeReadings(plan, usual);
  const { titles } = head.header;
  if (unclearColumn(columns)) return unclearRefusal({ columns, titles, badRows, facts: {} });
  return new ImportRefusal(
    `Nothing was added: more than ${formatCount(limits.badCells)} cells are wrong. Is each column the right one?`,
    { rows: badRows.flatMap(({ issues }) => issues) },
  );
}
