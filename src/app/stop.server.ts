import type { Server as HttpServer, ServerResponse } from "node:http";
import { Server } from "node:net";
import { setTimeout as after } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

const FINISH_MS = 9_000; // process managers usually wait ten seconds
const CLOSE_MS = 700;
/** A proxy closes an idle connection after a second (deploy/nginx.conf). */
export const PROXY_LEAVES_MS = 2_000;

/**
 * Finishes running requests, then closes the database. What has not finished after `finishMs` is cut off.
 * @param proxyMs how long a proxy may still use its open connections, in milliseconds
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
 * Refuses new connections but still answers requests on open ones: if this side closed a connection while a
 * proxy was sending a write on it, the write would be lost, and proxies do not retry writes.
 */
async function letProxyLeave(server: HttpServer, ms: number): Promise<void> {
  server.prependListener("request", (_request, response: ServerResponse) => {
    response.shouldKeepAlive = false;
  });
  // HTTP's own close() would also close idle connections.
  Server.prototype.close.call(server);
  await after(ms);
}
