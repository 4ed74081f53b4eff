/**
 * The floor of durable votes: a bare HTTP server that puts the votes of one turn of the event loop
 * into one transaction of a SQLite file and answers when it is synced to disk.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const folder = mkdtempSync(join(tmpdir(), "ev-vote-floor-"));
const database = new DatabaseSync(join(folder, "votes.sqlite"));
database.exec("pragma journal_mode = wal; pragma synchronous = full");
database.exec(
  "create table votes (model integer, visitor text, primary key (model, visitor)) without rowid",
);
const insert = database.prepare("insert into votes values (?, ?) on conflict do nothing");
const waiting: ServerResponse[] = [];
let count = 0;

function writeAll(): void {
  const batch = waiting.splice(0);
  database.exec("begin");
  for (const _ of batch) insert.run(count % 100, `visitor ${count++}`);
  database.exec("commit");
  for (const response of batch) {
    const body = JSON.stringify({ upvotes: count, downvotes: 0, total: count });
    response
      .writeHead(201, { "content-type": "application/json", "content-length": body.length })
      .end(body);
  }
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const vote = JSON.parse(Buffer.concat(chunks).toString()) as { isUpvote: boolean };
    if (!vote.isUpvote) return response.writeHead(400).end();
    if (waiting.push(response) === 1) setImmediate(writeAll);
    return undefined;
  });
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`Ready: http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.on("SIGTERM", () => {
  rmSync(folder, { recursive: true });
  process.exit(0);
});
