/** Turns a sideways file: its first column names the fields, and each further column is a car. */
import { fieldNamed } from "../columns/field-names.server.ts";
import { MAX_CELLS, MAX_COLUMNS, MAX_RECORD_CHARACTERS } from "../limits.ts";
import { ImportRefusal, isBlank, type TableLine } from "./import-file.server.ts";
import type { Table } from "./table-file.server.ts";

const LOOKED_AT = 20;
const LEAST_FIELDS = 3;

function countFields(texts: readonly string[]): number {
  return new Set(texts.slice(0, LOOKED_AT).flatMap((text) => fieldNamed(text) ?? [])).size;
}

/** Whether the first cells of these lines name more fields than any single line does. */
export function looksSideways(lines: readonly TableLine[]): boolean {
  const first = lines.slice(0, LOOKED_AT);
  const inColumn = countFields(first.map(({ cells }) => cells[0] ?? ""));
  if (inColumn < LEAST_FIELDS) return false;
  return first.every(({ cells }) => countFields(cells) < inColumn);
}

export const IS_SIDEWAYS =
  "This file looks transposed: its first column names the fields. Send it with sideways=true.";

/**
 * Turns the columns of a table into lines. The table is held in memory, so its size is limited.
 * @throws ImportRefusal when it is too large
 */
export async function transposeTable(table: Table): Promise<Table> {
  if (table.header) throw new ImportRefusal("A JSON file cannot be turned.");
  const fields: TableLine[] = [];
  let characters = 0;
  for await (const line of table.lines()) {
    // A title, or a field without a value for any car.
    if (isBlank(line.cells.slice(1))) continue;
    for (const cell of line.cells) characters += cell.length;
    fields.push(line);
    if (fields.length > MAX_COLUMNS) {
      throw new ImportRefusal(`Turned, the file has more than ${MAX_COLUMNS} columns.`);
    }
    if (line.cells.length > MAX_CELLS || characters > MAX_RECORD_CHARACTERS) {
      throw new ImportRefusal("The file is too large to be turned. Please split it.");
    }
  }
  const width = Math.max(0, ...fields.map(({ cells }) => cells.length));
  const lines = Array.from({ length: width }, (_line, at) => turnedLine(fields, at));
  async function* read() {
    for (const line of lines) if (!isBlank(line.cells)) yield line;
  }
  return { ...table, facts: { ...table.facts, turned: true }, lines: read };
}

function turnedLine(fields: readonly TableLine[], at: number): TableLine {
  const hasRaw = fields.some(({ raw }) => raw);
  const mistakes = fields.flatMap(({ mistakes: found = [] }, place) =>
    found.filter((mistake) => mistake.at === at).map(({ message }) => ({ at: place, message })),
  );
  return {
    number: at + 1,
    cells: fields.map(({ cells }) => cells[at] ?? ""),
    ...(hasRaw && { raw: fields.map(({ raw }) => raw?.[at] ?? null) }),
    ...(mistakes.length > 0 && { mistakes }),
  };
}
