import { expect, it, vi } from "vitest";
import { createRateLimits } from "../../server/rate-limit.server.ts";
import { describeOnEachEngine } from "../../../test/databases.ts";
import type { Database } from "../../db/database.server.ts";
import { createVoteStore } from "../ranking/votes.db.server.ts";
import { createVehicleStore } from "../catalogue/vehicles.db.server.ts";
import { inputs, openTestApp } from "../../../test/catalogue.ts";
import { decorateWith } from "../../app/services.server.ts";
import { liveRoutes, STREAMS_PER_ADDRESS } from "./live.routes.server.ts";
import { openStream } from "../../../test/stream.ts";

async function openLive(database: Database) {
  const opened = await openTestApp(database);
  decorateWith(opened.app, { rateLimits: createRateLimits({ rateLimits: 1 }) });
  opened.app.register(liveRoutes);
  await opened.app.listen({ port: 0, host: "127.0.0.1" });
  return opened;
}

describeOnEachEngine("the event stream", ({ open, freshEnv, engine }) => {
  it("tells of each change, uncompressed and unbuffered", async () => {
    const database = await open();
    const { app, store } = await openLive(database);
    const stream = await openStream(app);
    expect(stream.status).toBe(200);
    expect(stream.headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
      "x-content-type-options": "nosniff",
    });
    expect(stream.headers["content-encoding"]).toBeUndefined();
    const start = await stream.until(/all/);
    const first = await store.version();
    expect(start).toBe(
      `retry: 2000\n\nevent: all\ndata: {"version":${first},"votes":"${first}.0"}\n\n`,
    );

    await store.insertRows(inputs({ trim: "First" }));
    const version = await store.version();
    const text = await stream.until(/event: catalogue/);
    expect(text).toContain(`\n\nevent: catalogue\ndata: {"version":${version}}\n\n`);
    const { modelId } = (await store.findRow(1)) ?? { modelId: 0 };
    await createVoteStore(database).cast({ modelId, visitor: "v", isUpvote: true });
    const votesEvent = `\n\nevent: votes\ndata: {"version":${version},"votes":"${version}.1"}\n\n`;
    expect(await stream.until(/event: votes/)).toContain(votesEvent);
  });

  it("tells of changes that come fast together", async () => {
    const { app, store } = await openLive(await open());
    const stream = await openStream(app);
    await stream.until(/all/);
    for (const trim of ["a", "b", "c", "d"]) await store.insertRows(inputs({ trim }));
    const version = await store.version();
    const text = await stream.until(new RegExp(`"version":${version}}`));
    expect(text.match(/event: catalogue/g)?.length).toBeLessThan(4);
  });

  it("ends with the server", async () => {
    const { app } = await openLive(await open());
    const stream = await openStream(app);
    await stream.until(/all/);
    await app.close();
    await stream.ended;
  });

  it("has twenty listeners at one address", async () => {
    const { app } = await openLive(await open());
    const streams = await Promise.all(Array.from({ length: 20 }, () => openStream(app)));
    const refused = await openStream(app);
    expect(refused.status).toBe(429);
    expect(refused.headers["retry-after"]).toBe("30");
    expect(JSON.parse(await refused.until(/}$/))).toEqual({
      error: "Too many pages are open from your address. Please close some.",
    });
    streams[0]?.leave();
    // The server notices a moment later that a client has left.
    await vi.waitFor(async () => expect((await openStream(app)).status).toBe(200));
  });

  it("answers HEAD without a stream", async () => {
    const { app } = await openLive(await open());
    for (let times = 0; times <= STREAMS_PER_ADDRESS; times++) {
      const head = await app.inject({ method: "HEAD", url: "/api/events" });
      expect([head.statusCode, head.body]).toEqual([200, ""]);
      expect(head.headers["content-type"]).toBe("text/event-stream; charset=utf-8");
    }
  });

  // SQLite is used by a single process.
  it.runIf(engine === "postgres")("hears of other instances", { timeout: 20_000 }, async () => {
    const env = await freshEnv();
    const { app } = await openLive(await open(env));
    const stream = await openStream(app);
    await stream.until(/all/);
    const other = await open(env);
    await createVehicleStore(other).insertRows(inputs({ trim: "Elsewhere" }));
    const { modelId } = (await createVehicleStore(other).findRow(1)) ?? { modelId: 0 };
    await stream.until(/event: catalogue/);
    await createVoteStore(other).cast({ modelId, visitor: "v", isUpvote: true });
    await stream.until(/event: votes/);
  });
});
