import type { Page } from "@playwright/test";

import {
  cardsOf,
  chipOf,
  closeQuickFilters,
  countModels,
  expectMatching,
  expectModels,
  isAwdSuvUnder50k,
  namesOf,
  openDiscover,
  openQuickFilters,
  readEntries,
  searchBoxOf,
  store,
} from "./discover.ts";
import { expect, expectAccessible, preferReducedMotion, press, test } from "./fixtures.ts";

const lineOf = (page: Page) => page.getByRole("button", { name: /^Understood: / });

test("plain words are shown, a press makes filters of them @desktop @main", async ({ page }) => {
  await preferReducedMotion(page);
  await openDiscover(page);
  const entries = await readEntries(page);
  const box = await searchBoxOf(page);
  const below = page.getByRole("group", { name: "Quick filters" }).last();
  // Scroll until what appears below the box is at the bottom edge of the window.
  await box.evaluate((element) => {
    const { bottom } = element.getBoundingClientRect();
    scrollBy({ top: bottom - innerHeight + 4, behavior: "instant" });
  });
  const placeOf = () =>
    below.evaluate((element) => element.getBoundingClientRect().top + window.scrollY);
  const place = await placeOf();
  await box.fill("awd suvs, price under 50k, goes 300 miles");
  await expect(lineOf(page)).toHaveText(/^Understood: AWD · SUV · up to \$50,000 · 300\+ miles/);
  // Until Enter the text is a plain search, and nothing has moved.
  await expectModels(page, 0);
  expect(await placeOf()).toBe(place);
  await expect(lineOf(page)).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("status").filter({ hasText: "Press Enter to apply" })).toHaveText(
    "Understood: AWD, SUV, up to $50,000, 300+ miles. Press Enter to apply.",
  );
  await expectAccessible(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(lineOf(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(box).toHaveValue("");
  await expect(box).toBeFocused();
  await expect(lineOf(page)).toHaveCount(0);
  await expectMatching(
    page,
    entries,
    ({ ev, trim }) =>
      ev.bodyType === "SUV" &&
      trim.driveType === "AWD" &&
      (trim.price || Infinity) <= 50_000 &&
      (trim.range ?? 0) >= 300,
  );
  await expect(page).toHaveURL(/\?bodyType=SUV&drive=AWD&minRange=300&maxPrice=50000$/);
  await closeQuickFilters(page);
  for (const chip of ["SUV", "AWD", "300+ miles", "Up to $50,000"])
    await expect(chipOf(page, chip)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\?search=awd\+suvs/);
});

test("words not understood stay in the box, named @desktop", async ({ page }) => {
  await openDiscover(page);
  const entries = await readEntries(page);
  const box = await searchBoxOf(page);
  await box.fill("quiet suv under 50k");
  await expect(lineOf(page)).toHaveText(/^Understood: SUV · up to \$50,000 · Ignored: quiet/);
  await box.press("Enter");
  const applied = /\/\?bodyType=SUV&maxPrice=50000&ignored=quiet$/;
  await expect(page).toHaveURL(applied);
  await expect(box).toHaveValue("quiet");
  const suvs = ({ ev, trim }: (typeof entries)[number]) =>
    ev.bodyType === "SUV" && (trim.price || Infinity) <= 50_000;
  await expectMatching(page, entries, suvs);
  const sentence = "Ignored: quiet · We have no figures for noise.";
  const cutOff = ({ scrollWidth, clientWidth }: Element) => scrollWidth - clientWidth;
  expect(await page.getByText(sentence, { exact: true }).evaluate(cutOff)).toBe(0);
  await expectAccessible(page);
  // The next key turns the text back into a search.
  await box.press("End");
  await box.pressSequentially(" awd");
  await expect(box).toHaveValue("quiet awd");
  await expect(page).toHaveURL(/\/\?search=quiet\+awd&bodyType=SUV&maxPrice=50000$/);
  await expect(page.getByText("Ignored: quiet", { exact: true })).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(applied);
  await expect(box).toHaveValue("quiet");
  await box.locator("..").getByRole("button", { name: "Clear search" }).click();
  await expect(page).toHaveURL(/\/\?bodyType=SUV&maxPrice=50000$/);
  await expect(box).toHaveValue("");

  await box.fill("tesla under 60k");
  await box.press("Enter");
  await expect(box).toHaveValue("tesla");
  await box.pressSequentially(" under 45k");
  await expect(box).toHaveValue("tesla under 45k");
  await box.press("Enter");
  await expect(page).toHaveURL(/\/\?search=tesla&bodyType=SUV&maxPrice=45000$/);
});

test("answers whatever filters an earlier visit left @desktop", async ({ page }) => {
  await store(page, {
    ev_selected_brands: '["Lucid"]',
    ev_body_types: '["Sedan"]',
    ev_range_filter: "[450,550]",
    ev_range_slider_interacted: "true",
  });
  await page.goto("/");
  await expect(page).toHaveURL(/make=Lucid/);
  const box = page.getByRole("searchbox", { name: "Find an electric car" });
  await box.fill("suv under 40k");
  await box.press("Enter");
  await expect(page).toHaveURL(/\/\?bodyType=SUV&maxPrice=40000/);
  await expect(page.getByText("450+ miles, Lucid cleared: nothing matched").first()).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page).toHaveURL(/\/\?make=Lucid&bodyType=Sedan&minRange=450$/);
  await expect(box).toHaveValue("");
});

test("the dialog applies what it understood, and closes @desktop", async ({ page }) => {
  await preferReducedMotion(page);
  await openDiscover(page);
  const entries = await readEntries(page);
  const suvs = countModels(entries, isAwdSuvUnder50k);
  const dialog = await openQuickFilters(page);
  const box = dialog.getByRole("searchbox", { name: "Search make, model or trim" });
  await box.fill("quiet awd suv under 50k");
  await expectModels(page, 0);
  await dialog.getByRole("button", { name: "Search", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/\?bodyType=SUV&drive=AWD&maxPrice=50000&ignored=quiet$/);
  await expectModels(page, suvs);

  await openQuickFilters(page);
  await box.fill("model y vs ioniq 5");
  await dialog.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page).toHaveURL(/\/compare\?ev=\d+,\d+$/);
});

test("ideas sort, show a figure, open filters or lead to Savings @desktop", async ({ page }) => {
  await openDiscover(page);
  const box = await searchBoxOf(page);
  const ask = async (text: string) => {
    await box.fill(text);
    await box.press("Enter");
  };
  await ask("road trip");
  await expect(page).toHaveURL(/\?sort=trip$/);
  await expect(cardsOf(page).first()).toContainText(/600 mi in \d+ h/);
  await expect(page.getByText(/come last: range or charging time unknown\./).first()).toBeVisible();
  await ask("no 240 V");
  await expect(page).toHaveURL(/\?sort=consumption&show=outlet$/);
  await expect(cardsOf(page).first()).toContainText(/\d+ mi overnight at 120 V/);
  await chipOf(page, "Miles overnight at 120 V").click();
  await expect(page).toHaveURL(/\?sort=consumption$/);
  const length = page.getByRole("textbox", { name: /^Maximum length/ });
  await expect(length).toBeHidden();
  await ask("fits my garage");
  await expect(length).toBeVisible();
  await expect(page).toHaveURL(/\?sort=length&show=size$/);
  // The width and height of the shortest car are unknown.
  await expect(cardsOf(page).first()).toContainText(/\d in long/);
  await expect(cardsOf(page).nth(1)).toContainText(/[\d.]+ × [\d.]+ × [\d.]+ in/);
  await ask("monthly payment");
  await expect(page).toHaveURL(/\?.*saveLoan=true#saving$/);
  await expect(page.getByRole("heading", { name: "Savings" })).toBeInViewport();
});

test("no match leads to what to loosen or the nearest @desktop", async ({ page, plain }) => {
  const empty = "/?make=Lucid&maxPrice=65000&minRange=400";
  await plain.goto(empty);
  const served = plain.getByRole("region", { name: "Closest matches" }).getByRole("link");
  await expect(served.first(), "without JavaScript").toContainText(/\$[\d,]+ over your budget/);
  const names = await served.allTextContents();
  await openDiscover(page, empty);
  await expect(page.getByRole("region", { name: "Closest matches" }).getByRole("link")).toHaveText(
    names,
  );
  const nearest = page.getByRole("region", { name: "Closest matches" });
  await expect(nearest.getByRole("link").first()).toContainText(/\$[\d,]+ over your budget/);
  await expectAccessible(page, "#database");
  await nearest.getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Lucid");
});

test("nothing found leads to plain words or to the nearest names @desktop", async ({ page }) => {
  await openDiscover(page, "/?search=seven+seater+truck+or+suv&make=Kia");
  const results = page.getByRole("region", { name: "Discover", exact: true });
  await press(results, /^Search for 7\+ seats · Pickup Truck or SUV/);
  await expect(page).toHaveURL(/\?make=Kia&bodyType=SUV,Pickup\+Truck&minSeats=7$/);
  await expect(namesOf(page)).toHaveText(["Kia EV9"]);

  await openDiscover(page, "/?search=hundai");
  const hyundai = results.getByRole("button", { name: /^Search for Hyundai \d+ models$/ });
  await expect(results.getByText("Did you mean one of these?")).toBeVisible();
  await expectAccessible(page, "#database");
  await hyundai.click();
  await expect(page).toHaveURL(/\?search=Hyundai$/);
  await expect(chipOf(page, "Hyundai")).toBeVisible();
  await expect(namesOf(page).filter({ hasNotText: "Hyundai" })).toHaveCount(0);

  await page.goto("/");
  const ranking = page.getByRole("search", { name: "Ranking" }).getByRole("searchbox");
  await ranking.fill("awd suv under 50k over 300 miles");
  await expect(page.getByText(/^No model matches “awd suv/)).toBeVisible();
  await expect(page.getByRole("group", { name: "Did you mean" })).toHaveCount(0);
  await ranking.fill("teslla modl y");
  await page.getByRole("button", { name: "Tesla Model Y", exact: true }).click();
  await expect(ranking).toHaveValue("Tesla Model Y");

  await page.goto("/compare");
  const slot = page.getByRole("combobox").first();
  await slot.click();
  await slot.pressSequentially("ionik 5");
  await page.getByRole("button", { name: "Hyundai Ioniq 5", exact: true }).click();
  await expect(slot).toHaveValue("Hyundai Ioniq 5");
  await expect(page.getByRole("option", { name: /^Hyundai Ioniq 5/ }).first()).toBeVisible();
});

test("without their code the words filter as ever @desktop", async ({ page, allowConsole }) => {
  allowConsole(/Failed to load resource/);
  await page.route("**/assets/understood-*.js", (route) => route.abort());
  await openDiscover(page);
  const box = await searchBoxOf(page);
  await box.fill("lucid air");
  await expect(namesOf(page)).toHaveText(["Lucid Air"]);
});
