import type { Locator, Page } from "@playwright/test";

import { openDatabase, type Database } from "../src/db/database.server.ts";
import { changeCatalogue } from "../src/db/database-changes.server.ts";
import { findPostgres, startPostgres } from "../test/postgres.ts";
import { cardsOf } from "./discover.ts";
import { expect, test as base } from "./fixtures.ts";

const CAR = { make: "Lucid", model: "Air", trim: "Grand Touring" };
/** Extra time on top of a limit, for the network, the database and rendering. */
export const ALLOWANCE_MS = 1_500;

interface LiveFixtures {
  postgresUrl: string;
  /** another instance of the app, on the database of the one under test */
  other: Database;
}

/** Runs every test on a PostgreSQL database that two instances share. */
export const test = base.extend<object, LiveFixtures>({
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
export function nextSeconds(): { value: number; text: string } {
  seconds += 1;
  return { value: seconds, text: `${seconds.toFixed(1)}s` };
}

export async function modelId({ read }: Database): Promise<number> {
  const { id } = await read
    .selectFrom("models")
    .select("id")
    .where("make", "=", CAR.make)
    .where("model", "=", CAR.model)
    .executeTakeFirstOrThrow();
  return id;
}

/** Writes through the other instance, as an administrator's call would. */
export async function changeZeroToSixty(other: Database, value: number): Promise<void> {
  const id = await modelId(other);
  await changeCatalogue(other, async (transaction) => {
    await transaction
      .updateTable("ev_rows")
      .set({ zero_to_sixty: value, acceleration: value })
      .where("model_id", "=", id)
      .execute();
  });
}

export function cardOf(page: Page): Locator {
  return cardsOf(page).filter({
    has: page.getByRole("link", { name: `${CAR.make} ${CAR.model}`, exact: true }),
  });
}

/** Opens a page and waits until it listens for events or knows that it cannot. */
export async function openListening(page: Page, address: string): Promise<void> {
  const stream = page.waitForRequest("**/api/events");
  await page.goto(address);
  const request = await stream;
  await request.response().catch(() => null);
}

export async function blockStream(page: Page): Promise<void> {
  await page.route("**/api/events", (route) => route.abort());
}

/** Advances a page's stopped clock in small steps until a condition holds. */
export async function tickUntil(page: Page, isSo: () => Promise<boolean>): Promise<void> {
  const tick = async () => {
    await page.clock.runFor(10);
    return isSo();
  };
  await expect.poll(tick, { intervals: [10] }).toBe(true);
}

/**
 * Runs in the page: records when it read the list, in milliseconds of its own clock since it began to listen
 * for events, or 0 for reads before that. Also records that it listens.
 */
export function noteListReads(): void {
  const reads: number[] = [];
  let opened = 0;
  const { EventSource: Source, fetch: read } = window;
  window.EventSource = class extends Source {
    constructor(...args: ConstructorParameters<typeof Source>) {
      super(...args);
      opened ||= Date.now();
      document.documentElement.dataset["listens"] = "";
    }
  };
  window.fetch = (...args) => {
    if (typeof args[0] === "string" && /^\/api\/evs(\?_=\d+)?$/.test(args[0])) {
      reads.push(opened === 0 ? 0 : Date.now() - opened);
      document.documentElement.dataset["listReads"] = reads.join(" ");
    }
    return read(...args);
  };
}

/** Whole seconds between requests to an address. */
export async function gapsBetween(page: Page, address: RegExp, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index++) {
    await page.waitForRequest((request) => address.test(request.url()));
    times.push(Date.now());
  }
  return times.slice(1).map((time, index) => Math.round((time - (times[index] ?? 0)) / 1000));
}

/** Simulates what the browser does when its tab goes to the background or comes back. */
export async function setVisibility(page: Page, state: "hidden" | "visible"): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => value });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  }, state);
}
