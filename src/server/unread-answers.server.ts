import type { Server } from "node:http";
import type { Socket } from "node:net";
import { getHeapStatistics } from "node:v8";
import { SHORT_MEMORY_BYTES, UNREAD_LEAST_BYTES, UNREAD_LOOK_MS } from "./limits.server.ts";

/**
 * Bytes that a client has not taken yet. What Node counts itself shrinks by whole answers only; it
 * looks here, too, to tell whether a connection is idle.
 */
function unreadBytes(socket: Socket): number {
  const { _handle: handle } = socket as { _handle?: { writeQueueSize?: number } | null };
  return handle?.writeQueueSize ?? 0;
}

/**
 * Cuts off who takes hardly anything of a long answer, for as long as memory is short. An answer
 * lives until its client has taken it, and answers to different questions are different bytes: a
 * few hundred connections that read nothing would hold gigabytes. Who reads is left alone.
 */
export function cutOffUnread(server: Server, lookMs = UNREAD_LOOK_MS): void {
  const connections = new Set<Socket>();
  let unreadBefore = new Map<Socket, number>();

  function look(): void {
    const unread = new Map<Socket, number>();
    if (getHeapStatistics().external_memory > SHORT_MEMORY_BYTES) {
      for (const socket of connections) {
        const bytes = unreadBytes(socket);
        const before = unreadBefore.get(socket);
        if (before !== undefined && bytes > before - UNREAD_LEAST_BYTES) socket.destroy();
        else if (bytes >= UNREAD_LEAST_BYTES) unread.set(socket, bytes);
      }
    }
    unreadBefore = unread;
  }

  server.on("connection", (socket: Socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
  });
  const looking = setInterval(look, lookMs).unref();
  server.once("close", () => clearInterval(looking));
}
