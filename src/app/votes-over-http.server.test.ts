import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type AppBothWays, type TestRequest, openAppBothWays } from "../../test/both-ways.ts";

let app: AppBothWays;

beforeAll(async () => {
  app = await openAppBothWays({ RATE_LIMITS: "off" });
});

afterAll(() => app.close());

/** Votes the way the site's own pages do. */
function voteFor(id: number): TestRequest {
  const headers = { "content-type": "application/json" };
  return { method: "POST", path: `/api/evs/${id}/votes`, headers, body: '{"isUpvote":true}' };
}

it("acknowledges no vote that could not be written", async () => {
  // An acknowledged vote proves that no other write is in progress.
  await app.ask(voteFor(1));
  const disk = new DatabaseSync(join(app.dataDir, "catalogue.db"));
  disk.exec("alter table votes rename to lost");
  const refused = await app.ask(voteFor(3));
  disk.exec("alter table lost rename to votes");
  disk.close();
  expect(refused.status).toBe(500);
  expect((await app.ask(voteFor(3))).status).toBe(201);
});

/** Sends the pieces one after another. @returns the response statuses */
async function statusesOf(count: number, ...pieces: string[]): Promise<string[]> {
  const socket = connect(app.port, "127.0.0.1").setNoDelay(true);
  await once(socket, "connect");
  let answers = "";
  socket.on("data", (chunk) => (answers += chunk.toString()));
  for (const piece of pieces) await new Promise((sent) => socket.write(piece, sent));
  const statuses = () => answers.match(/(?<=HTTP\/1\.1 )\d+/g) ?? [];
  while (statuses().length < count) await once(socket, "data");
  socket.destroy();
  return statuses();
}

it("reads votes that come in pieces, or several at once", async () => {
  const { path } = voteFor(2);
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 17\r\n\r\n`;
  expect(await statusesOf(1, head, '{"isUp', 'vote":true}')).toEqual(["201"]);
  const asking = head.replace("Host", "Expect: 100-continue\r\nHost");
  expect(await statusesOf(2, asking, '{"isUpvote":true}')).toEqual(["100", "201"]);
  const whole = `${head}{"isUpvote":true}`;
  const wrong = `${head}{"isUpvote":1234}`;
  expect(await statusesOf(4, whole + wrong + whole + whole)).toEqual(["201", "400", "201", "201"]);
});
