import type { FastifyInstance } from "fastify";
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { GRACE } from "../../test/accounts.ts";
import { openAppOnPostgres, signInTo } from "../../test/whole-app.ts";
import { findPostgres } from "../../test/postgres.ts";
import { startPair } from "../../test/postgres-pair.ts";
import { startProxy } from "../../test/proxy.ts";
import type { Ev, EvListEntry } from "../domain/vehicle.ts";
import { openQuietly } from "../../test/databases.ts";
import { callApp } from "../../test/call-app.ts";

const PROGRAMS = findPostgres() ?? "";
const RECOVERY_MS = 30_000;

/** Keeps voting and changing one price through an instance until it is stopped. */
function startWriting(app: FastifyInstance, entry: EvListEntry, headers: { cookie: string }) {
  const { ev, trim } = entry;
  const stopping = new AbortController();
  const written = { votes: 0, votesSent: 0, price: 0, pricesSent: new Set<number>() };
  async function write(): Promise<void> {
    while (!stopping.signal.aborted) {
      written.votesSent += 1;
      const url = `/api/evs/${ev.id}/votes`;
      const voted = await callApp(app, "POST", url, {}, { isUpvote: true });
      expect(voted.statusCode).toBeOneOf([201, 503]);
      if (voted.statusCode === 201) written.votes += 1;

      const price = 40_000 + written.votesSent;
      written.pricesSent.add(price);
      const edited = await callApp(app, "PUT", `/api/evs/${trim.rowId}`, headers, { price });
      expect(edited.statusCode).toBeOneOf([200, 503]);
      if (edited.statusCode !== 200) continue;
      written.price = price;
      written.pricesSent.clear();
    }
  }
  const writing = write();
  return {
    entry,
    written,
    /** Resolves once that many more votes have been acknowledged. */
    async acknowledges(more: number) {
      const wanted = written.votes + more;
      await vi.waitFor(() => expect(written.votes).toBeGreaterThanOrEqual(wanted), {
        timeout: RECOVERY_MS,
      });
    },
    async stop() {
      stopping.abort();
      await writing;
    },
  };
}

test.runIf(PROGRAMS).each([
  ["is killed", "SIGKILL"],
  // Its connections stay open.
  ["hangs", "SIGSTOP"],
] as const)(
  "a primary behind one address %s, its standby is promoted: no restart, and nothing acknowledged is lost",
  async (_name, signal) => {
    const pair = await startPair(PROGRAMS, onTestFinished);
    const alone = { dataDir: "unused", databaseUrl: pair.standby, starterCatalogue: true };
    await expect(openQuietly(alone)).rejects.toThrow(
      /^DATABASE_URL: the database at .+ cannot be used: it is a standby, which takes no writes\.$/,
    );

    const proxy = await startProxy(pair.primary);
    onTestFinished(() => proxy.stop());
    const [here, there] = [await openAppOnPostgres(proxy.url), await openAppOnPostgres(proxy.url)];
    const list = (await here.inject("/api/evs")).json<EvListEntry[]>();
    const cookie = await signInTo(here, GRACE);
    // Each has its own model and knows its last price.
    const [one, other] = list.filter(({ trim }) => trim.index === 0);
    if (!one || !other) throw new Error("The starter catalogue has two models.");
    const writers = [startWriting(here, one, { cookie }), startWriting(there, other, { cookie })];

    await Promise.all(writers.map(({ acknowledges }) => acknowledges(20)));
    pair.signalPrimary(signal);
    proxy.forwardTo(pair.standby);
    // The standby does not accept writes yet; readers notice nothing.
    expect((await there.inject("/api/evs")).statusCode).toBe(200);
    await pair.promoteStandby();
    await Promise.all(writers.map(({ acknowledges }) => acknowledges(20)));
    await Promise.all(writers.map(({ stop }) => stop()));

    const promoted = new pg.Client({ connectionString: pair.standby });
    await promoted.connect();
    onTestFinished(() => promoted.end());
    for (const { entry, written } of writers) {
      const { ev, trim } = entry;
      const { rows } = await promoted.query<{ votes: number; price: number }>(
        `select (select count(*) from votes where model_id = ${ev.id})::int as votes,
          (select price from ev_rows where id = ${trim.rowId}) as price`,
      );
      const [found] = rows;
      expect(found?.votes).toBeGreaterThanOrEqual(written.votes);
      expect(found?.votes).toBeLessThanOrEqual(written.votesSent);
      expect([written.price, ...written.pricesSent]).toContain(found?.price);
      // Both show the data of the promoted server.
      for (const app of [here, there]) {
        await expect
          .poll(async () => (await app.inject(`/api/evs/${ev.id}/votes`)).json())
          .toMatchObject({ total: found?.votes });
        const { trims } = (await app.inject(`/api/evs/${ev.id}`)).json<Ev>();
        expect(trims[0]?.price).toBe(found?.price);
      }
    }
  },
  90_000,
);
