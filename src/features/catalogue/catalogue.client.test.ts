import type { AddressInfo } from "node:net";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { openDatabase } from "../../server/database.server.ts";
import { freshSqlite } from "../../server/test-databases.ts";
import { createQueryClient, evQuery, evsQuery } from "./catalogue.client.ts";
import { inputs, openTestCatalogue, type TestCatalogue } from "./test-catalogue.ts";

let site: TestCatalogue;

/** A browser resolves paths against its page; here the page is the test's own server. */
beforeEach(async () => {
  const database = await openDatabase(await freshSqlite());
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

it("reads one model, by the id of its row too", async () => {
  const client = createQueryClient();
  const { rows } = await site.store.readCatalogue();
  const row = rows.find(({ model }) => model === "EQB");
  const ev = await client.fetchQuery(evQuery(row?.id ?? 0));
  expect(ev).toMatchObject({ id: row?.modelId, make: "Mercedes-Benz" });
  client.clear();
});

it("fails without a second try, with the text of §8", async () => {
  const client = createQueryClient();
  await expect(client.fetchQuery(evQuery(999_999))).rejects.toThrow("404: Vehicle not found");
  expect(client.getDefaultOptions().queries).toMatchObject({
    retry: false,
    refetchOnWindowFocus: false,
    staleTime: Infinity,
  });
  client.clear();
});
