import type { Locator, Page } from "@playwright/test";

import { openDatabase, type Database } from "../src/db/database.server.ts";
import { changeCatalogue } from "../src/db/database-changes.server.ts";
import { findPostgres, startPostgres } from "../test/postgres.ts";
import { cardsOf, LIST_CALL } from "./discover.ts";
import { expect, openListening, partOf, pressFirst, test as base } from "./fixtures.ts";

const CAR = { make: "Lucid", model: "Air", trim: "Grand Touring" };
/** Extra time on top of a limit, for the network, the database and rendering. */
const ALLOWANCE_MS = 1_500;

interface LiveFixtures {
  postgresUrl: string;
  /** another instance of the app, on the database of the one under test */
  other: Database;
}

/** Runs every test on a PostgreSQL database that two instances share. */
const test = base.extend<object, LiveFixtures>({
  postgresUrl: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names from the braces
    async ({}, provide) => {
      const programs = findPostgres();
      if (!programs) throw new Error("PostgreSQL was not found.");
      const postgres = await startPostgres(programs);
      await provide(postgres.url);
      await postgres.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  serverEnv: [
    async ({ postgresUrl }, provide) => provide({ DATABASE_URL: postgresUrl }),
    { scope: "worker" },
  ],
  other: [
    async ({ postgresUrl, site }, provide) => {
      await fetch(site.origin); // The first request waits until the instance has filled the database.
      const database = await openDatabase(
        {
          databaseUrl: postgresUrl,
          dataDir: "unused",
          starterCatalogue: true,
        },
        () => undefined,
      );
      await provide(database);
      await database.close();
    },
    { scope: "worker" },
  ],
});

/** The last 0-60 time in seconds; each call gives one that no other test uses. */
let seconds = 20;
function nextSeconds(): { value: number; text: string } {
  seconds += 1;
  return { value: seconds, text: `${seconds.toFixed(1)}s` };
}

async function modelId({ read }: Database): Promise<number> {
  const { id } = await read
    .selectFrom("models")
    .select("id")
    .where("make", "=", CAR.make)
    .where("model", "=", CAR.model)
    .executeTakeFirstOrThrow();
  return id;
}

/** Writes through the other instance, as an administrator's call would. */
async function changeZeroToSixty(other: Database, value: number): Promise<void> {
  const id = await modelId(other);
  await changeCatalogue(other, async (transaction) => {
    await transaction
      .updateTable("ev_rows")
      .set({ zero_to_sixty: value, acceleration: value })
      .where("model_id", "=", id)
      .execute();
  });
}

function cardOf(page: Page): Locator {
  return cardsOf(page).filter({
    has: page.getByRole("link", { name: `${CAR.make} ${CAR.model}`, exact: true }),
  });
}

/** Whole seconds between requests to an address. */
async function gapsBetween(page: Page, address: RegExp, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index++) {
    await page.waitForRequest((request) => address.test(request.url()));
    times.push(Date.now());
  }
  return times.slice(1).map((time, index) => Math.round((time - (times[index] ?? 0)) / 1000));
}

/** Simulates what the browser does when its tab goes to the background or comes back. */
async function setVisibility(page: Page, state: "hidden" | "visible"): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => value });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  }, state);
}

test("a change reaches a section that nobody has come near", async ({ page, other }) => {
  await openListening(page, "/");
  await expect(partOf(page, "saving")).not.toHaveAttribute("data-hydrated");
  await changeZeroToSixty(other, nextSeconds().value);
  await expect(partOf(page, "saving")).toHaveAttribute("data-hydrated");
});

test("a change shows in every open page @main", async ({ page, guest: second, other }) => {
  const id = await modelId(other);
  await openListening(page, "/?make=Lucid");
  await openListening(second, `/ev/${id}`);
  const figures = second.locator("dl").first();
  await expect(cardOf(page)).toBeVisible();

  const { value, text } = nextSeconds();
  await changeZeroToSixty(other, value);
  const inTime = { timeout: 2_000 };
  await expect(cardOf(page)).toContainText(text, inTime);
  await expect(cardOf(page).getByText("just updated")).toBeAttached();
  await expect(figures).toContainText(text, inTime);
  await expect(cardOf(page).getByText("just updated")).toHaveCount(0);
  await expect(figures.getByText("just updated")).toHaveCount(0);
  await second.close();

  // The mark stays for 1.5 s by the fake clock (everywhere.md#live-data). A timer renders what was fetched.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const mark = cardOf(page).getByText("just updated");
  await changeZeroToSixty(other, nextSeconds().value);
  await expect(async () => {
    await page.clock.runFor(10);
    await expect(mark).toBeAttached({ timeout: 200 });
  }).toPass({ intervals: [10] });
  await page.clock.runFor(1_450);
  await expect(mark).toBeAttached();
  await page.clock.runFor(60);
  await expect(mark).toHaveCount(0);
});

test("a page in the background listens to nobody and catches up", async ({ page, other }) => {
  await openListening(page, "/?make=Lucid");
  // Wait for the page's own reads, which are not caused by an event.
  await page.waitForLoadState("networkidle");
  await setVisibility(page, "hidden");
  const { value, text } = nextSeconds();
  let reads = 0;
  page.on("request", (request) => (reads += request.url().includes("/api/ev") ? 1 : 0));
  await changeZeroToSixty(other, value);
  // When another listening page shows the change, the event has reached everybody.
  const witness = await page.context().newPage();
  await openListening(witness, "/?make=Lucid");
  await expect(cardOf(witness)).toContainText(text);
  await expect(cardOf(page)).not.toContainText(text);
  expect(reads).toBe(0);
  await setVisibility(page, "visible");
  await expect(cardOf(page)).toContainText(text);
});

test("the list is stale after 10 s: read again on focus", async ({ page }) => {
  await page.clock.install();
  let reads = 0;
  page.on("response", (response) => (reads += LIST_CALL.test(response.url()) ? 1 : 0));
  await openListening(page, "/");
  // The page reads the list itself, and once more if it missed something before the stream opened.
  await page.waitForLoadState("networkidle");
  expect(reads).toBeGreaterThan(0);
  reads = 0;
  /** A second page keeps the stream open. */
  const comeBack = async () => {
    await pressFirst(page, /reviews?(?: yet)? of the/, "link");
    await page.getByRole("link", { name: "Back to Showcase" }).click();
    await expect(page.getByRole("heading", { name: "Rankings" })).toBeVisible();
  };
  await setVisibility(page, "visible");
  await comeBack();
  expect(reads).toBe(0);
  await page.clock.fastForward(10_000);
  await setVisibility(page, "visible");
  await expect.poll(() => reads).toBe(1);
  await comeBack();
  expect(reads).toBe(1);
  await page.clock.fastForward(10_000);
  await comeBack();
  await expect.poll(() => reads).toBe(2);
});

test.describe("with the stream blocked", () => {
  test.beforeEach(async ({ page, allowConsole }) => {
    allowConsole(/^Failed to load resource: net::ERR_FAILED/);
    await page.route("**/api/events", (route) => route.abort());
  });

  test("the table asks every 2 seconds, once for the page @desktop", async ({ page, other }) => {
    await openListening(page, "/?make=Lucid");
    await expect(cardOf(page)).toBeVisible();
    const { value, text } = nextSeconds();
    await changeZeroToSixty(other, value);
    await expect(cardOf(page)).toContainText(text, { timeout: 2_000 + ALLOWANCE_MS });
    expect(await gapsBetween(page, LIST_CALL, 3)).toEqual([2, 2]);
  });

  test("the detail page asks the database", async ({ page, other, isMobile }) => {
    await openListening(page, `/ev/${await modelId(other)}`);
    const everyMs = isMobile ? 5_000 : 2_000;
    const { value, text } = nextSeconds();
    await changeZeroToSixty(other, value);
    const figures = page.locator("dl").first();
    await expect(figures).toContainText(text, { timeout: everyMs + ALLOWANCE_MS });
    const gaps = await gapsBetween(page, /\/api\/evs\/\d+\/direct\?_=\d+$/, 2);
    expect(gaps).toEqual([everyMs / 1000]);
  });

  test("a page in the background does not ask", async ({ page, other }) => {
    await page.clock.install();
    await openListening(page, `/ev/${await modelId(other)}`);
    await setVisibility(page, "hidden");
    let reads = 0;
    page.on("request", (request) => (reads += request.url().includes("/direct") ? 1 : 0));
    const { value, text } = nextSeconds();
    await changeZeroToSixty(other, value);
    await page.clock.runFor(60_000);
    expect(reads).toBe(0);
    await setVisibility(page, "visible");
    await expect(page.locator("dl").first()).toContainText(text);
    expect(reads).toBe(1);
  });
});
