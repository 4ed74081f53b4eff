import { fork } from "node:child_process";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { fileURLToPath } from "node:url";
import type { TextEncoding } from "../accepted-files.ts";
import type { ImportMapping } from "../mapping/import-mapping.schema.ts";
import {
  type FileFacts,
  ImportRefusal,
  isBlank,
  type LineMistake,
  type TableLine,
} from "./lines-and-rows.server.ts";

/** Reading a workbook is aborted after this time. */
const WORKBOOK_MS = 60_000;

/** In a build, the reader's file is next to the server's, one level above the chunks. */
const READER_FILE = import.meta.url.endsWith(".ts")
  ? "./workbook-worker.server.ts"
  : "../workbook-worker.js";

/** Limit for one row of a workbook, since a cell may be far away from all others. */
export const MAX_CELLS = 1_000;

const TOO_SLOW = "The workbook takes too long to read. Please split it, or save it as “CSV UTF-8”.";
const TOO_MUCH = "The workbook holds too much. Please split it, or save it as “CSV UTF-8”.";
const TOO_WIDE = `A row of the workbook has more than ${MAX_CELLS} cells.`;

const READER_MEMORY_MB = 320;

/** Takes a few milliseconds to process. */
const PIECE_BYTES = 16 * 1024;

type MarkedValue = { date: string } | { mistake: string } | { text: string; shown: string };
export type SheetValue = string | number | boolean | null | MarkedValue;

/** A row of the file that the reader writes: its zero-based index within the sheet, and its cells. */
export type SheetRow = [index: number, ...values: SheetValue[]];

export interface WorkbookTask {
  path: string;
  /** the file to write the rows to */
  rowsPath: string;
  /** the sheet to read; undefined for the first one with a header */
  sheet?: string | undefined;
  /** the encoding of a page with tables */
  encoding: TextEncoding;
  mapping: ImportMapping;
}

export type WorkbookAnswer =
  | { encoding: string; facts: FileFacts }
  | { refusal: string; facts: FileFacts }
  | { failure: { message: string; code: unknown } };

/**
 * Writes the rows of a sheet to a file, in a process of its own. In a thread, a workbook that
 * needs too much memory would end the server: V8 does not stop a regular expression that fills the heap.
 * @throws ImportRefusal when it is not a workbook, is too large or takes too long; the signal's reason
 */
export async function unpackWorkbook(
  task: WorkbookTask,
  signal: AbortSignal,
): Promise<{ encoding: string; facts: FileFacts }> {
  const reader = fork(fileURLToPath(new URL(READER_FILE, import.meta.url)), {
    execArgv: [`--max-old-space-size=${READER_MEMORY_MB}`],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    timeout: WORKBOOK_MS,
    killSignal: "SIGKILL",
  });
  try {
    reader.send(task);
    const answered = once(reader, "message", { signal }) as Promise<[WorkbookAnswer]>;
    const ended = once(reader, "exit", { signal }).then((): [] => []);
    const [answer] = await Promise.race([answered, ended]);
    if (!answer) throw new ImportRefusal(reader.killed ? TOO_SLOW : TOO_MUCH);
    if ("failure" in answer) {
      const { message, code } = answer.failure;
      throw Object.assign(new Error(message), { code });
    }
    if ("refusal" in answer) {
      throw new ImportRefusal(answer.refusal, { facts: answer.facts });
    }
    return answer;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    reader.kill("SIGKILL");
  }
}

/**
 * Reads the rows that the reader has written.
 * @throws ImportRefusal when a row is too wide
 */
export async function* readSheet(
  rowsPath: string,
  signal: AbortSignal,
): AsyncGenerator<TableLine, void> {
  const text = createReadStream(rowsPath, { encoding: "utf8", highWaterMark: PIECE_BYTES, signal });
  let widest = 0;
  let unfinished = "";
  for await (const piece of text as AsyncIterable<string>) {
    const lines = (unfinished + piece).split("\n");
    unfinished = lines.pop() ?? "";
    for (const line of lines) {
      const [index, ...values] = JSON.parse(line) as SheetRow; // as the reader wrote it
      if (values.length > MAX_CELLS) throw new ImportRefusal(TOO_WIDE);
      // A sheet omits empty cells at the end of a row.
      while (values.length < widest) values.push(null);
      widest = values.length;
      const read = lineOfRow(index, values);
      if (!isBlank(read.cells) || read.mistakes) yield read;
    }
  }
}

function lineOfRow(index: number, values: readonly SheetValue[]): TableLine {
  const mistakes = values.flatMap((value, at): LineMistake[] =>
    value !== null && typeof value === "object" && "mistake" in value
      ? [{ at, message: value.mistake }]
      : [],
  );
  return {
    number: index + 1,
    cells: values.map(textOfSheetValue),
    raw: values.map((value) => {
      if (value === null || typeof value !== "object") return value;
      return "date" in value ? new Date(value.date) : "text" in value ? value.text : null;
    }),
    ...(mistakes.length > 0 && { mistakes }),
  };
}

export function textOfSheetValue(value: SheetValue): string {
  if (value === null || typeof value !== "object") return String(value ?? "");
  return "date" in value ? value.date : "shown" in value ? value.shown : "";
}
