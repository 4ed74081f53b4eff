import { setTimeout as after } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/** What runs has so long to finish; whoever started the process waits ten seconds. */
const FINISH_MS = 9_000;
/** What closes afterwards, such as the database, has so long again. */
const CLOSE_MS = 700;

/**
 * Ends the app: it takes no more connections, finishes what runs, ends event streams and closes
 * the database. What has not finished in time, such as an upload that has stalled, is cut off.
 * @param finishMs milliseconds for what runs
 * @returns when all is closed, and in any case 0.7 s after that time
 * @throws Error when closing fails
 */
export async function stop(app: FastifyInstance, finishMs = FINISH_MS): Promise<void> {
  const closing = app.close();
  const cutting = setTimeout(() => {
    app.log.warn("not everything has finished in time; what still runs is cut off");
    app.server.closeAllConnections();
  }, finishMs).unref();
  try {
    await Promise.race([closing, after(finishMs + CLOSE_MS, undefined, { ref: false })]);
  } finally {
    clearTimeout(cutting);
  }
}
