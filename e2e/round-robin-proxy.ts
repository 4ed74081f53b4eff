import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy that distributes requests over several servers in turn. */
export interface RoundRobinProxy {
  origin: string;
  close(): Promise<void>;
}

/**
 * Starts a proxy on a free port. It forwards `X-Forwarded-For` unchanged, so that a test can use several
 * addresses, and streams answers as they arrive.
 */
export async function startProxy(origins: readonly string[]): Promise<RoundRobinProxy> {
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const upstream = new URL(incoming.url ?? "/", origins[turn++ % origins.length]);
    const passed = request(
      upstream,
      { method: incoming.method, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(outgoing);
      },
    );
    passed.on("error", () => outgoing.destroy());
    outgoing.on("close", () => passed.destroy());
    incoming.pipe(passed);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
