/**
 * The floor that the product is measured against: Node's own HTTP server which sends finished
 * answers from memory and does nothing else. It is given the product's own bytes and headers.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

interface Answer {
  status: number;
  headers: Record<string, string>;
  /** base64 */
  body: string;
}

const file = process.argv[2] ?? "";
const answers = new Map(
  Object.entries(JSON.parse(readFileSync(file, "utf8")) as Record<string, Answer>).map(
    ([path, { status, headers, body }]) => [
      path,
      { status, headers, body: Buffer.from(body, "base64") },
    ],
  ),
);

const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? "");
  if (!answer) return response.writeHead(404).end();
  return response.writeHead(answer.status, answer.headers).end(answer.body);
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`Ready: http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.on("SIGTERM", () => process.exit(0));
