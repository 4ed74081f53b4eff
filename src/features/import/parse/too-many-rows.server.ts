import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { MAX_TITLE_LINES } from "../limits.ts";
import type { SpooledFile } from "./spooled-upload.server.ts";

/** Above the rows, with the header. */
const TITLE_LINES = MAX_TITLE_LINES + 1;
/** A row with all that has to be there is longer. */
const SHORTEST_ROW_BYTES = 8;

const LINE_FEED = 0x0a;
const QUOTE = 0x22;
/** What a line without values is made of: delimiters, quotation marks and white space. */
const BLANK = new Set(Buffer.from(',;"\t \r\n'));

/** Skips workbooks, UTF-16 and JSON, where rows are not lines. */
const PLAIN_TEXT = /^(?:\xef\xbb\xbf)?(?!\s*[[{])[\t\n\r\x20-\xfd]*$/;
const START_CHARACTERS = 64;
/** Counted in less than a millisecond, but 25 ms where every byte is a quotation mark. */
const PIECE_BYTES = 256 * 1024;

/**
 * Counts the lines of a text, in a small part of the time that judging them takes.
 * @returns whether there are certainly more rows than that; a file of another kind is not counted
 */
export async function hasMoreRows({ path, signal }: SpooledFile, most: number): Promise<boolean> {
  const { size } = await stat(path);
  if (size < most * SHORTEST_ROW_BYTES) return false;
  const countLines = createLineCounter();
  let isStart = true;
  const file = createReadStream(path, { signal, highWaterMark: PIECE_BYTES });
  for await (const bytes of file as AsyncIterable<Buffer>) {
    if (isStart && !PLAIN_TEXT.test(bytes.toString("latin1", 0, START_CHARACTERS))) return false;
    isStart = false;
    if (countLines(bytes) > most + TITLE_LINES) return true;
  }
  return false;
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
