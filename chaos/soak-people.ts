/**
 * What the visitors and the administrator of the soak test do, at the intervals of the specification
 * (everywhere.md#polling).
 */
import sharp from "sharp";
import { ADMINISTRATOR } from "../e2e/server-process.ts";
import { ensure } from "./experiment.ts";
import type { Browser } from "./soak-browser.ts";

export interface Listed {
  ev: { id: number; make: string };
  trim: { rowId: number; trim: string };
}

/** Returns random numbers from 0 to below 1. */
type Chance = () => number;

/** Repeats some work until the soak test ends; failures are recorded in the tally. */
type Every = (ms: number, work: () => Promise<unknown>) => void;

/** The kind of an open page, which determines how often it polls. */
export type PageKind = "stream" | "table" | "card" | "phone" | "detail" | "detail-phone";
const POLL_MS: Readonly<Record<PageKind, number>> = {
  stream: 30_000,
  table: 2_000,
  card: 5_000,
  phone: 30_000,
  detail: 2_000,
  "detail-phone": 5_000,
};
/** How long a visitor stays on a page. */
const NEXT_PAGE_MS = 150_000;
const STREAM_CUT_MS = 300_000;
const OPINION_MS = 600_000;
/** Number of votes after which a visitor discards their cookies. */
const VOTES_OF_A_VISITOR = 25;

interface VisitorOptions {
  browser: Browser;
  kind: PageKind;
  every: Every;
  chance: Chance;
  /** the latest entries of the catalogue, shared by all visitors */
  entries: () => readonly Listed[];
}

function pick<T>(chance: Chance, choices: readonly T[]): T {
  const chosen = choices[Math.floor(chance() * choices.length)];
  if (chosen === undefined) throw new Error("There is nothing to choose from.");
  return chosen;
}

/** Picks a page's address, in the proportions in which people would open pages. */
function somePage(chance: Chance, entries: readonly Listed[]): string {
  const { ev, trim } = pick(chance, entries);
  const miles = 150 + Math.floor(chance() * 80) * 5;
  return pick(chance, [
    "/",
    "/",
    `/?make=${encodeURIComponent(ev.make)}`,
    `/?minRange=${miles}`,
    `/?maxPrice=${30_000 + Math.floor(chance() * 400) * 1000}&sort=price&order=asc`,
    `/?search=${encodeURIComponent(trim.trim)}`,
    "/?quick=cheapest",
    `/ev/${ev.id}`,
    `/ev/${ev.id}?trim=0&trimName=${encodeURIComponent(trim.trim)}`,
    "/compare",
    `/compare?ev=${trim.rowId},${pick(chance, entries).trim.rowId}`,
    "/space",
    `/no/such/page/${Math.floor(chance() * 1e6)}`,
  ]);
}

async function openPage({ browser, chance, entries }: VisitorOptions): Promise<void> {
  const page = await browser.getAgain(somePage(chance, entries()));
  await browser.getAgain("/api/evs");
  await browser.getAgain("/api/votes");
  await browser.get("/api/votes/mine");
  const { ev } = pick(chance, entries());
  await browser.get(`/api/evs?minRange=${100 + Math.floor(chance() * 400)}&limit=24`);
  await browser.getAgain(`/api/evs/${ev.id}/reviews`);
  // Like a browser, request the files that the document names.
  const pictures = page.text().match(/\/(?:images|assets)\/[\w./,:-]+/g) ?? [];
  for (const path of [...new Set(pictures)].slice(0, 6)) await browser.getAgain(path);
  await browser.getAgain(`/images/cars/${ev.make.toLowerCase().replace(/\W/g, "")}/x.webp`);
}

/** Starts a visitor who stays active until the soak test ends. */
export function visit(options: VisitorOptions): void {
  const { browser, kind, every, chance, entries } = options;
  const model = () => pick(chance, entries()).ev.id;
  const isDetail = kind === "detail" || kind === "detail-phone";
  let shown = model();
  every(POLL_MS[kind], () =>
    isDetail
      ? browser.get(`/api/evs/${shown}/direct?_=${Date.now()}`)
      : browser.getAgain("/api/evs"),
  );
  every(NEXT_PAGE_MS, async () => {
    shown = model();
    await openPage(options);
  });
  if (kind === "stream") {
    browser.listen((name) => {
      void browser.getAgain(name === "votes" ? "/api/votes" : "/api/evs").catch(() => undefined);
    });
    every(STREAM_CUT_MS, async () => browser.cutStream());
  }
  const voted = new Set<number>();
  every(OPINION_MS, async () => {
    const id = model();
    if (voted.size === VOTES_OF_A_VISITOR) {
      browser.forget();
      voted.clear();
    }
    if (!voted.has(id)) await browser.send("POST", `/api/evs/${id}/votes`, '{"isUpvote":true}');
    voted.add(id);
    if (chance() > 0.2) return;
    const rating = 1 + (voted.size % 5);
    const review = { userName: "Somebody", rating, comment: "As it was typed." };
    await browser.send("POST", `/api/evs/${id}/reviews`, JSON.stringify(review));
  });
}

const IMPORTED_ROWS = 200;

function importedFile(): FormData {
  const rows = Array.from(
    { length: IMPORTED_ROWS },
    (_, at) => `Soaked ${at % 7},Model ${at >> 2},Trim ${at},2026,${40_000 + at},${250 + at},SUV`,
  );
  const text = ["make,model,trim,year,price,range,bodyType", ...rows].join("\n");
  const form = new FormData();
  form.set("file", new Blob([text], { type: "text/csv" }), "soak.csv");
  return form;
}

/** Starts the administrator, who edits, imports and deletes again, moderates and uploads pictures. */
export async function administer(
  browser: Browser,
  { every, chance, entries }: Pick<VisitorOptions, "every" | "chance" | "entries">,
): Promise<void> {
  const signIn = async () => {
    const { status } = await browser.send("POST", "/api/login", JSON.stringify(ADMINISTRATOR));
    ensure(status === 200, `The administrator cannot sign in: ${status}`);
  };
  await signIn();
  const json = async (path: string) => JSON.parse((await browser.get(path)).text());
  every(5_000, async () => {
    const { rowId } = pick(chance, entries()).trim;
    const change = { price: 30_000 + Math.floor(chance() * 1000) * 100, zeroToSixty: "4.5" };
    await browser.send("PUT", `/api/evs/${rowId}?_=${Date.now()}`, JSON.stringify(change));
    await browser.get(`/api/evs/${rowId}/direct?_=${Date.now()}`);
  });
  every(30_000, () => browser.get("/api/evs?view=admin&page=1&pageSize=10"));
  every(300_000, async () => {
    await browser.send("POST", "/api/evs/upload", importedFile());
    const { evs } = (await json("/api/evs?view=admin&search=soaked")) as { evs: { id: number }[] };
    for (const { id } of evs) await browser.send("DELETE", `/api/evs/${id}`, null);
  });
  every(240_000, async () => {
    const { reviews } = (await json("/api/reviews?limit=20")) as { reviews: { id: number }[] };
    for (const { id } of reviews.slice(5)) await browser.send("DELETE", `/api/reviews/${id}`, null);
    await browser.get("/api/activity");
    await browser.get("/api/evs.csv");
  });
  every(420_000, async () => {
    const colour = { r: Math.floor(chance() * 256), g: Math.floor(chance() * 256), b: 60 };
    const picture = await sharp({
      create: { width: 1200, height: 800, channels: 3, background: colour },
    })
      .jpeg()
      .toBuffer();
    const form = new FormData();
    form.set("image", new Blob([new Uint8Array(picture)], { type: "image/jpeg" }), "car.jpg");
    const stored = await browser.send("POST", "/api/upload-image", form);
    const { url } = JSON.parse(stored.text()) as { url: string };
    await browser.get(url);
    await browser.get(url.replace("w_800", "w_400"));
  });
  every(600_000, async () => {
    await browser.send("POST", "/api/logout", null);
    await browser.send("POST", "/api/login", '{"username":"admin","password":"not this one"}');
    await signIn();
  });
}
