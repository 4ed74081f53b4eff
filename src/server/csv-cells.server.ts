/** Divides the text of a CSV file into cells (RFC 4180), a piece at a time. */

const QUOTATION_MARK = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

export type CsvMistake = "never-closed" | "after-closing" | "inside-a-cell" | "too-long";

/** A file that is no CSV. */
export class CsvError extends Error {
  readonly mistake: CsvMistake;
  /** how many records stand before it, the header among them */
  readonly records: number;

  constructor(mistake: CsvMistake, records: number) {
    super(`Record ${records + 1}: ${mistake}`);
    this.mistake = mistake;
    this.records = records;
  }
}

/** What stands between two cells. */
export type Delimiter = "," | ";" | "\t";

/** Takes the text of a file as it arrives. */
export interface CsvDivider {
  /**
   * @param isEnd nothing follows
   * @returns the records that this text completes: their cells as written, without quotation marks
   * @throws CsvError
   */
  take(text: string, isEnd: boolean): string[][];
}

/**
 * Lines end in `\n`, `\r\n` or `\r`; an empty one is a record of one empty cell. A cell that begins
 * with a quotation mark ends with one, and has those inside twice; no other cell has any.
 * @param most characters of one record
 */
export function createCsvDivider(delimiter: Delimiter, most: number): CsvDivider {
  const between = delimiter.charCodeAt(0);
  const lastOfEnds = Math.max(between, QUOTATION_MARK);
  let rest = "";
  /** A record that has not ended is read again from its start; not until there is twice as much. */
  let enough = 0;
  let count = 0;

  return {
    take(piece, isEnd) {
      const text = rest + piece;
      rest = text;
      if (text.length < enough && !isEnd) return [];
      const records: string[][] = [];
      let start = 0;
      while (start < text.length) {
        const cells: string[] = [];
        const end = readRecord(text, start, cells, isEnd);
        if ((end < 0 ? text.length : end) - start > most) throw new CsvError("too-long", count);
        if (end < 0) break;
        records.push(cells);
        count++;
        start = end;
      }
      rest = text.slice(start);
      enough = Math.min(2 * rest.length, most + 1);
      return records;
    },
  };

  /** @returns where the next one begins; -1 when this one does not end in the text */
  function readRecord(text: string, start: number, cells: string[], isEnd: boolean): number {
    for (let from = start; ;) {
      let at = from;
      if (text.charCodeAt(from) === QUOTATION_MARK) {
        at = closingMark(text, from + 1);
        if (at < 0 && isEnd) throw new CsvError("never-closed", count);
        if (at < 0 || (at + 1 === text.length && !isEnd)) return -1;
        cells.push(unquoted(text, from + 1, at));
        at++;
      } else {
        at = endOfCell(text, from);
        if (at === text.length && !isEnd) return -1;
        if (text.charCodeAt(at) === QUOTATION_MARK) throw new CsvError("inside-a-cell", count);
        cells.push(text.slice(from, at));
      }
      if (at === text.length) return at;
      const code = text.charCodeAt(at);
      if (code === between) from = at + 1;
      else if (code === LINE_FEED) return at + 1;
      else if (code !== CARRIAGE_RETURN) throw new CsvError("after-closing", count);
      // Whether a line feed belongs to it stands in the next piece.
      else if (at + 1 === text.length && !isEnd) return -1;
      else return text.charCodeAt(at + 1) === LINE_FEED ? at + 2 : at + 1;
    }
  }

  function endOfCell(text: string, from: number): number {
    for (let at = from; at < text.length; at++) {
      const code = text.charCodeAt(at);
      // Most letters come after all that ends a cell.
      if (code > lastOfEnds) continue;
      const isEnd =
        code === between ||
        code === LINE_FEED ||
        code === CARRIAGE_RETURN ||
        code === QUOTATION_MARK;
      if (isEnd) return at;
    }
    return text.length;
  }
}

/** The mark that is not one of two in a row. @returns -1 when there is none */
function closingMark(text: string, from: number): number {
  for (let at = from; ;) {
    const mark = text.indexOf('"', at);
    if (mark < 0 || text.charCodeAt(mark + 1) !== QUOTATION_MARK) return mark;
    at = mark + 2;
  }
}

function unquoted(text: string, from: number, to: number): string {
  const inside = text.slice(from, to);
  return inside.includes('"') ? inside.replaceAll('""', '"') : inside;
}
