import { z } from "zod";
import { isNothing, isNumberField, numberOfCell, valueOfCell } from "../../vehicle/ev-cells.ts";
import { EvInput, isImageAddress } from "../../vehicle/ev-input.ts";
import type { DecimalSign } from "../../vehicle/ev-numbers.ts";

type Field = keyof EvInput;

/** What the schema says of a cell. */
interface Verdict<Value> {
  value: Value;
  /** what is wrong with it, if anything; then there is no value */
  messages: readonly string[] | null;
}

/** Verdicts that are remembered for each column; longer cells are seldom the same again. */
const MOST_VERDICTS = 1_000;
const LONGEST_REMEMBERED = 24;

/** V8 makes a text of at least so many characters a part of the one that it was cut from. */
const SHORTEST_PART = 13;
const copied = Buffer.alloc(4096);

/** The text by itself: as a part of the file it would keep that in memory for as long as the catalogue. */
function apart(text: string): string {
  const isCopied = text.length >= SHORTEST_PART && text.length * 3 <= copied.length;
  return isCopied ? copied.toString("utf8", 0, copied.write(text)) : text;
}

/** {@link apart} for text of ASCII alone, in half the time. */
function asciiApart(text: string): string {
  const isCopied = text.length >= SHORTEST_PART && text.length <= copied.length;
  return isCopied ? copied.toString("latin1", 0, copied.write(text, "latin1")) : text;
}

/** More digits might not be the number exactly. */
const MOST_DIGITS = 15;

/** The number that a cell of digits alone is; -1 for any other cell. */
function plainNumber(cell: string): number {
  const { length } = cell;
  if (length === 0 || length > MOST_DIGITS) return -1;
  let number = 0;
  for (let at = 0; at < length; at++) {
    const digit = cell.charCodeAt(at) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    number = number * 10 + digit;
  }
  return number;
}

const SPACE = 0x20;
const LAST_ASCII = 0x7e;

/** Whether a cell is one line of ASCII letters and signs that is neither trimmed nor neutralised. */
function isPlainText(cell: string): boolean {
  const last = cell.length - 1;
  if (last < 0 || cell.startsWith("'") || cell.startsWith(" ")) return false;
  for (let at = 0; at <= last; at++) {
    const code = cell.charCodeAt(at);
    if (code < SPACE || code > LAST_ASCII) return false;
  }
  return cell.charCodeAt(last) !== SPACE;
}

/** The schema of a field's value where it has one. */
function schemaOfValue(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) {
    return schemaOfValue(schema.unwrap());
  }
  return schema instanceof z.ZodPipe ? schemaOfValue(schema.out) : schema;
}

/**
 * Says at once of most cells that are right what the schema would say of them; undefined: ask it.
 * It takes the bounds from there, and knows that whole numbers and plain text are values.
 */
function knownAtOnce(field: Field): (cell: string) => string | number | undefined {
  const schema = schemaOfValue(EvInput.shape[field]);
  if (field === "image") {
    return (cell) => (isPlainText(cell) && isImageAddress(cell) ? asciiApart(cell) : undefined);
  }
  if (schema instanceof z.ZodNumber) {
    const { minValue, maxValue } = schema;
    if (minValue === null || maxValue === null) return () => undefined;
    return (cell) => {
      const number = plainNumber(cell);
      return number >= minValue && number <= maxValue && number >= 0 ? number : undefined;
    };
  }
  if (schema instanceof z.ZodString) {
    const most = schema.maxLength ?? 0;
    return (cell) =>
      cell.length <= most && isPlainText(cell) && !isNothing(cell) ? asciiApart(cell) : undefined;
  }
  return () => undefined;
}

/**
 * Which sign stands before the decimals of a column. Where nobody says, the first cell that can be
 * read in one way only tells it, and those that can be read both ways wait for it.
 */
export interface ColumnDecimal {
  sign: DecimalSign | undefined;
  /** the first cell that can be read both ways */
  example?: string;
}

/** How a figure can be read: in one way, in both, or as the same number (or none) either way. */
function readingsOf(field: Field, cell: string): DecimalSign | "both" | "same" {
  const text = cell.trim();
  const point = numberOfCell(field, text, "point");
  const comma = numberOfCell(field, text, "comma");
  if (point === comma) return "same";
  if (comma === undefined) return "point";
  if (point === undefined) return "comma";
  const schema = EvInput.shape[field];
  const [isPoint, isComma] = [point, comma].map((value) => schema.safeParse(value).success);
  return isPoint === isComma ? "both" : isPoint ? "point" : "comma";
}

/** Judges the cells of a column. */
export interface CellJudge<Value> {
  /** @returns the value; what is wrong, or cannot be decided yet, is told to the listener */
  valueOf(cell: string | undefined): Value;
  messagesOf(cell: string | undefined): readonly string[];
  /** whether it is a figure that can be read both ways */
  isDoubtful(cell: string): boolean;
}

/**
 * Judges cells of a field as its schema does. Most columns say the same again and again, which is
 * judged once.
 * @param tell called when a cell is not what the field needs, or may be two different figures
 */
export function createCellJudge<F extends Field>(
  field: F,
  decimal: ColumnDecimal,
  tell: { bad: () => void; doubt: () => void },
): CellJudge<EvInput[F]> {
  const atOnce = knownAtOnce(field);
  /** Numbers are read sooner than they are looked up. */
  const isNumber = isNumberField(field);
  const known = new Map<string | undefined, Verdict<EvInput[F]>>();

  function judge(cell: string | undefined): Verdict<EvInput[F]> {
    const given = cell === undefined ? undefined : valueOfCell(field, cell, decimal.sign);
    const { data, error } = EvInput.shape[field].safeParse(given);
    const messages = error ? error.issues.map(({ message }) => message) : null;
    // What the schema lets through is a value of its field.
    const value = (typeof data === "string" ? apart(data) : data) as EvInput[F];
    return { value, messages };
  }

  function verdictOn(cell: string | undefined): Verdict<EvInput[F]> {
    const isShort = cell === undefined || cell.length <= LONGEST_REMEMBERED;
    // What a figure is may still change.
    if (isNumber && !decimal.sign) return judge(cell);
    const before = isShort ? known.get(cell) : undefined;
    if (before) return before;
    const found = cell === undefined ? undefined : atOnce(cell);
    // As above.
    const verdict =
      found === undefined ? judge(cell) : { value: found as EvInput[F], messages: null };
    if (isShort && known.size < MOST_VERDICTS) known.set(cell, verdict);
    return verdict;
  }

  function decides(cell: string): ReturnType<typeof readingsOf> {
    const readings = readingsOf(field, cell);
    if (readings === "both") decimal.example ??= cell.trim();
    else if (readings !== "same") decimal.sign = readings;
    return readings;
  }

  return {
    valueOf(cell) {
      if (isNumber && cell !== undefined) {
        const found = atOnce(cell);
        if (found !== undefined) return found as EvInput[F]; // as above
        if (!decimal.sign && decides(cell) === "both") tell.doubt();
      }
      const { value, messages } = verdictOn(cell);
      if (messages) tell.bad();
      return value;
    },
    messagesOf: (cell) => verdictOn(cell).messages ?? [],
    isDoubtful: (cell) => isNumber && readingsOf(field, cell) === "both",
  };
}
