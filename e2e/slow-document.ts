import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Passes a site on, but holds back the data at the end of one document. @param path of that document */
export async function serveSlowDocument(origin: string, path: string) {
  const { promise: rest, resolve: sendRest } = Promise.withResolvers<void>();
  const pass = async ({ url = "/" }: IncomingMessage, response: ServerResponse) => {
    const answer = await fetch(origin + url);
    const body = Buffer.from(await answer.arrayBuffer());
    response.setHeader("content-type", answer.headers.get("content-type") ?? "");
    const data = url === path ? body.indexOf('<script id="page-data"') : 0;
    response.write(body.subarray(0, data));
    if (data > 0) await rest;
    response.end(body.subarray(data));
  };
  const server = createServer((request, response) => void pass(request, response));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    address: `http://127.0.0.1:${port}${path}`,
    sendRest,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
