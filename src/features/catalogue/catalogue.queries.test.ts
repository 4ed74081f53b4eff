import type { AddressInfo } from "node:net";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { freshSqlite, openQuietly } from "../../../test/databases.ts";
import { createQueryClient, evQuery, evsQuery, readDirect } from "./catalogue.queries.ts";
import { inputs, openTestCatalogue, readCatalogue } from "../../../test/catalogue.ts";

let site: Awaited<ReturnType<typeof openTestCatalogue>>;

/** Browsers resolve paths against their page; in this test they resolve against the test's own server. */
beforeEach(async () => {
  const database = await openQuietly(await freshSqlite());
  onTestFinished(() => database.close());
  site = await openTestCatalogue(database);
  await site.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = site.app.server.address() as AddressInfo;
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) =>
    fetch(new URL(path, `http://127.0.0.1:${port}`), init),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
});

it("reads the list as models and keeps what has not changed", async () => {
  const client = createQueryClient();
  const first = await client.fetchQuery(evsQuery);
  expect(first.map(({ model, trims }) => `${model} ${trims.length}`)).toEqual([
    "Air 1",
    "Model 3 2",
    "F-150 Lightning 2",
    "EV9 1",
    "EQB 1",
  ]);
  await client.invalidateQueries(evsQuery);
  expect(await client.fetchQuery(evsQuery)).toBe(first);

  await site.store.insertRows(inputs({ make: "Kia", model: "EV6", range: 1 }));
  await client.invalidateQueries(evsQuery);
  await client.fetchQuery(evsQuery);
  const changed = client.getQueryData(evsQuery.queryKey);
  expect(changed).toHaveLength(6);
  expect(changed?.[0]).toBe(first[0]);
  client.clear();
});

it("reads one model past every cache", async () => {
  const client = createQueryClient();
  const { rows } = await readCatalogue(site.store);
  const { id = 0 } = rows.find(({ model }) => model === "EQB") ?? {};
  const shown = await client.fetchQuery(evQuery(id));
  client.setQueryData(["history", id], { trims: [] });
  const isHistoryOld = () => client.getQueryState(["history", id])?.isInvalidated;
  await readDirect(client, id);
  // Nothing has changed, so the same object is kept and nothing renders again.
  expect(client.getQueryData(evQuery(id).queryKey)).toBe(shown);
  expect(isHistoryOld()).toBe(false);

  await site.store.insertRows(
    inputs({ make: "Mercedes-Benz", model: "EQB", trim: "350", bodyType: "Crossover" }),
  );
  await readDirect(client, id);
  expect(client.getQueryData(evQuery(id).queryKey)?.trims).toHaveLength(2);
  expect(isHistoryOld()).toBe(true);

  await readDirect(client, 999_999);
  expect(client.getQueryData(evQuery(999_999).queryKey)).toBeNull();
  client.clear();
});

it("keeps old data and says so where fresh data cannot be read (everywhere.md#polling)", async () => {
  const client = createQueryClient();
  const printed = vi.spyOn(console, "error").mockReturnValue(undefined);
  client.setQueryData(evQuery(7).queryKey, null);
  await readDirect(client, 7);
  expect(printed).not.toHaveBeenCalled();
  await site.app.close();
  await readDirect(client, 8);
  expect(printed).toHaveBeenCalledOnce();
  expect(client.getQueryData(evQuery(8).queryKey)).toBeUndefined();
  client.clear();
});

it("fails without a second try", async () => {
  const client = createQueryClient();
  await site.app.close();
  await expect(client.fetchQuery(evQuery(1))).rejects.toThrow();
  const queries = client.getDefaultOptions().queries;
  expect(queries).toMatchObject({ retry: false, refetchOnWindowFocus: false, staleTime: Infinity });
  client.clear();
});
