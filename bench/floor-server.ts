/** The floor for the server: Node's own HTTP server, which sends the app's bytes and headers from memory. */
import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

interface Floor {
  origin: string;
  paths: string[];
  headers: Record<string, string>;
}

const { origin, paths, headers } = JSON.parse(process.argv[2] ?? "") as Floor; // written by servers.ts

/** Reads the bytes as they are sent, whereas fetch would decompress them. */
async function readAnswer(path: string) {
  const [answer] = (await once(get(origin + path, { headers }), "response")) as [IncomingMessage];
  const {
    date: _date,
    connection: _connection,
    "keep-alive": _keepAlive,
    ...kept
  } = answer.headers;
  return { status: answer.statusCode ?? 0, headers: kept, body: await buffer(answer) };
}

const answers = new Map<string, Awaited<ReturnType<typeof readAnswer>>>();
for (const path of paths) answers.set(path, await readAnswer(path));

const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? "");
  if (!answer) return response.writeHead(404).end();
  return response.writeHead(answer.status, answer.headers).end(answer.body);
});
server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
