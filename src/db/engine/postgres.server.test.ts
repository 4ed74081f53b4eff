import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { freshPostgres } from "../../../test/databases.ts";
import { startProxy } from "../../../test/proxy.ts";
import { openDatabase } from "../database.server.ts";
import { asLongWork, withoutSharedLimit, withSharedLimit } from "../database-wait.server.ts";

const POSTGRES = process.env["TEST_DATABASE_URL"];

async function openThroughProxy() {
  const env = await freshPostgres(POSTGRES ?? "");
  const proxy = await startProxy(env.databaseUrl ?? "");
  const database = await openDatabase({ ...env, databaseUrl: proxy.url }, () => undefined);
  onTestFinished(async () => {
    await database.close();
    await proxy.stop();
  });
  const setVersion = (version: number) =>
    database.write.updateTable("catalogue").set({ version }).execute();
  return { proxy, database, setVersion };
}

test.runIf(POSTGRES)("a connection that was not answered in time serves nobody else", async () => {
  const { proxy, database } = await openThroughProxy();
  const { write } = database;
  proxy.behave({ delayMs: 1_500 });
  const late = sql<{ word: string }>`select 'late' as word`.execute(write);
  await expect(late).rejects.toMatchObject({ status: 503 });
  proxy.behave({});
  // Meanwhile the late answer arrives.
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{ word: string }>`select 'next' as word`.execute(write);
      expect(rows).toEqual([{ word: "next" }]);
    },
    { timeout: 10_000 },
  );
});

test.runIf(POSTGRES)("a statement behind a lock waits only where work is long", async () => {
  const { database, setVersion } = await openThroughProxy();
  const holder = await database.write.startTransaction().execute();
  await holder.updateTable("catalogue").set({ version: 5 }).execute();
  const started = performance.now();
  await expect(setVersion(6)).rejects.toMatchObject({ status: 503 });
  expect(performance.now() - started).toBeLessThan(2_000);

  const long = asLongWork(() => setVersion(7));
  // Others wait while this process runs long work.
  const beside = setVersion(7);
  await setTimeout(1_500);
  await holder.rollback().execute();
  await Promise.all([long, beside]);
});

test.runIf(POSTGRES)(
  "work for many requests is not limited by what one of them has waited",
  async () => {
    const { proxy, database } = await openThroughProxy();
    const ask = () => sql`select 1`.execute(database.write);
    proxy.behave({ delayMs: 400 });
    await withSharedLimit({ totalMs: 10_000, countedUntil: 0 }, async () => {
      await withoutSharedLimit(ask);
      await expect(ask()).rejects.toMatchObject({ status: 503 });
    });
  },
);
