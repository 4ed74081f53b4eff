import type { Server } from "node:http";
import type { Socket } from "node:net";
import { CONNECTIONS_PER_ADDRESS, CONNECTIONS_PER_SITE } from "./limits.server.ts";
import { clientAddress, clientSite } from "./rate-limit.server.ts";

/** The networks that a connection counts for, each with how many it may hold. */
function sharesOf(ip: string): [network: string, most: number][] {
  const site = clientSite({ ip });
  return [
    [clientAddress({ ip }), CONNECTIONS_PER_ADDRESS],
    ...(site === null ? [] : ([[site, CONNECTIONS_PER_SITE]] as [string, number][])),
  ];
}

/**
 * Closes each connection beyond the share of its address or its IPv6 site, so that no single client
 * takes all that the process has. Only for a server without proxies: theirs is one address.
 */
export function limitConnectionsByAddress(server: Server): void {
  const counts = new Map<string, number>();
  const countOf = (network: string) => counts.get(network) ?? 0;

  server.on("connection", (socket: Socket) => {
    // A client that has left already has no address.
    const shares = socket.remoteAddress ? sharesOf(socket.remoteAddress) : null;
    if (!shares || shares.some(([network, most]) => countOf(network) >= most)) {
      socket.destroy();
      return;
    }
    for (const [network] of shares) counts.set(network, countOf(network) + 1);
    socket.once("close", () => {
      for (const [network] of shares) {
        const remaining = countOf(network) - 1;
        if (remaining > 0) counts.set(network, remaining);
        else counts.delete(network);
      }
    });
  });
}
