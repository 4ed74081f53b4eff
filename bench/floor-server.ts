/**
 * The floor for the server: Node's own HTTP server, which sends the app's bytes and headers from memory. A
 * POST is a vote: all votes of one turn of the event loop share a transaction on a SQLite file and are
 * answered once it is synced to disk.
 */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, get, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { buffer, json } from "node:stream/consumers";

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

const folder = mkdtempSync(join(tmpdir(), "ev-floor-"));
const database = new DatabaseSync(join(folder, "votes.sqlite"));
database.exec("pragma journal_mode = wal; pragma synchronous = full");
database.exec(
  "create table votes (model integer, visitor text, primary key (model, visitor)) without rowid",
);
const insert = database.prepare("insert into votes values (?, ?) on conflict do nothing");
const waiting: ServerResponse[] = [];
let count = 0;

function writeVotes(): void {
  const batch = waiting.splice(0);
  database.exec("begin");
  for (const _ of batch) insert.run(count % 100, `visitor ${count++}`);
  database.exec("commit");
  const body = JSON.stringify({ upvotes: count, downvotes: 0, total: count });
  const head = { "content-type": "application/json", "content-length": body.length };
  for (const response of batch) response.writeHead(201, head).end(body);
}

async function takeVote(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const vote = (await json(request)) as { isUpvote: boolean };
  if (!vote.isUpvote) response.writeHead(400).end();
  else if (waiting.push(response) === 1) setImmediate(writeVotes);
}

const server = createServer((request, response) => {
  if (request.method === "POST") return void takeVote(request, response);
  const answer = answers.get(request.url ?? "");
  if (!answer) return response.writeHead(404).end();
  return response.writeHead(answer.status, answer.headers).end(answer.body);
});
server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on("SIGTERM", () => {
  rmSync(folder, { recursive: true });
  process.exit(0);
});
