import type { Delimiter, ImportFile, TableLine } from "./import-file.server.ts";
import { ImportRefusal } from "./import-file.server.ts";
import { createBlankFinder, createColumnSamples } from "./column-samples.server.ts";
import {
  filled,
  guessHeader,
  type HeaderLine,
  headerLine,
  isHeader,
  judgeColumns,
} from "./header-line.server.ts";
import type { SaidOfFile } from "../mapping/import-columns.ts";
import type { CsvColumn } from "../mapping/import-mapping.schema.ts";
import { MAX_BAD_CELLS, MAX_ROWS, MAX_TITLE_LINES, SAMPLED_ROWS } from "../limits.ts";
import { createRowCollector, type RowLimits } from "./row-collector.server.ts";
import { createRowJudge } from "./row-judge.server.ts";
import type { SpooledFile } from "./spooled-upload.server.ts";
import { readTable } from "./table-file.server.ts";
import { countRowsAhead } from "./too-many-rows.server.ts";

interface ReadOptions {
  said: SaidOfFile;
  /** of the catalogue, by which names are divided */
  models: Iterable<{ make: string; model: string }>;
  most: RowLimits;
}

const MOST = { rows: MAX_ROWS, badCells: MAX_BAD_CELLS };

/**
 * Reads and judges a whole file while other requests are served.
 * @param models of the catalogue, by which names are divided
 * @throws ImportRefusal when it is no such file; UserError 413 when it is too long
 */
export async function readImportFile(
  file: SpooledFile,
  said: SaidOfFile,
  models: Iterable<{ make: string; model: string }> = [],
  most: RowLimits = MOST,
): Promise<ImportFile> {
  // Rows that a rule leaves out do not count.
  const ahead = said.rules?.length ? undefined : countRowsAhead(file, most.rows);
  const reader = createLineReader({ said, models, most: { ...most, ...ahead } });
  const { encoding, ...facts } = await readTable(file, said, reader.takeLine).finally(ahead?.stop);
  try {
    const read = await reader.finish();
    return { ...read, facts: { ...facts, ...read.facts }, encoding };
  } catch (error) {
    if (error instanceof ImportRefusal) error.facts = { ...facts, ...error.facts };
    throw error;
  }
}

/** Finds the header among the first lines; the lines below it are rows. */
function createLineReader(options: ReadOptions) {
  const { said } = options;
  const firstLines: { line: TableLine; at: number }[] = [];
  let table: ReturnType<typeof createTableReader> | undefined;
  let delimiter: Delimiter = ",";
  let linesRead = 0;

  function openTable(header: HeaderLine, at: number) {
    return createTableReader(header, at, delimiter, options);
  }

  /** None of the first lines is known as a header, so some are rows. */
  function openGuess() {
    const lines = firstLines.map(({ line }) => line.cells);
    const header = guessHeader(lines, said);
    const found = firstLines.find(({ line }) => line.cells === header.header);
    const headerAt = found?.at ?? 0;
    const opened = openTable(header, headerAt);
    for (const { line, at } of firstLines) if (at > headerAt) opened.take(line, at);
    return opened;
  }

  return {
    takeLine(line: TableLine, between: Delimiter): void {
      const { cells } = line;
      delimiter = between;
      linesRead++;
      if (table) return table.take(line, linesRead);
      if (filled(cells).length === 0) return;
      firstLines.push({ line, at: linesRead });
      if (line.isHeader || isHeader(cells, said)) {
        const lines = firstLines.map((each) => each.line.cells);
        table = openTable(headerLine(lines, cells), linesRead);
      } else if (firstLines.length > MAX_TITLE_LINES) table = openGuess();
    },
    async finish() {
      table ??= openGuess();
      return { ...(await table.finish()), delimiter };
    },
  };
}

/**
 * Reads the rows below a header. When its columns don't fit, some rows are read nevertheless, for
 * what stands in each column.
 */
function createTableReader(
  header: HeaderLine,
  headerAt: number,
  delimiter: Delimiter,
  { said, models, most }: ReadOptions,
) {
  const { titles, headerless } = header;
  const judged = judgeColumns(header, said);
  const unnamed = judged.columns.flatMap((column, at) => (column.header === "" ? [at] : []));
  const usual = delimiter === "," ? "point" : undefined;
  const judge = createRowJudge(judged.columns, said, models, usual);
  const rows = createRowCollector(judge, unnamed, titles, most);
  const samples = createColumnSamples(judged.columns.length);
  const blanks = createBlankFinder(judged.columns);
  let isRefused = judged.refusal !== undefined;
  let sampledRows = 0;

  const describe = (columns: readonly CsvColumn[]) =>
    columns.map((column, at) => ({
      ...column,
      ...(samples.of(at).length > 0 && { samples: [...samples.of(at)] }),
      ...(blanks.isBlankBelow(at) && { isBlankBelow: true as const }),
    }));

  function refusal(): ImportRefusal {
    const valued = new Set(unnamed.filter((at) => samples.of(at).length > 0));
    const { columns, refusal: found } = judgeColumns(header, said, valued);
    if (!found) throw new Error("A column without a name that has a value fits no file.");
    return new ImportRefusal(found.message, found.rows, describe(columns), titles, found.facts);
  }

  return {
    /** @param at the line's place in the file; the header's row is 0 */
    take(line: TableLine, at: number): void {
      if (sampledRows < SAMPLED_ROWS) {
        sampledRows++;
        samples.look(line.cells);
      } else if (isRefused) throw refusal();
      blanks.look(line.cells);
      if (isRefused || rows.take(line, at - headerAt)) return;
      samples.look(line.cells);
      isRefused = true;
    },
    async finish(): Promise<Omit<ImportFile, "encoding" | "delimiter">> {
      if (isRefused) throw refusal();
      const { leftOut, ...read } = await rows.finish();
      const isRuled = said.rules && said.rules.length > 0;
      return {
        ...read,
        columns: describe(judge.columns()),
        titles,
        notes: judge.notes(),
        facts: headerless ? { headerless } : {},
        ...(isRuled && { leftOut }),
      };
    },
  };
}
