import type { Server } from "node:http";
import type { Socket } from "node:net";
import { getHeapStatistics } from "node:v8";
import {
  SHORT_MEMORY_BYTES,
  UNREAD_IN_NEED_MS,
  UNREAD_LEAST_BYTES,
  UNREAD_MS,
} from "./limits.server.ts";

/** Bytes that a client has not taken yet; Node's own count shrinks by whole answers only. */
function unreadBytes(socket: Socket): number {
  const { _handle: handle } = socket as { _handle?: { writeQueueSize?: number } | null };
  return handle?.writeQueueSize ?? 0;
}

/**
 * Closes connections that take hardly anything of a long answer while memory is short: an answer lives
 * until its client has taken it, so a few hundred that read nothing would hold gigabytes.
 */
export function guardAgainstSlowReaders(server: Server, patienceMs = UNREAD_MS): void {
  const connections = new Set<Socket>();
  /** bytes taken in all, and when, at the last look that found enough taken */
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
