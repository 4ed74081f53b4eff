import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { UserError } from "../../server/errors.server.ts";
import { formatCount } from "../../vehicle/counts.ts";
import { MAX_ROWS, MAX_TITLE_LINES } from "./limits.ts";
import type { SpooledFile } from "./spooled-upload.server.ts";

/** Titles and the header stand above the rows. */
const MAX_LINES = MAX_ROWS + MAX_TITLE_LINES + 1;
/** A row with all that has to be there is longer. */
const SHORTEST_ROW_BYTES = 8;

const LINE_FEED = 0x0a;
const QUOTE = 0x22;
/** What a line without values is made of: delimiters, quotation marks and white space. */
const BLANK = new Set(Buffer.from(',;"\t \r\n'));

/** No workbook, no UTF-16, no JSON: in none of those are rows lines. */
const PLAIN_TEXT = /^(?:\xef\xbb\xbf)?(?!\s*[[{])[\t\n\r\x20-\xfd]*$/;
const START_CHARACTERS = 64;
/** A millisecond or two of counting. */
const PIECE_BYTES = 1024 * 1024;

/**
 * Counts the lines of a text, which takes a small part of the time that judging its rows does.
 * @throws UserError 413 when they are too many
 */
export async function refuseTooManyRows({ path, signal }: SpooledFile): Promise<void> {
  const { size } = await stat(path);
  if (size < MAX_ROWS * SHORTEST_ROW_BYTES) return;
  const countLines = createLineCounter();
  let isStart = true;
  for await (const bytes of createReadStream(path, {
    signal,
    highWaterMark: PIECE_BYTES,
  }) as AsyncIterable<Buffer>) {
    if (isStart && !PLAIN_TEXT.test(bytes.toString("latin1", 0, START_CHARACTERS))) return;
    isStart = false;
    if (countLines(bytes) > MAX_LINES) throw tooManyRows(MAX_ROWS);
  }
}

/** @returns counts the lines with values that end in the bytes, and in those before */
function createLineCounter(): (bytes: Buffer) => number {
  let lines = 0;
  let isBlank = true;
  let isQuoted = false;
  return (bytes) => {
    let quote = -1;
    let feed = -1;
    for (let from = 0; from < bytes.length;) {
      if (quote < from) quote = indexOrEnd(bytes, QUOTE, from);
      if (feed < from) feed = indexOrEnd(bytes, LINE_FEED, from);
      const end = isQuoted ? quote : Math.min(quote, feed);
      isBlank &&= isBlankBetween(bytes, from, end);
      if (end === bytes.length) break;
      if (end === quote) isQuoted = !isQuoted;
      else {
        if (!isBlank) lines++;
        isBlank = true;
      }
      from = end + 1;
    }
    return lines;
  };
}

function indexOrEnd(bytes: Buffer, byte: number, from: number): number {
  const at = bytes.indexOf(byte, from);
  return at < 0 ? bytes.length : at;
}

function isBlankBetween(bytes: Buffer, from: number, end: number): boolean {
  for (let at = from; at < end; at++) if (!BLANK.has(bytes[at] ?? 0)) return false;
  return true;
}

function tooManyRows(most: number): UserError {
  return new UserError(413, `The file has more than ${formatCount(most)} rows. Please split it.`);
}
