import { setImmediate } from "node:timers/promises";
import {
  type JsonTypes,
  Tokenizer,
  TokenizerError,
  TokenParser,
  TokenParserError,
  TokenType,
} from "@streamparser/json";
import { MAX_COLUMNS } from "../mapping/import-mapping.schema.ts";
import {
  ImportRefusal,
  isBlank,
  MAX_RECORD_CHARACTERS,
  type TableLine,
} from "./lines-and-rows.server.ts";

const START = /^\s*(?:\[\s*(?:[[{\]"\d-]|$)|\{\s*(?:["}]|$))/;

/** Whether a file with this start is JSON. No table in text format starts like this. */
export function isJson(start: string): boolean {
  return START.test(start);
}

const WANTED = 'Send a list of objects, such as [{"make": "Kia", "model": "EV6"}].';
const NESTED = "This is a list or an object instead of a value";
const REPEATED = "This name appears twice";

/** Takes a few milliseconds to parse. */
const PIECE_CHARACTERS = 16 * 1024;
const BUFFER_BYTES = 64 * 1024;

interface JsonCell {
  text: string;
  raw: unknown;
  mistake?: string;
}

type JsonRow = ReadonlyMap<string, JsonCell>;

/** The names in all objects, in the order of their first appearance (importing.md#json). @throws ImportRefusal */
export async function readObjectNames(text: AsyncIterable<string>): Promise<string[]> {
  const names = new Set<string>();
  for await (const row of readObjects(text)) {
    for (const name of row.keys()) names.add(name);
    if (names.size > MAX_COLUMNS) {
      throw new ImportRefusal(`The file has more than ${MAX_COLUMNS} columns.`);
    }
  }
  if (names.size === 0) throw new ImportRefusal("The file is empty.");
  return [...names];
}

/** Reads each object of a list as a line. @throws ImportRefusal */
export async function* readJsonLines(
  text: AsyncIterable<string>,
  header: readonly string[],
): AsyncGenerator<TableLine, void> {
  let number = 0;
  for await (const row of readObjects(text)) {
    number++;
    const found = header.map((name) => row.get(name));
    const cells = found.map((cell) => cell?.text ?? "");
    const mistakes = found.flatMap((cell, at) =>
      cell?.mistake === undefined ? [] : [{ at, message: cell.mistake }],
    );
    const raw = found.map((cell) => cell?.raw ?? null);
    if (!isBlank(cells)) yield { number, cells, raw, ...(mistakes.length > 0 && { mistakes }) };
  }
}

/** @throws ImportRefusal */
async function* readObjects(text: AsyncIterable<string>): AsyncGenerator<JsonRow, void> {
  let rowsRead = 0;
  let unfinished = 0;
  const rows: JsonRow[] = [];
  const parser = createRowParser((row) => rows.push(row));
  const tokenizer = new Tokenizer({
    stringBufferSize: BUFFER_BYTES,
    numberBufferSize: BUFFER_BYTES,
  });
  tokenizer.onToken = parser.write;
  try {
    for await (const piece of text) {
      for (let from = 0; from < piece.length; from += PIECE_CHARACTERS) {
        tokenizer.write(piece.slice(from, from + PIECE_CHARACTERS));
        unfinished = rows.length > 0 ? 0 : unfinished + PIECE_CHARACTERS;
        if (unfinished > MAX_RECORD_CHARACTERS) throw notJson(rowsRead + 1, "The row is too long");
        yield* rows;
        rowsRead += rows.length;
        rows.length = 0;
        await setImmediate();
      }
    }
    if (!tokenizer.isEnded) tokenizer.end();
    if (!parser.isEnded()) throw new TokenParserError("The file ends too early.");
  } catch (error) {
    if (!(error instanceof TokenizerError || error instanceof TokenParserError)) throw error;
    throw notJson(rowsRead + rows.length + 1, "The JSON is broken here");
  }
}

function notJson(row: number, message: string): ImportRefusal {
  return new ImportRefusal(`Nothing was added: row ${row} cannot be read as JSON. ${WANTED}`, {
    rows: [{ row, column: "", message }],
  });
}

const NO_OBJECTS = "There is no object with names and values.";
/** The brackets around the list, a row and its values. */
const ROW_DEPTH = 2;

const STARTS = new Set<TokenType>([TokenType.LEFT_BRACE, TokenType.LEFT_BRACKET]);
const ENDS = new Set<TokenType>([TokenType.RIGHT_BRACE, TokenType.RIGHT_BRACKET]);

/** Parses a list of flat objects. A list or object as a value is not parsed: it may be deep. */
function createRowParser(onRow: (row: JsonRow) => void) {
  const parser = new TokenParser({ paths: ["$.*", "$.*.*"], keepStack: false });
  let row = new Map<string, JsonCell>();
  let depth = 0;
  let nested: string | undefined;
  parser.onValue = ({ value, key, stack }) => {
    if (stack.length === ROW_DEPTH && typeof key === "string") {
      // Lists and objects are not parsed.
      const cell = cellOf(value as JsonTypes.JsonPrimitive, nested);
      row.set(key, row.has(key) ? { ...cell, mistake: REPEATED } : cell);
    } else {
      const isRow = typeof value === "object" && value !== null && !Array.isArray(value);
      if (typeof key !== "number" || !isRow) throw new TokenParserError(NO_OBJECTS);
      onRow(row);
      row = new Map();
    }
  };
  return {
    isEnded: () => parser.isEnded,
    write(token: Parameters<TokenParser["write"]>[0]): void {
      const isNested = depth > ROW_DEPTH;
      if (STARTS.has(token.token)) depth++;
      if (ENDS.has(token.token)) depth--;
      if (isNested) return;
      if (depth <= ROW_DEPTH) return parser.write(token);
      nested = token.token === TokenType.LEFT_BRACE ? "{…}" : "[…]";
      parser.write({ token: TokenType.NULL, value: null });
      nested = undefined;
    },
  };
}

function cellOf(value: JsonTypes.JsonPrimitive, nested: string | undefined): JsonCell {
  if (nested !== undefined) return { text: nested, raw: null, mistake: NESTED };
  const isTooLarge = typeof value === "number" && !Number.isFinite(value);
  return { text: value === null ? "" : String(value), raw: isTooLarge ? null : value };
}
