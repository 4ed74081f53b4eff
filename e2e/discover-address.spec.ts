import type { Page } from "@playwright/test";

import {
  brandOf,
  cardsOf,
  chipOf,
  chipsOf,
  expectMatching,
  listOf,
  namesOf,
  openDiscover,
  openQuickFilters,
  readEntries,
  showcaseThumb,
} from "./discover.ts";
import { comeTo, expect, middleOf, test } from "./fixtures.ts";

const FULL =
  "/?make=Kia,Tesla&bodyType=SUV&seating=5&drive=AWD&minRange=200&maxRange=400&maxPrice=70000" +
  "&acceleration=2.5-6&topSpeed=110-200&sort=price&order=asc";

test("a shared address shows the same view at once @main", async ({ page, plain }) => {
  await openDiscover(page, FULL);
  const [models, chips] = [await namesOf(page).allInnerTexts(), await chipsOf(page).count()];
  expect(models.length).toBeGreaterThan(0);
  expect(chips).toBe(9);
  await plain.goto(FULL);
  await expect(namesOf(plain)).toHaveText(models);
  await expect(chipsOf(plain)).toHaveCount(chips);
});

test("Back undoes one choice at a time, Forward repeats it @main", async ({ page }) => {
  await openDiscover(page);
  const entries = await readEntries(page);
  await brandOf(page, "Kia").click();
  await expect(page).toHaveURL(/\?make=Kia$/);
  await page.getByRole("button", { name: /^MAKE/ }).click();
  await expect(page).toHaveURL(/\?make=Kia&sort=make$/);
  await page.goBack();
  await expect(page.getByRole("button", { name: "RANGE longest first" })).toBeVisible();
  await expect(chipOf(page, "Kia")).toBeVisible();
  await page.goBack();
  await expect(chipsOf(page)).toHaveCount(0);
  await expectMatching(page, entries);
  await page.goForward();
  await expectMatching(page, entries, ({ ev }) => ev.make === "Kia");
});

test("choices are in the address, a dragged slider as one step", async ({ page }) => {
  await openDiscover(page);
  await test.step("a dragged slider is one step of the history", async () => {
    const range = await showcaseThumb(page, "Range");
    // With the clock stopped, a slow machine cannot pause between the key presses.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    for (let time = 0; time < 3; time++) await range.press("ArrowRight");
    await page.clock.resume();
    await expect(page).toHaveURL(/\?minRange=365$/);
    await page.goBack();
    await expect(chipsOf(page)).toHaveCount(0);
    await expect(range).toHaveValue("350");
    await expect(page).toHaveURL(/\/$/);
  });
  await test.step("what changed just before the page is left is in its address", async () => {
    const range = await showcaseThumb(page, "Range");
    for (const way of ["document", "link"] as const)
      await test.step(`by a ${way}`, async () => {
        // Make two changes in one task, so that the second is still waiting to be written.
        await range.evaluate((thumb, by) => {
          for (const key of ["ArrowRight", "PageUp"])
            thumb.dispatchEvent(
              new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
            );
          if (by === "document") location.assign("/ai");
          else document.querySelector<HTMLElement>("a[href='/ai']")?.click();
        }, way);
        await expect(page).toHaveURL(/\/ai$/);
        await page.goBack();
        await expect(page).toHaveURL(/\/\?minRange=400$/);
        await expect(chipOf(page, "400+ miles")).toBeAttached();
        await comeTo(page.locator("#database"));
        await chipOf(page, "400+ miles").click();
        await expect(page).toHaveURL(/\/$/);
      });
  });
  await test.step("dialog choices are in the address as well", async () => {
    const dialog = await openQuickFilters(page);
    await dialog.getByRole("button", { name: "6 or more seats" }).click();
    await dialog.getByRole("checkbox", { name: /Tax Credit/ }).check();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/\?seating=7&taxCredit=true$/);
  });
});

interface Place {
  name: string;
  top: number;
}

/** Scrolls the page and the list. @returns the card in the middle and its position */
async function scrollAway(page: Page): Promise<Place> {
  await expect(listOf(page).locator("[aria-setsize]").first()).toBeVisible();
  await listOf(page).evaluate((list) => {
    scrollBy({ top: list.getBoundingClientRect().top - 150, behavior: "instant" });
  });
  await listOf(page).evaluate((list) => {
    list.scrollTop = 2500;
  });
  const middle = (await middleOf(listOf(page))).y;
  // Cards are measured when they come into view, which may move them slightly.
  let place: Place | null = null;
  await expect
    .poll(async () => {
      const before = place;
      place = await cardAt(page, middle);
      return place !== null && before?.name === place.name && before.top === place.top;
    })
    .toBe(true);
  if (!place) throw new Error("No card is in the middle of the list.");
  return place;
}

/** The card at this height of the window. */
function cardAt(page: Page, y: number): Promise<Place | null> {
  return cardsOf(page).evaluateAll((cards, height) => {
    const card = cards.find((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return top <= height && bottom > height;
    });
    const name = card?.querySelector("h3")?.textContent;
    return card && name ? { name, top: card.getBoundingClientRect().top } : null;
  }, y);
}

/** Expects the card at its old position, whatever has been inserted above the list. */
async function expectPlace(page: Page, { name, top }: Place): Promise<void> {
  const card = cardsOf(page).filter({ has: page.getByRole("heading", { name, exact: true }) });
  await expect
    .poll(async () => Math.abs(((await card.boundingBox())?.y ?? -9999) - top))
    .toBeLessThan(3);
}

/** Opens the car's page through its card. @returns the card's position when it was pressed */
async function openCard(page: Page, name: string): Promise<Place> {
  const card = cardsOf(page).filter({ has: page.getByRole("heading", { name, exact: true }) });
  const link = card.getByRole("link").first();
  const left = link.evaluate(
    (element) =>
      new Promise<Omit<Place, "name">>((resolve) => {
        const look = () => {
          const { top = 0 } = element.closest("article")?.getBoundingClientRect() ?? {};
          resolve({ top });
        };
        element.addEventListener("click", look, { once: true, capture: true });
      }),
  );
  await link.click();
  return { name, ...(await left) };
}

/** Reloads. @returns the card's position when the page was left, since late measuring may have moved it */
async function reload(page: Page, name: string): Promise<Place> {
  const card = cardsOf(page).filter({ has: page.getByRole("heading", { name, exact: true }) });
  await card.evaluate((element) => {
    const keep = () => sessionStorage.setItem("top", String(element.getBoundingClientRect().top));
    addEventListener("pagehide", keep, { once: true });
  });
  await page.reload();
  return { name, top: Number(await page.evaluate(() => sessionStorage.getItem("top"))) };
}

test("a way back and a reload keep the place of the list", async ({ page }) => {
  await test.step("a reload keeps the place of the page and of the list within it", async () => {
    await openDiscover(page, "/?drive=AWD&sort=make");
    const { name } = await scrollAway(page);
    await expectPlace(page, await reload(page, name));
    // This still works after a second reload; a new visit starts at the top of the list.
    await expectPlace(page, await reload(page, name));
    await page.goto("/ai");
    await openDiscover(page, "/?drive=AWD&sort=make");
    expect(await listOf(page).evaluate((list) => list.scrollTop)).toBe(0);
  });
  await test.step("the Back button and the link back return to the same place of the list", async () => {
    for (const way of ["Back", "link"] as const)
      await test.step(way, async () => {
        await expect(namesOf(page).first()).toBeVisible();
        const place = await openCard(page, (await scrollAway(page)).name);
        await expect(page).toHaveURL(/\/ev\//);
        const kept = await page.evaluate(() => sessionStorage.getItem("ev_scroll_position_main"));
        const position: unknown = JSON.parse(kept ?? "null");
        expect(position).toEqual({
          scrollY: expect.any(Number),
          timestamp: expect.any(Number),
          viewportHeight: page.viewportSize()?.height,
          documentHeight: expect.any(Number),
          filterState: "drive=AWD&sort=make",
        });
        if (way === "Back") await page.goBack();
        else await page.getByRole("link", { name: "Back to Showcase" }).click();
        await expect(chipOf(page, "AWD")).toBeAttached();
        await expectPlace(page, place);
        await expect(page).toHaveURL(/\/\?drive=AWD&sort=make$/);
      });
    // Filters that the page set itself add no history entry: the vehicle is one step back.
    await page.goBack();
    await expect(page).toHaveURL(/\/ev\//);
  });
});

test("a second visit starts at the top", async ({ page }) => {
  await openDiscover(page);
  const place = await openCard(page, (await scrollAway(page)).name);
  await expect(page).toHaveURL(/\/ev\//);
  await page.goBack();
  await expectPlace(page, place);
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem("ev_scroll_position_main")))
    .toBeNull();
  await page.getByRole("link", { name: "AI", exact: true }).click();
  await expect(page).toHaveURL(/\/ai$/);
  await page.getByRole("link", { name: "EVs", exact: true }).click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});
