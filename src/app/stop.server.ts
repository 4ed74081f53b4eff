import { setTimeout as after } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

const FINISH_MS = 9_000; // whoever started the process waits ten seconds
const CLOSE_MS = 700;

/**
 * Finishes what runs, then closes the database. What has not finished after `finishMs` milliseconds,
 * such as an upload that has stalled, is cut off.
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
