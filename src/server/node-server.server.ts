import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { limitBodyTime } from "./body-time.server.ts";
import { limitConnectionsByAddress } from "./connection-limits.server.ts";
import { lastErrorAnswer, refuseConnection } from "./http-errors.server.ts";
import {
  HEADERS_LIMIT_BYTES,
  HEADERS_TIMEOUT_MS,
  IDLE_TIMEOUT_MS,
  MAX_CONNECTIONS,
  REQUEST_TIMEOUT_MS,
  TIMEOUT_CHECK_MS,
} from "./limits.server.ts";
import { countBrokenRequest } from "./request-records.server.ts";
import { guardAgainstSlowReaders } from "./slow-readers.server.ts";

type Headers = Readonly<Record<string, string>>;

/**
 * Node's server with the limits that stand before any request is read: connections, headers, time.
 * @param headers those of a refusal
 */
export function createNodeServer(
  handler: (request: IncomingMessage, response: ServerResponse) => void,
  { headers, limitsAddresses }: { headers: Headers; limitsAddresses: boolean },
): Server {
  const handleRequest = (request: IncomingMessage, response: ServerResponse) => {
    // Node's own refusal would lack our headers, and of two hosts it takes the first.
    const hosts = countHosts(request);
    if (hosts > 1 || (hosts === 0 && request.httpVersion !== "1.0")) {
      const refusal = lastErrorAnswer(400, headers);
      response.writeHead(400, refusal.headers).end(refusal.body);
      return;
    }
    limitBodyTime(request, () => {
      countBrokenRequest(408);
      // A refusal that did not wait for the body has been answered.
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
      keepAliveTimeout: 0, // `server.timeout` covers it, with one timer less per request
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
  // Names and values by turns.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    // Some proxies join several by commas.
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

/** Answers what Node could not read as a request. */
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
