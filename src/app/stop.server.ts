import type { Server as HttpServer, ServerResponse } from "node:http";
import { Server } from "node:net";
import { setTimeout as after } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

const FINISH_MS = 9_000; // whoever started the process waits ten seconds
const CLOSE_MS = 700;
/** A proxy lets go of an idle connection after a second (docs/nginx.conf). */
export const PROXY_LEAVES_MS = 2_000;

/**
 * Finishes what runs, then closes the database. What has not finished after `finishMs` milliseconds,
 * such as an upload that has stalled, is cut off.
 * @param proxyMs how long a proxy in front may still use the connections that it has
 */
export async function stop(app: FastifyInstance, finishMs = FINISH_MS, proxyMs = 0): Promise<void> {
  if (proxyMs > 0) await letProxyLeave(app.server, proxyMs);
  const closing = app.close();
  const cutting = setTimeout(() => {
    app.log.warn("some requests did not finish in time and were cut off");
    app.server.closeAllConnections();
  }, finishMs - proxyMs).unref();
  try {
    await Promise.race([closing, after(finishMs - proxyMs + CLOSE_MS, undefined, { ref: false })]);
  } finally {
    clearTimeout(cutting);
  }
}

/**
 * Takes no new connections, but requests on those that stand: a write that a proxy sends on one while
 * this side closes it would be lost, and no proxy sends it again.
 */
async function letProxyLeave(server: HttpServer, ms: number): Promise<void> {
  server.prependListener("request", (_request, response: ServerResponse) => {
    response.shouldKeepAlive = false;
  });
  // We don't use HTTP's own close(), which closes idle connections.
  Server.prototype.close.call(server);
  await after(ms);
}
