import { expect, it, vi } from "vitest";
import {
  createSnapshotReader,
  type Snapshot,
} from "../features/catalogue/catalogue-snapshot.server.ts";
import { fillStarterCatalogue } from "../features/catalogue/starter-catalogue.server.ts";
import { createReviewStore, type ReviewStore } from "../features/reviews/review.store.server.ts";
import type { BodyPart } from "../server/compression.server.ts";
import { openDatabase } from "../server/database.server.ts";
import { freshSqlite } from "../../test/databases.ts";
import { createRowStore } from "../vehicle/row.store.server.ts";
import { createVehicleStore } from "../vehicle/vehicle.store.server.ts";

const user = null;
const ASSETS = { scripts: [], styles: [], preloads: [] };
const SITE = { publicUrl: null, imageHost: null };
const SHEETS: string[] = [];
const VOTES = { version: 1, byModel: new Map([[2, { upvotes: 7, downvotes: 0, total: 7 }]]) };
const PATHS = ["/", "/?make=Kia", "/compare", "/ev/1"];

async function openCatalogue() {
  const database = await openDatabase(await freshSqlite());
  const store = createVehicleStore(database);
  await fillStarterCatalogue(store);
  return {
    database,
    reader: createSnapshotReader(store),
    rows: createRowStore(database),
    reviews: createReviewStore(database),
  };
}

/** Renders pages by modules that know of no page before. */
async function createRenderer(reviews: ReviewStore) {
  vi.resetModules();
  const { renderDocument } = await import("./entry.server.tsx");
  const { readPage } = await import("./page-queries.server.ts");
  const { loadWholePage, matchPage } = await import("./pages.ts");
  // What they load later would be modules of the next renderer.
  for (const path of PATHS) await loadWholePage(matchPage(path.replace(/\?.*/, "")).page);
  return async (snapshot: Snapshot, address: string): Promise<readonly BodyPart[]> => {
    const [path = "", search = ""] = address.split("?");
    const page = readPage({ snapshot, votes: VOTES, reviews }, path, search);
    const queries = await page.queries();
    const data = {
      assets: ASSETS,
      device: "other" as const,
      presentYear: 2026,
      site: SITE,
      queries,
    };
    return (await renderDocument(data, page, SHEETS, snapshot.evs)).parts;
  };
}

const htmlOf = (parts: readonly BodyPart[]) => parts.map(({ bytes }) => bytes.toString()).join("");

it("is what would be rendered from scratch, whatever has changed", async () => {
  const { rows, database, reader, reviews } = await openCatalogue();
  const render = await createRenderer(reviews);
  const first = await reader.read();
  const [leader] = await first.matches();
  const last = first.evs.at(-1)?.trims[0]?.rowId ?? 0;
  for (const path of PATHS) await render(first, path);
  const changes = [
    // Only the chart shows it.
    () => rows.updateRow(last, { price: 43_210 }, { user }),
    () => rows.updateRow(leader?.shown.rowId ?? 0, { price: 98_765, range: 444 }, { user }),
    async () => {
      await rows.deleteRow(leader?.shown.rowId ?? 0, { user });
      await rows.updateRow(last, { bodyType: "Minivan", price: 1_000_000 }, { user });
    },
  ];
  for (const change of changes) {
    await change();
    const snapshot = await reader.read();
    const afresh = await createRenderer(reviews);
    for (const path of PATHS) {
      const html = htmlOf(await render(snapshot, path));
      expect(html === htmlOf(await afresh(snapshot, path)), path).toBe(true);
    }
  }
  await database.close();
});

it("is the same bytes again where nothing that it shows has changed", async () => {
  const { rows, database, reader, reviews } = await openCatalogue();
  const render = await createRenderer(reviews);
  const before = await reader.read();
  const pagesBefore = await Promise.all(PATHS.map((path) => render(before, path)));
  const last = before.evs.at(-1)?.trims[0]?.rowId ?? 0;
  await rows.updateRow(last, { price: 43_210 }, { user });
  const after = await reader.read();
  const pages = await Promise.all(PATHS.map((path) => render(after, path)));
  const [home = [], , compare, detail] = pages;
  expect(compare).toBe(pagesBefore[2]);
  expect(detail).toBe(pagesBefore[3]);
  const isNew = home.filter((part) => !pagesBefore[0]?.includes(part));
  const sizeOf = (parts: readonly BodyPart[]) =>
    parts.reduce((sum, { bytes }) => sum + bytes.length, 0);
  expect(isNew.length).toBeGreaterThan(0);
  expect(sizeOf(isNew) / sizeOf(home)).toBeLessThan(0.1);
  await database.close();
});

it("forgets pages of which there is no end, those of hardly any data too, and no others", async () => {
  vi.resetModules();
  const { renderDocument } = await import("./entry.server.tsx");
  const assets = { ...ASSETS, styles: ["/assets/site.css"] };
  const data = { assets, device: "other" as const, presentYear: 2026, site: SITE, queries: [] };
  const sheets = [`.of{--sheet:"${"a".repeat(1024 * 1024)}"}`];
  const render = (path: string, search = "") => renderDocument(data, { path, search }, sheets, []);
  await render("/ai");
  await render("/ev/1");
  expect((await render("/ev/1")).isAgain).toBe(true);
  for (let id = 2; id <= 9; id++) {
    await render(`/ev/${id}`);
    await render("/ai", `?id=${id}`);
  }
  expect((await render("/ev/1")).isAgain).toBe(false);
  expect((await render("/ai")).isAgain).toBe(true);
});
