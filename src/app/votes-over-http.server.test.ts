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
