import type { Locator, Page } from "@playwright/test";

import type { EvListEntry } from "../src/domain/vehicle.ts";
import {
  brandOf,
  cardsOf,
  chipOf,
  chipsOf,
  countModels,
  expectMatching,
  expectModels,
  LIST_CALL,
  listOf,
  matchCountOf,
  namesOf,
  openDiscover,
  readEntries,
  searchBoxOf,
  showcaseOf,
} from "./discover.ts";
import { comeTo, expect, hold, test } from "./fixtures.ts";

/** Cards that are part of the served document. */
const LANDING_CARDS = 8;
/** limit for the uncompressed home page */
const DOCUMENT_BYTES = 220_000;

test("an empty list offers ways out @desktop", async ({ page }) => {
  const entries = await readEntries(page);
  await test.step("where nothing matches, one filter to loosen is offered", async () => {
    await openDiscover(page, "/?make=Fiat&minRange=400");
    await expectModels(page, 0);
    await expect(page.getByText("No model matches all of these filters")).toBeVisible();
    await expect(listOf(page)).toHaveCount(0);
    const fiats = countModels(entries, ({ ev }) => ev.make === "Fiat");
    const far = countModels(entries, ({ trim }) => (trim.range ?? 0) >= 400);
    const ways = page.getByRole("button", { name: /^Remove “/ });
    await expect(ways).toHaveText([
      new RegExp(`“Fiat”\\s*${far} models`),
      new RegExp(`“400\\+ miles”\\s*${fiats} model`),
    ]);
    await ways.first().click();
    await expectModels(page, far);
    await expect(matchCountOf(page)).toBeFocused();
    await expect(chipOf(page, "400+ miles")).toBeVisible();
  });
  await test.step("Reset all leads out of an empty list", async () => {
    await (await searchBoxOf(page)).fill("nothing like this");
    await expect(cardsOf(page)).toHaveCount(0);
    await page.getByRole("button", { name: "Reset all" }).last().click();
    await expect(chipsOf(page)).toHaveCount(0);
    await expectMatching(page, entries);
  });
  await test.step("trims without a price are counted and can be shown", async () => {
    const price = showcaseOf(page, "Price").getByRole("textbox", { name: /^Maximum price/ });
    await price.fill("60000");
    await price.press("Enter");
    const cheap = ({ trim }: EvListEntry) => !!trim.price && trim.price <= 60_000;
    const passing = new Set(entries.filter(cheap).map(({ ev }) => ev.id));
    const isCheapOrUnknown = (entry: EvListEntry) => cheap(entry) || !entry.trim.price;
    const leftOut = entries.filter(({ trim }) => !trim.price).length;
    expect(leftOut).toBeGreaterThan(1);
    await expectModels(page, passing.size);
    // The text appears above and below the list.
    const words = page.getByRole("paragraph");
    await expect(words.filter({ hasText: `${leftOut} more trims have no price.` })).toHaveCount(2);
    await page.getByRole("button", { name: "Show them, trims without a price" }).click();
    await expectMatching(page, entries, isCheapOrUnknown);
    await expect(page.getByText("Trims without a price are shown.")).toBeVisible();
    await expect(page).toHaveURL(/\?maxPrice=60000&missing=price$/);
    await page.getByRole("button", { name: "Hide them, trims without a price" }).click();
    await expectModels(page, passing.size);
  });
});

test("a newer list replaces the document's own @desktop", async ({ page }) => {
  for (const isNewer of [false, true])
    await test.step(isNewer ? "a newer list replaces" : "the document's own keeps", async () => {
      const isMarked = Promise.withResolvers<void>();
      await page.route(LIST_CALL, async (route) => {
        const response = await route.fetch();
        await isMarked.promise;
        if (!isNewer) return route.fulfill({ response });
        // The answer is meant for this reader only, so the test may change it.
        const entries = (await response.json()) as EvListEntry[];
        const json = entries.map(({ ev, trim }) => ({ ev, trim: { ...trim, price: 12_345 } }));
        const headers = { ...response.headers(), etag: '"newer"' };
        await route.fulfill({ response, json, headers });
      });
      await page.goto("/");
      const costs = page.locator("#saving");
      // Hydration keeps the part, and replacing it leaves no gap.
      await costs.evaluate((part) => {
        part.setAttribute("data-served", "");
        const look = () => part.isConnected || document.getElementById("saving") || alertGap();
        const alertGap = () => console.error("The part was gone for a moment.");
        new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
      });
      isMarked.resolve();
      for (const part of ["#database", "#compare", "#saving"]) await comeTo(page.locator(part));
      await expect(costs.and(page.locator("[data-served]"))).toHaveCount(isNewer ? 0 : 1);
      await expect(costs.getByText("$12,345").first()).toBeAttached({ attached: isNewer });
      await page.unroute(LIST_CALL);
    });
});

test("a slow list: the first cards stand there and the rest follows", async ({ page }) => {
  await test.step("the document brings no more than the first screens", async () => {
    const html = await (await page.request.get("/")).text();
    const list = html.slice(html.indexOf('aria-label="Electric vehicles"'));
    expect(list.match(/aria-posinset/g)).toHaveLength(LANDING_CARDS);
    expect(Buffer.byteLength(html)).toBeLessThan(DOCUMENT_BYTES);
  });
  const letGo = await hold(page, LIST_CALL);
  await openDiscover(page);
  await expect(cardsOf(page).first()).toBeVisible();
  const entries = await readEntries(page);
  const models = countModels(entries);
  await expectModels(page, models);
  await listOf(page).press("End");
  const last = listOf(page).locator(`[aria-posinset="${models}"]`);
  await expect(last).toBeInViewport();
  await expect(last.getByRole("article")).toHaveCount(0);
  letGo();
  await expect(cardsOf(page)).not.toHaveCount(0);
  // The cards are taller than their placeholders.
  await listOf(page).press("End");
  await expect(last.getByRole("article")).toBeInViewport();
});

/** Lets the call through and presses the button, unless the page has already tried again. */
async function tryAgain(page: Page, alert: Locator): Promise<void> {
  const again = alert.getByRole("button", { name: "Try again" });
  await expect(again).toBeVisible();
  let isAnswered = false;
  page.on("response", (answer) => {
    isAnswered ||= new URL(answer.url()).pathname === "/api/evs" && answer.ok();
  });
  await page.unroute(LIST_CALL);
  // A call that was refused earlier may bring the alert back late.
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 1000 });
    expect(isAnswered).toBe(true);
    await expect(alert).toHaveCount(0, { timeout: 1000 });
  }).toPass();
  // The alert disappears as soon as the page tries again.
  await expect(page.getByText("Loading EVs...")).toHaveCount(0);
}

test("a list that fails leaves the first cards, to try again", async ({ page, allowConsole }) => {
  allowConsole(/^Failed to load resource/);
  // Filters of the previous visit must not come back.
  await page.addInitScript(() => localStorage.clear());
  const fail = () =>
    page.route(LIST_CALL, (route) =>
      route.fulfill({
        status: 503,
        json: { error: "The database is not responding. Try again later." },
      }),
    );
  await fail();
  await openDiscover(page);
  const alert = page.locator("#database").getByRole("alert");
  const chartAlert = page.getByText("The chart could not be loaded.");
  await expect(alert).toContainText("Live data unavailable. Showing the cars from page load.");
  await expect(chartAlert).toBeVisible();
  await expect(cardsOf(page).first()).toBeVisible();
  // The savings section stays as the document brought it.
  await expect(page.locator("#saving").getByText("$6,727 ahead after 8 years")).toBeAttached();
  await tryAgain(page, alert);
  const entries = await readEntries(page);
  const last = listOf(page).locator(`[aria-posinset="${countModels(entries)}"]`);
  // The cards that arrive in the meantime are taller than their placeholders.
  await expect(async () => {
    await listOf(page).press("End");
    await expect(last.getByRole("article")).toBeVisible({ timeout: 1000 });
  }).toPass();

  await fail();
  await openDiscover(page);
  await brandOf(page, "Kia").click();
  await expect(alert).toBeVisible();
  await tryAgain(page, alert);
  await expect(namesOf(page).first()).toContainText("Kia");
  await expect(alert.or(chartAlert)).toHaveCount(0);
});
