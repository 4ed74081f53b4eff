import { emptyRow } from "../../../domain/field-shapes.ts";
import { FIELD_NAMES } from "../../../domain/fields.ts";
import type { EvInput } from "../../../domain/ev-input.ts";

export interface ImportRow {
  /** 1 for the first row after the header */
  row: number;
  input: EvInput;
  /** the cells as in the file, if the row may still turn out to be bad */
  cells?: readonly string[];
  /** Whether its body type is that of the catalogue's model. */
  hasKnownBody?: boolean;
}

/** Rows in the order of the file; objects may be created again each time they are read. */
export interface RowList extends Iterable<ImportRow> {
  readonly length: number;
}

const CHARACTERS_PER_BLOCK = 128 * 1024;
const NO_FIELDS = emptyRow(FIELD_NAMES);

export type PackedRows = ReturnType<typeof createPackedRows>;

/**
 * Stores validated rows as text outside the heap. As objects, 100,000 rows take 75 MB of heap, and V8
 * allocates 300 MB before it collects garbage. They can be read repeatedly, one block at a time.
 */
export function createPackedRows() {
  const blocks: Buffer[] = [];
  const pictures = new Map<string, string>();
  let last: string[] = [];
  let lastCharacters = 0;
  let length = 0;

  function keptImage({ image }: EvInput): string | null {
    return image && (pictures.get(image) ?? image);
  }

  function* read(lines: string): Generator<ImportRow> {
    for (const [row, cells, ...values] of JSON.parse(lines) as [
      number,
      string[] | 0,
      ...unknown[],
    ][]) {
      const fields: Record<string, unknown> = { ...NO_FIELDS };
      for (const [at, field] of FIELD_NAMES.entries()) fields[field] = values[at];
      const input = fields as unknown as EvInput; // written by `add`
      if (cells === 0) yield { row, input };
      else yield { row, input: { ...input, image: keptImage(input) }, cells };
    }
  }

  return {
    /** addresses of pictures sent as data, once they are in our store */
    pictures,
    get length() {
      return length;
    },
    add({ row, input, cells = 0 as never }: ImportRow): void {
      const line = JSON.stringify([row, cells, ...FIELD_NAMES.map((field) => input[field])]);
      last.push(line);
      lastCharacters += line.length;
      length++;
      if (lastCharacters < CHARACTERS_PER_BLOCK) return;
      blocks.push(Buffer.from(`[${last.join(",")}]`));
      last = [];
      lastCharacters = 0;
    },
    *[Symbol.iterator](): Generator<ImportRow> {
      for (const block of blocks) yield* read(block.toString());
      yield* read(`[${last.join(",")}]`);
    },
  };
}

/** @param isWanted called with the index in the list each time the list is read */
export function pickRows(
  rows: RowList,
  isWanted: (at: number) => boolean,
  count: () => number,
): RowList {
  return {
    get length() {
      return count();
    },
    *[Symbol.iterator]() {
      let at = 0;
      for (const row of rows) if (isWanted(at++)) yield row;
    },
  };
}
