import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import { BODY_TIMEOUT_MS } from "./limits.server.ts";

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > 0;
}

/**
 * Limits the time for a body to arrive, because `requestTimeout` has to allow minutes for a large file.
 * @param refuse called when the body is not complete in time
 */
export function limitBodyTime(request: IncomingMessage, refuse: () => void): void {
  if (!hasBody(request)) return;
  const timer = setTimeout(() => {
    if (!request.complete) refuse();
  }, BODY_TIMEOUT_MS);
  timers.set(request, timer);
  request.once("close", () => clearTimeout(timer));
}

/** `onRequest` hook of calls that take pictures or files; only `requestTimeout` limits their bodies. */
export async function allowLongBody({ raw }: FastifyRequest): Promise<void> {
  clearTimeout(timers.get(raw));
}
