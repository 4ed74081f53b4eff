import { setImmediate } from "node:timers/promises";
import { Tokenizer, TokenizerError, TokenType } from "@streamparser/json";
import { ImportRefusal, isBlank, type LineMistake, type TableLine } from "./import-file.server.ts";
import { MAX_COLUMNS, MAX_RECORD_CHARACTERS } from "../limits.ts";

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

/** The value of a token. */
type JsonValue = string | number | boolean | null | undefined;

type JsonRow = ReadonlyMap<string, JsonCell>;

/**
 * The names in all objects of a list, in the order of their first appearance (importing.md#json).
 * @throws ImportRefusal when it is not such JSON, or when there are too many
 */
export async function readNames(text: AsyncIterable<string>): Promise<string[]> {
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
    const line = { number: ++number, ...lineOf(header, row) };
    if (!isBlank(line.cells)) yield line;
  }
}

function lineOf(header: readonly string[], row: JsonRow): Omit<TableLine, "number"> {
  const cells = header.map((name) => row.get(name)?.text ?? "");
  const raw = header.map((name) => row.get(name)?.raw ?? null);
  const mistakes = header.flatMap((name, at): LineMistake[] => {
    const message = row.get(name)?.mistake;
    return message === undefined ? [] : [{ at, message }];
  });
  return { cells, raw, ...(mistakes.length > 0 && { mistakes }) };
}

/** @throws ImportRefusal */
async function* readObjects(text: AsyncIterable<string>): AsyncGenerator<JsonRow, void> {
  let rowsRead = 0;
  let unfinished = 0;
  /** the rows of one piece */
  const rows: JsonRow[] = [];
  const grammar = createGrammar((row) => rows.push(row));
  const tokenizer = new Tokenizer({
    stringBufferSize: BUFFER_BYTES,
    numberBufferSize: BUFFER_BYTES,
  });
  tokenizer.onToken = ({ token, value }) => {
    if (!grammar.takeToken(token, value))
      throw new TokenizerError("There is an unexpected character.");
  };
  tokenizer.onError = (error) => {
    throw error;
  };
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
    if (!grammar.isComplete()) throw new TokenizerError("The file ends too early.");
  } catch (error) {
    if (!(error instanceof TokenizerError)) throw error;
    throw notJson(rowsRead + rows.length + 1, "The JSON is broken here");
  }
}

function notJson(row: number, message: string): ImportRefusal {
  return new ImportRefusal(`Nothing was added: row ${row} cannot be read as JSON. ${WANTED}`, {
    rows: [{ row, column: "", message }],
  });
}

const SINGLE_VALUES: ReadonlySet<TokenType> = new Set([
  TokenType.STRING,
  TokenType.TRUE,
  TokenType.FALSE,
  TokenType.NULL,
]);

type Expected =
  | "list"
  | "firstRow"
  | "row"
  | "firstName"
  | "name"
  | "colon"
  | "value"
  | "afterValue"
  | "afterRow"
  | "end";

/** Checks the order of tokens in a list of flat objects. */
function createGrammar(take: (row: JsonRow) => void) {
  let expected: Expected = "list";
  let row = new Map<string, JsonCell>();
  let name = "";
  /** nesting of lists and objects within a value */
  let depth = 0;

  function putCell(cell: JsonCell): void {
    row.set(name, row.has(name) ? { ...cell, mistake: REPEATED } : cell);
    expected = "afterValue";
  }

  function endRow(): void {
    take(row);
    row = new Map();
    expected = "afterRow";
  }

  function takeValue(token: TokenType, value: JsonValue): boolean {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) {
      depth = 1;
      putCell({ text: token === TokenType.LEFT_BRACE ? "{…}" : "[…]", raw: null, mistake: NESTED });
      return true;
    }
    if (token === TokenType.NUMBER) {
      putCell({ text: String(value), raw: Number.isFinite(value) ? value : null });
      return true;
    }
    if (!SINGLE_VALUES.has(token)) return false;
    putCell({ text: token === TokenType.NULL ? "" : String(value), raw: value });
    return true;
  }

  function takeNested(token: TokenType): boolean {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth++;
    if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth--;
    return true;
  }

  /** @returns whether the next token is allowed */
  function move(isAllowed: boolean, next: Expected): boolean {
    if (isAllowed) expected = next;
    return isAllowed;
  }
  const takers: Readonly<Record<Expected, (token: TokenType, value: JsonValue) => boolean>> = {
    list: (token) => move(token === TokenType.LEFT_BRACKET, "firstRow"),
    firstRow: (token) =>
      move(token === TokenType.RIGHT_BRACKET, "end") ||
      move(token === TokenType.LEFT_BRACE, "firstName"),
    row: (token) => move(token === TokenType.LEFT_BRACE, "firstName"),
    firstName: (token, value) =>
      takers.name(token, value) || (token === TokenType.RIGHT_BRACE && (endRow(), true)),
    name(token, value) {
      name = String(value);
      return move(token === TokenType.STRING, "colon");
    },
    colon: (token) => move(token === TokenType.COLON, "value"),
    value: takeValue,
    afterValue: (token) =>
      move(token === TokenType.COMMA, "name") ||
      (token === TokenType.RIGHT_BRACE && (endRow(), true)),
    afterRow: (token) =>
      move(token === TokenType.COMMA, "row") || move(token === TokenType.RIGHT_BRACKET, "end"),
    end: () => false,
  };
  return {
    /** @returns whether the token is allowed here */
    takeToken: (token: TokenType, value: JsonValue) =>
      depth > 0 ? takeNested(token) : takers[expected](token, value),
    isComplete: () => expected === "end",
  };
}
