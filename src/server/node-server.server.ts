import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { limitBodyTime } from "./body-time.server.ts";
import { lastErrorAnswer, refuseConnection } from "./http-errors.server.ts";
import {
  HEADERS_LIMIT_BYTES,
  HEADERS_TIMEOUT_MS,
  IDLE_TIMEOUT_MS,
  MAX_CONNECTIONS,
  REQUEST_TIMEOUT_MS,
  TIMEOUT_CHECK_MS,
  CONNECTIONS_PER_ADDRESS,
  SHORT_MEMORY_BYTES,
  UNREAD_IN_NEED_MS,
  UNREAD_LEAST_BYTES,
  UNREAD_MS,
} from "./limits.server.ts";
import { countBrokenRequest } from "./request-records.server.ts";
import type { Socket } from "node:net";
import { networkShares } from "./rate-limit.server.ts";
import { getHeapStatistics } from "node:v8";

// An import would also load Node's fetch and WebSocket, which are exports of this module.
const { createServer } = process.getBuiltinModule("node:http");

type Headers = Readonly<Record<string, string>>;

/**
 * Creates Node's server with the limits that apply before a request is read: connections, headers, time.
 * @param headers headers of its error responses
 */
export function createNodeServer(
  handler: (request: IncomingMessage, response: ServerResponse) => void,
  { headers, limitsAddresses }: { headers: Headers; limitsAddresses: boolean },
): Server {
  const handleRequest = (request: IncomingMessage, response: ServerResponse) => {
    // Node's own error response would lack our headers, and with two hosts it uses the first one.
    const hosts = countHosts(request);
    if (hosts > 1 || (hosts === 0 && request.httpVersion !== "1.0")) {
      const refusal = lastErrorAnswer(400, headers);
      response.writeHead(400, refusal.headers).end(refusal.body);
      return;
    }
    limitBodyTime(request, () => {
      countBrokenRequest(408);
      // An error response that did not wait for the body has been sent.
      if (response.headersSent) request.destroy();
      else refuseConnection(request.socket, 408, headers);
    });
    handler(request, response);
  };
  const server = createServer(
    {
      requireHostHeader: false,
      maxHeaderSize: HEADERS_LIMIT_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: 0, // `server.timeout` covers it and saves one timer per request
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    },
    handleRequest,
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.timeout = IDLE_TIMEOUT_MS;
  if (limitsAddresses) limitConnectionsByAddress(server);
  guardAgainstSlowReaders(server);
  // Unknown expectations are ignored; tunnels are refused.
  return server
    .on("checkExpectation", handleRequest)
    .on("checkContinue", handleRequest)
    .on("connect", (_request, socket) => refuseConnection(socket, 400, headers));
}

function countHosts({ rawHeaders }: IncomingMessage): number {
  let hosts = 0;
  // Names and values alternate.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    // Some proxies join several hosts with commas.
    if (name?.length === 4 && name.toLowerCase() === "host") {
      hosts += rawHeaders[at + 1]?.includes(",") ? 2 : 1;
    }
  }
  return hosts;
}

const STATUS_OF_CLIENT_ERROR: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** Responds to data that Node could not parse as a request. */
export function refuseBrokenRequest(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  headers: Headers,
): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const status = STATUS_OF_CLIENT_ERROR[error.code ?? ""] ?? 400;
  countBrokenRequest(status);
  refuseConnection(socket, status, headers);
}

/**
 * Closes each connection above the limit of its address or its IPv6 site, so that no single client uses up
 * the process. Only for a server without proxies, because all connections of a proxy have the same address.
 */
function limitConnectionsByAddress(server: Server): void {
  const counts = new Map<string, number>();
  const countOf = (key: string) => counts.get(key) ?? 0;

  server.on("connection", (socket: Socket) => {
    // A client that has already left has no address.
    const ip = socket.remoteAddress;
    const shares = ip ? networkShares({ ip }, CONNECTIONS_PER_ADDRESS) : null;
    if (!shares || shares.some(({ key, limit }) => countOf(key) >= limit)) {
      socket.destroy();
      return;
    }
    for (const { key } of shares) counts.set(key, countOf(key) + 1);
    socket.once("close", () => {
      for (const { key } of shares) {
        const remaining = countOf(key) - 1;
        if (remaining > 0) counts.set(key, remaining);
        else counts.delete(key);
      }
    });
  });
}

/** Returns the bytes that a client has not read yet; Node's own count only drops after whole responses. */
function unreadBytes(socket: Socket): number {
  const { _handle: handle } = socket as { _handle?: { writeQueueSize?: number } | null };
  return handle?.writeQueueSize ?? 0;
}

/**
 * Closes connections that hardly read a long response while memory is short: a response stays in memory until
 * its client has read it, so a few hundred clients that read nothing would use gigabytes.
 */
export function guardAgainstSlowReaders(server: Server, patienceMs = UNREAD_MS): void {
  const connections = new Set<Socket>();
  /** total bytes read, and the time of the last check that found enough progress */
  const slow = new Map<Socket, { taken: number; at: number }>();

  function look(): void {
    const memory = getHeapStatistics().external_memory;
    if (memory <= SHORT_MEMORY_BYTES) return slow.clear();
    const patience = memory > 2 * SHORT_MEMORY_BYTES ? UNREAD_IN_NEED_MS : patienceMs;
    const now = performance.now();
    for (const socket of connections) {
      const unread = unreadBytes(socket);
      const before = slow.get(socket);
      const taken = socket.bytesWritten - unread;
      if (unread < UNREAD_LEAST_BYTES) slow.delete(socket);
      else if (!before || taken >= before.taken + UNREAD_LEAST_BYTES)
        slow.set(socket, { taken, at: now });
      else if (now - before.at >= patience) socket.destroy();
    }
  }

  server.on("connection", (socket: Socket) => {
    connections.add(socket);
    socket.once("close", () => {
      connections.delete(socket);
      slow.delete(socket);
    });
  });
  const looking = setInterval(look, UNREAD_IN_NEED_MS).unref();
  server.once("close", () => clearInterval(looking));
}
