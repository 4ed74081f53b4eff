import { once } from "node:events";
import { createReadStream } from "node:fs";
import { Worker } from "node:worker_threads";
import { MAX_CELLS, WORKBOOK_MS } from "../limits.ts";
import { ImportRefusal, isBlank, type TableLine } from "./import-file.server.ts";
import { TOO_LARGE } from "./workbook-archive.server.ts";
import { parseSheetRow, textOfValue } from "./workbook-rows.server.ts";
import type { SheetList, WorkbookAnswer, WorkbookTask } from "./workbook-worker.server.ts";

/** In a build, the thread's file is next to the server's, one level above the chunks. */
const THREAD_FILE = import.meta.url.endsWith(".ts")
  ? "./workbook-worker.server.ts"
  : "../workbook-worker.js";

const TOO_SLOW = "The workbook takes too long to read. Please split it, or save it as “CSV UTF-8”.";
const TOO_WIDE = `A row of the workbook has more than ${MAX_CELLS} cells.`;

/** If the thread needs more memory, only the thread is terminated. */
const THREAD_MEMORY = { maxOldGenerationSizeMb: 224, maxYoungGenerationSizeMb: 32 };

/** Takes a few milliseconds to process. */
const PIECE_BYTES = 16 * 1024;

/**
 * Writes the rows of one or several sheets to a file, in a thread.
 * @throws ImportRefusal when it is not a workbook, is too large or takes too long; the signal's reason
 */
export async function unpackWorkbook(task: WorkbookTask, signal: AbortSignal): Promise<SheetList> {
  const thread = new Worker(new URL(THREAD_FILE, import.meta.url), {
    workerData: task,
    resourceLimits: THREAD_MEMORY,
    execArgv: [],
  });
  const timeLimit = AbortSignal.timeout(WORKBOOK_MS);
  try {
    const whenOver = { signal: AbortSignal.any([signal, timeLimit]) };
    const [answer] = (await once(thread, "message", whenOver)) as [WorkbookAnswer];
    if ("refusal" in answer) {
      throw new ImportRefusal(answer.refusal, [], undefined, [], answer.facts);
    }
    return answer.sheets;
  } catch (error) {
    if (timeLimit.aborted) throw new ImportRefusal(TOO_SLOW, []);
    signal.throwIfAborted();
    throw isOutOfMemory(error) ? new ImportRefusal(TOO_LARGE, []) : error;
  } finally {
    await thread.terminate();
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

/**
 * Reads the rows that a thread has written.
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
      const { index, values } = parseSheetRow(line);
      if (values.length > MAX_CELLS) throw new ImportRefusal(TOO_WIDE, []);
      const cells = values.map(textOfValue);
      // A sheet omits empty cells at the end of a row.
      while (cells.length < widest) cells.push("");
      widest = cells.length;
      if (!isBlank(cells)) yield { number: index + 1, cells, raw: values };
    }
  }
}
