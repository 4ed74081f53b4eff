import type { Locator, Page } from "@playwright/test";

import { leaders, section } from "./ranking.ts";
import { countModels, LIST_CALL, readEntries, stored } from "./discover.ts";
import {
  expect,
  expectAccessible,
  hold,
  overflowOf,
  preferReducedMotion,
  press,
  readClipboard,
  signIn,
  test,
  themeOf,
} from "./fixtures.ts";

const carsOf = (page: Page) => leaders(page).filter({ has: page.getByRole("heading") });
const namesOf = (page: Page) => carsOf(page).getByRole("heading");
const orderOf = (page: Page, label: string) =>
  section(page).getByRole("group", { name: "Rank" }).getByRole("link", { name: label });
const byWeights = (page: Page) => orderOf(page, "By what matters to you");
const byVotes = (page: Page) => orderOf(page, "By votes");
const sliderOf = (page: Page, criterion: string) =>
  section(page).getByRole("slider", { name: new RegExp(`^${criterion},`) });
const scoreOf = async (car: Locator) =>
  Number(/Score\s*([\d.]+)/.exec(await car.innerText())?.[1] ?? NaN);

async function rankedByCall(page: Page, query: string): Promise<string[]> {
  const entries = await readEntries(page, query);
  return [...new Set(entries.map(({ ev }) => `${ev.make} ${ev.model}`))];
}

test("ranks by what matters to a visitor, after a press @main", async ({ page }, { project }) => {
  await page.emulateMedia({ colorScheme: themeOf(project), reducedMotion: "reduce" });
  await page.goto("/");
  await expect(byVotes(page)).toHaveAttribute("aria-current", "true");
  await byWeights(page).click();
  await expect(page).toHaveURL(
    /\/\?rank=range:3,price:3,charging:3,cargo:3,consumption:3,acceleration:3$/,
  );
  await expect(byWeights(page)).toHaveAttribute("aria-current", "true");
  await expect(carsOf(page)).toHaveCount(5);
  for (const criterion of ["Fast charging", "Space", "Efficiency", "Quickness"])
    await sliderOf(page, criterion).press("Home");
  await sliderOf(page, "Range").press("End");
  await expect(sliderOf(page, "Range")).toHaveAttribute("aria-valuetext", "5 of 5");
  await expect(page).toHaveURL(/\/\?rank=range:5,price:3$/);
  const expected = await rankedByCall(page, "rank=range:5,price:3");
  await expect(namesOf(page)).toHaveText(expected.slice(0, 5));
  const scores = await Promise.all((await carsOf(page).all()).map(scoreOf));
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  const parts = carsOf(page).first().getByRole("list", { name: "Parts of the score" });
  await expect(parts).toHaveText(/^Range \d+\s*Price \d+$/);
  const [range = 0, price = 0] = await parts
    .getByRole("listitem")
    .evaluateAll((items) =>
      items.map((item) => item.lastElementChild?.getBoundingClientRect().width ?? 0),
    );
  expect(range / price, "as wide as their weights").toBeCloseTo(5 / 3);
  await expectAccessible(page, "#ranking-section");
  expect(await overflowOf(page)).toBe(0);

  await section(page)
    .getByRole("button", { name: `Show Remaining EVs (${expected.length - 5})` })
    .click();
  const remaining = page.getByRole("list", { name: "Remaining EVs" });
  await expect(remaining.getByRole("heading")).toHaveText(expected.slice(5, 10));
  await section(page).getByRole("searchbox").fill("ioniq");
  await expect(
    section(page).getByRole("heading", { level: 3, name: /Ioniq/ }).first(),
  ).toBeVisible();
  await expect(section(page).getByRole("heading", { level: 3, name: /Lucid/ })).toHaveCount(0);
});

test("is in the address: Back or a link restores it @desktop", async ({ page, context }) => {
  await preferReducedMotion(page);
  await page.goto("/?bodyType=SUV");
  await byWeights(page).click();
  await sliderOf(page, "Price").press("End");
  await expect(page).toHaveURL(/rank=range:3,price:5,charging:3/);
  await page.goBack();
  await expect(sliderOf(page, "Price")).toHaveValue("3");
  await page.goBack();
  await expect(byVotes(page)).toHaveAttribute("aria-current", "true");
  await expect(page).toHaveURL(/\/\?bodyType=SUV$/);
  await page.goForward();
  await expect(carsOf(page)).toHaveCount(5);

  await page.goto("/?bodyType=SUV&rank=range:5");
  const suvs = countModels(await readEntries(page), ({ ev }) => ev.bodyType === "SUV");
  await expect(section(page)).toContainText(`Only the ${suvs} models that match your filters.`);
  const names = await namesOf(page).allInnerTexts();
  // Sorting the list does not affect the ranking, although it would win over `rank` in an address.
  await page.getByRole("button", { name: /^PRICE/ }).click();
  await expect(page).toHaveURL(/bodyType=SUV&sort=price&rank=range:5$/);
  await expect(namesOf(page)).toHaveText(names);
  await section(page).getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("Link copied", { exact: true })).toBeVisible();
  const link = await readClipboard(page);
  expect(link).toMatch(/\/\?bodyType=SUV&rank=range:5#ranking-section$/);
  const other = await context.newPage();
  await other.goto(link);
  await expect(namesOf(other)).toHaveText(names);
  await expect(namesOf(other).first()).toBeInViewport();
  await other.getByRole("link", { name: "View as table" }).click();
  await expect(other).toHaveURL(/\/table\?bodyType=SUV&rank=range:5$/);
  await expect(other.getByText("Ranked by range 5")).toBeVisible();
});

test("weights are remembered, and open nothing by themselves @desktop", async ({ page }) => {
  await page.goto("/?rank=price:4");
  await sliderOf(page, "Range").press("PageUp");
  await expect(page).toHaveURL(/rank=range:5,price:4$/);
  await expect.poll(() => stored(page, "ev_rank_weights")).toBe("range:5,price:4");
  await page.goto("/");
  await expect(byVotes(page)).toHaveAttribute("aria-current", "true");
  await expect(section(page).getByRole("slider")).toHaveCount(0);
  await byWeights(page).click();
  await expect(page).toHaveURL(/\/\?rank=range:5,price:4$/);
  // When every weight is zero, there is nothing to rank by.
  await sliderOf(page, "Range").press("Home");
  await sliderOf(page, "Price").press("Home");
  await expect(section(page)).toContainText("Give at least one of these a weight.");
  await expect(page).toHaveURL(/\/$/);
  await test.step("an address with weights is shown as it was, whatever filters are stored", async () => {
    await page.evaluate(() => localStorage.setItem("ev_selected_brands", '["Kia"]'));
    await page.goto("/?rank=range:5");
    const expected = await rankedByCall(page, "rank=range:5");
    await expect(namesOf(page)).toHaveText(expected.slice(0, 5));
    await page.waitForFunction(() => performance.now() > 500);
    await expect(namesOf(page)).toHaveText(expected.slice(0, 5));
  });
});

test("is served with the document, and works without scripts @desktop", async ({ plain: page }) => {
  await page.goto("/");
  await byWeights(page).click();
  await expect(page).toHaveURL(/\/\?rank=range:3,.*#ranking-section$/);
  await expect(carsOf(page)).toHaveCount(5);
  await expect(carsOf(page).first()).toContainText(/Score\s*\d+\.\d/);
  // Controls that need JavaScript are hidden.
  await expect(section(page).getByRole("slider")).toHaveCount(0);
  await expect(section(page).getByRole("button")).toHaveCount(0);
  await byVotes(page).click();
  await expect(section(page)).toContainText("No votes yet.");
});

test("what was served stays, then a change is live @desktop", async ({ page }) => {
  const release = await hold(page, LIST_CALL);
  await page.goto("/?rank=price:5&bodyType=Sedan");
  const names = await namesOf(page).allInnerTexts();
  expect(names).toHaveLength(5);
  release();
  await expect(
    section(page).getByRole("button", { name: /^Show Remaining EVs \(\d+\)$/ }),
  ).toBeVisible();
  await expect(namesOf(page)).toHaveText(names);

  await signIn(page);
  const entries = await readEntries(page);
  const dear = entries
    .filter(({ ev }) => ev.bodyType === "Sedan" && !names.includes(`${ev.make} ${ev.model}`))
    .at(-1);
  const answer = await page.request.put(`/api/evs/${dear?.trim.rowId}`, { data: { price: 9_999 } });
  expect(answer.status()).toBe(200);
  await expect(namesOf(page).first()).toHaveText(`${dear?.ev.make} ${dear?.ev.model}`);
  await test.step("a car without enough data says so and comes last", async () => {
    const data = {
      make: "Aptera",
      model: "Unknown",
      trim: "Base",
      year: 2026,
      bodyType: "Minivan",
    };
    expect((await page.request.post("/api/evs", { data })).status()).toBe(201);
    await page.goto("/?bodyType=Minivan&rank=range:5");
    const cars = section(page).getByRole("article");
    await expect(cars.last()).toContainText("not enough data");
    await expect(cars.last()).toContainText(/Range\s*N\/A/);
    await expect(cars.last().getByRole("heading")).toHaveText("Aptera Unknown");
  });
});

test("a car leads to its page at the trim that is ranked @desktop", async ({ page }) => {
  await preferReducedMotion(page);
  await page.goto("/?rank=range:5#ranking-section");
  await page.goto("/?rank=range:5");
  await press(section(page), /^Show Remaining/);
  await section(page).getByRole("button", { name: "Next" }).click();
  const row = page.getByRole("list", { name: "Remaining EVs" }).getByRole("heading").nth(2);
  const name = await row.innerText();
  await row.getByRole("link").click();
  await expect(page).toHaveURL(/\/ev\/\d+\?trim=\d+&trimName=/);
  await page.goBack();
  await expect(page).toHaveURL(/\/\?rank=range:5$/);
  await expect(section(page)).toContainText("2 / ");
  await expect(row).toHaveText(name);
  await expect(row).toBeInViewport();
});
