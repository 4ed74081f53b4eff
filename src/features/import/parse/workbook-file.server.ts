import { on } from "node:events";
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { ImportRefusal, type TableLine } from "./import-file.server.ts";
import { MAX_CELLS, WORKBOOK_MS } from "../limits.ts";
import { TOO_LARGE } from "./workbook-archive.server.ts";
import { type SheetRow, textOfValue, TOO_WIDE } from "./workbook-rows.server.ts";
import type { SheetList, WorkbookMessage, WorkbookTask } from "./workbook-worker.server.ts";

/** Built, the thread's file stands beside the server's, above its chunks. */
const THREAD_FILE = import.meta.url.endsWith(".ts")
  ? "./workbook-worker.server.ts"
  : "../workbook-worker.js";

const TOO_SLOW = "The workbook takes too long to read. Please split it, or save it as “CSV UTF-8”.";

/** What a thread holds beyond that ends it alone. */
const THREAD_MEMORY = { maxOldGenerationSizeMb: 224, maxYoungGenerationSizeMb: 32 };

const BLANK: TableLine = { cells: [""] };
const BLANKS_BETWEEN_YIELDS = 10_000;

/**
 * Calls `take` with each row of one sheet, rows without cells among them. What `take` throws ends
 * that, and is thrown once all sheets are counted.
 * @throws ImportRefusal when it is no workbook, too large or takes too long; the signal's reason
 */
export async function readWorkbook(
  task: WorkbookTask,
  signal: AbortSignal,
  take: (line: TableLine) => void,
): Promise<SheetList> {
  const thread = new Worker(new URL(THREAD_FILE, import.meta.url), {
    workerData: task,
    resourceLimits: THREAD_MEMORY,
    execArgv: [],
  });
  const timeLimit = AbortSignal.timeout(WORKBOOK_MS);
  const takeRows = createRowTaker(take);
  let failure: Error | undefined;
  try {
    const messages = on(thread, "message", { signal: AbortSignal.any([signal, timeLimit]) });
    for await (const [message] of messages as AsyncIterable<[WorkbookMessage]>) {
      if ("refusal" in message) throw new ImportRefusal(message.refusal, []);
      if ("done" in message) {
        if (failure === undefined) return message.done;
        if (failure instanceof ImportRefusal) failure.facts = { ...message.done, ...failure.facts };
        throw failure;
      }
      try {
        await takeRows(message.rows);
      } catch (error) {
        failure = error instanceof Error ? error : new Error("A row could not be read.");
      }
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
      thread.postMessage(failure === undefined);
    }
    throw new ImportRefusal(TOO_LARGE, []);
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

/** A sheet leaves out rows without cells, and empty cells at a row's end. */
function createRowTaker(take: (line: TableLine) => void) {
  let next = 0;
  let widest = 0;
  return async (rows: readonly SheetRow[]): Promise<void> => {
    for (const { index, values } of rows) {
      if (values.length > MAX_CELLS) throw new ImportRefusal(TOO_WIDE, []);
      for (; next < index; next++) {
        take(BLANK);
        if (next % BLANKS_BETWEEN_YIELDS === 0) await setImmediate();
      }
      next = index + 1;
      const cells = values.map(textOfValue);
      while (cells.length < widest) cells.push("");
      widest = cells.length;
      take({ cells, raw: values });
    }
  };
}
