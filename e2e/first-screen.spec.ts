import type { Page } from "@playwright/test";

import { lateScriptsOf } from "./built-files.ts";
import {
  countModels,
  isAwdSuvUnder50k,
  LIST_CALL,
  expectModels,
  matchCountOf,
  namesOf,
  readEntries,
} from "./discover.ts";
import { comeTo, expect, expectAccessible, hold, preferReducedMotion, test } from "./fixtures.ts";

const boxOf = (page: Page) => page.getByRole("searchbox", { name: "Find an electric car" });
const wishesOf = (page: Page) => page.getByRole("group", { name: "Popular searches" });
/** A shared chunk is named after all modules that load it. */
const plainWordsCode = () =>
  lateScriptsOf("src/features/search/understood.tsx", "src/pages/home/page.tsx");
const goOf = (page: Page) =>
  page.getByRole("button", { name: /^(?:Show [\d,]+ models?|Search|No matches)$/ });

/** The list is visible, and the focused match count announces the number of models. */
async function expectAtList(page: Page, models: number): Promise<void> {
  await expectModels(page, models);
  await expect(matchCountOf(page)).toBeInViewport();
  await expect(matchCountOf(page)).toBeFocused();
}

test("the first screen leads to the list and to Compare @main", async ({ page }) => {
  await preferReducedMotion(page);
  await page.goto("/");
  const entries = await readEntries(page);
  const wishes = wishesOf(page).getByRole("link");
  await expect(wishes).toHaveText(["Under $35k", "300+ miles", "7 seats"]);
  for (const part of [boxOf(page), wishes.last()]) await expect(part).toBeInViewport({ ratio: 1 });
  const compare = page.getByRole("main").getByRole("link", { name: "Compare up to three" });
  await expect(compare).toBeInViewport({ ratio: 1 });
  await expect(compare).toHaveAttribute("href", "/compare");
  await expect(goOf(page)).toHaveAccessibleName(`Show ${countModels(entries)} models`);

  // The box shares Discover's search state and shows what it understood.
  await boxOf(page).fill("kia");
  const kias = countModels(entries, ({ ev }) => ev.make === "Kia");
  await expect(goOf(page)).toHaveAccessibleName(`Show ${kias} models`);
  const below = page.getByRole("heading", { name: "Rankings", exact: true });
  const { y } = (await below.boundingBox()) ?? {};
  await boxOf(page).fill("awd suv under 50k");
  await expect(page.getByRole("button", { name: /^Understood: AWD · SUV/ })).toBeVisible();
  expect((await below.boundingBox())?.y, "nothing below the pills moves").toBe(y);
  await expectAccessible(page);
  await boxOf(page).press("Enter");
  await expect(page).toHaveURL(/\/\?bodyType=SUV&drive=AWD&maxPrice=50000$/);
  await expectAtList(page, countModels(entries, isAwdSuvUnder50k));
  await expect(boxOf(page)).toHaveValue("");

  await page.evaluate(() => localStorage.clear());
  await page.goto("/");
  await wishes.filter({ hasText: "Under $35k" }).click();
  await expect(page).toHaveURL(/\/\?maxPrice=35000$/);
  const cheap = (price: number | null | undefined) => (price || Infinity) <= 35_000;
  await expectAtList(
    page,
    countModels(entries, ({ trim }) => cheap(trim.price)),
  );
  // Each popular search narrows the result of the previous one.
  await wishes.filter({ hasText: "300+ miles" }).click();
  await expect(page).toHaveURL(/\/\?minRange=300&maxPrice=35000$/);
  await expectAtList(
    page,
    countModels(entries, ({ trim }) => cheap(trim.price) && (trim.range ?? 0) >= 300),
  );

  // Distances use the chosen unit, even before the search code has loaded.
  await page.evaluate(() => localStorage.setItem("distance_unit", "km"));
  await page.goto("/");
  await expect(wishes.nth(1)).toHaveText("480+ km");
});

const stageOf = (page: Page) => page.getByRole("figure").filter({ hasText: /to scale/i });
const carsOf = (page: Page) => stageOf(page).locator("img");

test("three cars to scale are by the search, and typing moves nothing", async ({ page }) => {
  await preferReducedMotion(page);
  await page.goto("/");
  const boxes = () =>
    carsOf(page).evaluateAll((cars) =>
      cars.map((car) => {
        const { x, y, width } = car.getBoundingClientRect();
        return [x, y + scrollY, width];
      }),
    );
  await expect(carsOf(page)).toHaveCount(3);
  await expect(stageOf(page)).toBeInViewport({ ratio: 1 });
  const before = await boxes();
  expect(new Set(before.map(([, , width]) => width)).size, "pictures of one scale").toBe(1);
  // The names appear once, below the pictures.
  expect(
    await carsOf(page).evaluateAll((cars) => cars.map((car) => car.getAttribute("alt"))),
  ).toEqual(["", "", ""]);
  await expect(stageOf(page)).toContainText("Fiat 500e");
  await expect(carsOf(page).last(), "the smallest in front").toHaveAttribute("src", /fiat\/500e/);

  await boxOf(page).fill("no such car");
  await expect(goOf(page)).toHaveAccessibleName("Search");
  // The line of understood words may go a moment later.
  await expect.poll(boxes, "nothing has moved").toEqual(before);

  await boxOf(page).fill("awd suv under 50k over 300 miles 7 seats tows 3500 lb quiet");
  const understood = page.getByRole("button", { name: /^Understood: / });
  for (const words of ["tows 3,500+ lb", "Ignored: quiet"])
    await expect(understood.getByText(words), "also on a phone").toBeInViewport({ ratio: 1 });
});

test("filters that are on light up their pills and are counted", async ({ page }) => {
  await preferReducedMotion(page);
  await page.goto("/?maxPrice=35000&drive=AWD");
  await expect(page.getByText("2 filters", { exact: true })).toBeInViewport();
  const cheap = wishesOf(page).getByRole("link", { name: "Under $35k" });
  await expect(cheap).toHaveAttribute("aria-current", "true");
  await expectAccessible(page);
  await cheap.click();
  await expect(page).toHaveURL(/\/\?drive=AWD$/);
  await expect(cheap).not.toHaveAttribute("aria-current");
  const topOfRankings = () =>
    page.locator("#ranking-section").evaluate((part) => part.getBoundingClientRect().top + scrollY);
  const top = await topOfRankings();
  await page.getByRole("button", { name: "Clear all filters" }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText(/^\d+ filters?$/)).toHaveCount(0);
  expect(await topOfRankings(), "nothing moves").toBe(top);
});

test("what is typed before the search has its code counts, once @desktop", async ({ page }) => {
  await preferReducedMotion(page);
  const release = await hold(page, "**/assets/all-parts-*.js");
  await page.goto("/");
  const entries = await readEntries(page);
  await boxOf(page).pressSequentially("ioniq");
  const waiting = page.locator("html[data-waiting]");
  await boxOf(page).press("Enter");
  await expect(waiting).toBeAttached();
  release();
  await expect(page).toHaveURL(/\/\?search=ioniq$/);
  await expectAtList(
    page,
    countModels(entries, ({ ev, trim }) =>
      `${ev.make} ${ev.model} ${trim.trim}`.toLowerCase().includes("ioniq"),
    ),
  );
  await expect(waiting).not.toBeAttached();
  await expect(boxOf(page)).toHaveValue("ioniq");
});

test("plain words before any script has come are understood @desktop", async ({ page }) => {
  await preferReducedMotion(page);
  const release = await hold(page, "**/assets/*.js");
  await page.goto("/?make=Tesla,Kia", { waitUntil: "commit" });
  await boxOf(page).fill("quiet AWD SUV under $50k");
  await boxOf(page).press("Enter");
  const address =
    /\/\?make=Kia,Tesla&bodyType=SUV&drive=AWD&maxPrice=50000&ignored=quiet#database$/;
  await expect(page).toHaveURL(address);
  await expect(boxOf(page)).toHaveValue("quiet");
  await expect(page.getByText("Ignored: quiet")).toBeVisible();
  release();
  // The search is submitted once; nothing more happens when the scripts arrive.
  await comeTo(page.locator("#database"));
  await expect(page).toHaveURL(address);
  await expect(boxOf(page)).toHaveValue("quiet");
});

test("plain words before their code has come are applied, once @desktop", async ({ page }) => {
  await preferReducedMotion(page);
  const releaseCode = await hold(page, plainWordsCode());
  const releaseModels = await hold(page, LIST_CALL);
  await page.goto("/");
  const entries = await readEntries(page);
  const waiting = page.locator("html[data-waiting]");
  await boxOf(page).fill("awd suv under 50k");
  await boxOf(page).press("Enter");
  await expect(waiting).toBeAttached();
  await boxOf(page).press("Enter");
  releaseCode();
  await expect(page).toHaveURL(/\/\?search=awd\+suv\+under\+50k$/);
  releaseModels();
  await expect(page).toHaveURL(/\/\?bodyType=SUV&drive=AWD&maxPrice=50000$/);
  await expectAtList(page, countModels(entries, isAwdSuvUnder50k));
  await expect(waiting).not.toBeAttached();
  await page.goBack();
  await expect(page).toHaveURL(/\/\?search=awd\+suv\+under\+50k$/);
  await expect(boxOf(page)).toHaveValue("awd suv under 50k");
});

test("typing more cancels a pending Enter @desktop", async ({ page }) => {
  await preferReducedMotion(page);
  const release = await hold(page, plainWordsCode());
  await page.goto("/");
  await boxOf(page).fill("awd");
  await boxOf(page).press("Enter");
  await expect(page.locator("html[data-waiting]")).toBeAttached();
  await boxOf(page).press("End");
  await boxOf(page).pressSequentially(" hatch");
  release();
  await expect(page.getByRole("button", { name: /^Understood: AWD · Hatchback/ })).toBeVisible();
  await expect(page).toHaveURL(/\/\?search=awd\+hatch$/);

  // Like a clipboard: one input event, and Enter in the same task.
  await page.goto("/");
  await boxOf(page).focus();
  await page.keyboard.insertText("awd suv under 50k");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/\?bodyType=SUV&drive=AWD&maxPrice=50000$/);
});

test("a wish before the list has come leads to its count @phone", async ({ page }) => {
  await preferReducedMotion(page);
  const release = await hold(page, LIST_CALL);
  await page.goto("/");
  const pressed = wishesOf(page).getByRole("link", { name: "7 seats" });
  await pressed.click();
  await expect(page).toHaveURL(/\/\?minSeats=7$/);
  await expect(page.locator("#match-count")).toBeFocused();
  await expect(page.locator("#match-count")).toBeEmpty();
  release();
  await expect(page.locator("#match-count")).toHaveText(/^\d+ models, \d+ trims$/);
  await expect(page.locator("#match-count")).toBeFocused();
});

test("the form and the links lead on by themselves @desktop", async ({ page, allowConsole }) => {
  allowConsole(/^Failed to load resource/);
  await page.route("**/assets/all-parts-*.js", (route) => route.abort());
  await page.goto("/");
  await boxOf(page).fill("kia");
  await expect(page.getByText("Part of this page did not load.")).toBeVisible();
  await boxOf(page).press("Enter");
  await expect(page).toHaveURL(/\/\?search=kia#database$/);
  await expect(namesOf(page).first()).toContainText("Kia");
});

test("without their code the server reads plain words @desktop", async ({ page, allowConsole }) => {
  allowConsole(/^Failed to load resource/);
  await page.route(plainWordsCode(), (route) => route.abort());
  await page.goto("/?maxPrice=60000");
  await boxOf(page).fill("quiet awd kia");
  await boxOf(page).press("Enter");
  await expect(page).toHaveURL(/\/\?search=kia&drive=AWD&maxPrice=60000&ignored=quiet#database$/);
  await expect(namesOf(page).first()).toContainText("Kia");
});

test("without JavaScript a word and a wish are answered @desktop", async ({ plain: page }) => {
  await page.goto("/");
  await boxOf(page).fill("polestar");
  await goOf(page).click();
  await expect(page).toHaveURL(/\/\?search=polestar#database$/);
  await expect(page.locator("#database")).toBeInViewport();
  await expect(namesOf(page).filter({ hasNotText: "Polestar" })).toHaveCount(0);
  // Plain words combined with filters from the address.
  await page.goto("/?make=Tesla,Kia&ev=1");
  await boxOf(page).fill("quiet suv under 60k");
  await boxOf(page).press("Enter");
  await expect(page).toHaveURL(
    /\/\?make=Kia,Tesla&bodyType=SUV&maxPrice=60000&ignored=quiet&ev=\d+#database$/,
  );
  await expect(page.getByText("Ignored: quiet")).toBeVisible();
  await expect(boxOf(page)).toHaveValue("quiet");
  await expect(namesOf(page).filter({ hasNotText: /Tesla|Kia/ })).toHaveCount(0);
  // The box still shows the ignored word, which does not count as a search.
  await goOf(page).click();
  await expect(page).toHaveURL(/bodyType=SUV&maxPrice=60000&ignored=quiet&ev=\d+#database$/);
  await page.goto("/");
  await wishesOf(page).getByRole("link", { name: "7 seats" }).click();
  await expect(page).toHaveURL(/\/\?minSeats=7#database$/);
  await expect(namesOf(page).first()).toBeVisible();
});
