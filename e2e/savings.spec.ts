import type { Locator, Page } from "@playwright/test";

import { readEntries } from "./discover.ts";
import {
  boxOf,
  comeTo,
  expect,
  expectAccessible,
  expectWhole,
  overflowOf,
  preferReducedMotion,
  pressFirst,
  readClipboard,
  test,
  themeOf,
} from "./fixtures.ts";

/** Opens the list of cars; a press counts only once the section has hydrated. */
async function openPicker(page: Page, picker: Locator) {
  const dialog = page.getByRole("dialog", { name: "Select EV to Compare" });
  await expect(async () => {
    if (!(await dialog.isVisible())) await picker.click({ timeout: 2_000 });
    await expect(dialog).toBeVisible({ timeout: 2_000 });
  }).toPass();
  return dialog;
}

async function openSavings(page: Page, search = "") {
  await page.goto(`/${search}`);
  const section = page.locator("#saving");
  await section.scrollIntoViewIfNeeded();
  const picker = section.getByRole("button", { name: /^Electric car: / });
  const dialog = await openPicker(page, picker);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  return { section, picker };
}

/** costs.md#savings-section. The formulas themselves are tested in ownership.test.ts. */

test("the net is the answer, and bad input says why @main-phone", async ({ page }) => {
  const { section } = await openSavings(page);
  // Equinox EV: 31.2 kWh/100 mi, $33,600. By hand: 3,744 kWh x $0.24552 = $919.23 and $732 of
  // maintenance a year, against $1,730.12 and $1,212: $1,290.89 x 8 - $3,600.
  await expect(section.getByText("$6,727 ahead after 8 years")).toBeVisible();
  await expect(section.getByText("Fuel alone: $6,487 saved")).toBeVisible();
  const fold = section.getByText("All costs");
  if (await fold.isVisible()) await fold.click();
  await expect(section.getByRole("row", { name: "Break-even" })).toContainText("After 2.8 years");

  const miles = section.getByRole("textbox", { name: "Miles per year" });
  await miles.fill("24,000");
  // $2,581.79 x 8 - $3,600.
  await expect(section.getByText("$17,054 ahead after 8 years")).toBeInViewport({ ratio: 1 });
  await miles.fill("twelve");
  await miles.blur();
  await expect(section.getByRole("alert")).toHaveText(
    "Miles per year must be a number from 500 mi to 100,000 mi. Using 24,000 mi for now.",
  );
  await expect(miles).toHaveAttribute("aria-invalid", "true");
  await miles.fill("12000");
  await expect(section.getByRole("alert")).toHaveCount(0);
  await miles.blur();
  await expect(miles).toHaveValue("12,000");
});

test("fits a phone, the answer in sight @phone", async ({ page }, { project }) => {
  const entries = await readEntries(page);
  const ofOne = entries.filter(({ ev }) => ev.model === "Ioniq 5").slice(0, 3);
  const ids = ofOne.map(({ trim }) => trim.rowId).join();
  await page.emulateMedia({ colorScheme: themeOf(project) });
  const { section } = await openSavings(page, `?saveEv=${ids}`);
  const answers = section.locator("[data-saves]");
  await expect(answers).toHaveCount(3);
  for (const { trim } of ofOne) {
    const name = section.getByRole("link", { name: `Ioniq 5 ${trim.trim}`, exact: true });
    await expectWhole(name);
  }
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  await section.getByText("Assumptions").click();
  for (const name of [
    "Miles per year",
    "Years you keep it",
    "Price at fast chargers",
    "Gas car’s price",
  ]) {
    await section.getByRole("textbox", { name }).scrollIntoViewIfNeeded();
    await section.getByRole("textbox", { name }).focus();
    for (const answer of await answers.all()) await expect(answer).toBeInViewport({ ratio: 1 });
  }
  const { height } = await boxOf(section.locator("#savings-result"));
  expect(height, "the answer leaves the page its room").toBeLessThanOrEqual(96);
  await expectAccessible(page, "#saving");
});

test("the answer stays in sight beside an open keyboard @desktop", async ({ page }) => {
  await preferReducedMotion(page);
  const { section } = await openSavings(page);
  await section.getByText("Assumptions").click();
  await test.step("nothing moves for visitors who prefer reduced motion", async () => {
    const long = await section.evaluate((part) =>
      part
        .getAnimations({ subtree: true })
        .map(({ effect }) => Number(effect?.getComputedTiming().duration))
        .filter((ms) => ms > 1),
    );
    expect(long).toEqual([]);
  });
  const net = section.locator("[data-saves]");
  for (const [width, height] of [
    [375, 380],
    [768, 1024],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const name of [
      "Years you keep it",
      "Gas price",
      "Price at fast chargers",
      "CO₂ of gasoline",
    ]) {
      const field = section.getByRole("textbox", { name });
      await field.click();
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.type("5");
      await expect(net).toBeInViewport({ ratio: 1 });
      await expect(field).toBeInViewport({ ratio: 1 });
      const { y } = await boxOf(field);
      const { bottom } = await boxOf(net);
      expect(y, `${name} stands below it at ${width} px`).toBeGreaterThanOrEqual(bottom);
    }
  }
});

test("every assumption has its source, is changed and reset @desktop", async ({ page }) => {
  const { section } = await openSavings(page);
  await test.step("the keyboard passes the table, which is to be read", async () => {
    await section.getByRole("textbox", { name: "Years you keep it" }).focus();
    await page.keyboard.press("Tab");
    while (await section.locator("input:focus, button:focus, select:focus").count())
      await page.keyboard.press("Tab");
    await expect(section.locator("summary").filter({ hasText: "Year by year" })).toBeFocused();
  });
  await test.step("the years stand in a table too", async () => {
    await section.getByText("Year by year").click();
    const table = section.getByRole("table").last();
    await expect(table.getByRole("row")).toHaveCount(10);
    await expect(table.getByRole("row", { name: /^Today/ })).toContainText("$33,600");
    await expectAccessible(page, "#saving");
  });
  await test.step("every assumption has its source", async () => {
    await section.getByText("Assumptions").click();
    for (const [name, source] of [
      ["Gas price", /EIA, September 2026/],
      ["Electricity price", /January to July 2026 \(EIA\)/],
      ["Charged at fast chargers", /J\.D\. Power/],
      ["Price at fast chargers", /Paren/],
      ["Electric car’s maintenance", /Argonne/],
      ["Electric car’s yearly fee", /Most states/],
      ["Charging losses", /Car and Driver/],
      ["CO₂ of the grid", /eGRID2024/],
      ["Gas car’s price", /compact SUV/],
      ["Gas car’s economy", /Automotive Trends/],
      ["Gas car’s maintenance", /AAA/],
      ["CO₂ of gasoline", /EPA/],
      ["Chevrolet Equinox EV LT FWD", /charging losses included/],
    ] as const) {
      const field = section.getByRole("textbox", { name });
      await expect(field).toBeVisible();
      await expect(field).toHaveAccessibleDescription(source);
    }
    await expect(section.getByText(/Prices do not include destination charges/)).toBeVisible();
  });
  await test.step("each can be changed, and all are reset", async () => {
    await section.getByRole("textbox", { name: "Gas car’s price" }).fill("40000");
    await expect(section.getByText("From day one")).toBeVisible();
    // These costs are off by default.
    await expect(section.getByRole("textbox", { name: "Interest (APR)" })).toHaveCount(0);
    await section.getByRole("checkbox", { name: /Finance with a loan/ }).check();
    await expect(section.getByRole("row", { name: /^Loan interest over 8 years/ })).toBeVisible();
    await expect(section.getByText(/^\$[\d,]+ loan payment per month$/)).toBeVisible();
    await section.getByRole("checkbox", { name: "Count resale value" }).check();
    await expect(section.getByRole("row", { name: /^Worth after 8 years/ })).toBeVisible();
    await expect(page).toHaveURL(/\?saveLoan=true&saveValue=true&saveCar=40000$/);
    const reset = section.getByRole("button", { name: "Reset all figures" });
    await reset.click();
    await expect(section.getByText("$6,727 ahead after 8 years")).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
    // Reset also discards invalid input.
    const miles = section.getByRole("textbox", { name: "Miles per year" });
    await miles.fill("-3");
    await miles.blur();
    await reset.click();
    await expect(miles).toHaveValue("12,000");
  });
});

test("three cars at once, whose result can be shared @desktop", async ({ page }) => {
  const ids = (await readEntries(page)).slice(0, 3).map(({ trim }) => trim.rowId);
  const { section, picker } = await openSavings(page, `?ev=${ids[0]},${ids[1]}`);
  await expect(section.getByRole("button", { name: /lectric car: / })).toHaveCount(2);
  const add = section.getByRole("button", { name: "Add a car" });
  const dialog = await openPicker(page, add);
  await dialog.getByRole("searchbox").fill("tesla model 3");
  await pressFirst(dialog, /^Premium RWD/);
  const third = section.getByRole("button", { name: /^Third electric car: Tesla Model 3 Premium/ });
  await expect(third).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(add).toHaveCount(0);
  // A car replaces the one that was pressed, which keeps the focus.
  await openPicker(page, third);
  await dialog.getByRole("searchbox").fill("tesla model 3");
  await pressFirst(dialog, /^Performance/);
  await expect(section.getByRole("button", { name: /^Third .* Performance/ })).toBeFocused();
  await section.getByRole("textbox", { name: "Gas price" }).fill("4.50");
  await expect(page).toHaveURL(/\?ev=\d+,\d+&saveEv=\d+,\d+,\d+&saveGas=4\.5$/);
  const answers = section.locator("[data-saves]");
  await expect(answers).toHaveCount(3);
  const shown = await answers.allTextContents();

  await section.getByRole("button", { name: "Copy link" }).click();
  await page.goto(await readClipboard(page));
  await expect(answers).toHaveText(shown);
  await expect(answers.first()).toBeInViewport({ ratio: 1 });
  await section.getByRole("button", { name: /^Remove Tesla Model 3/ }).press("Enter");
  await expect(answers).toHaveText(shown.slice(0, 2));
  await expect(add).toBeFocused();
  await expect(picker).toHaveCount(1);

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("Forbidden"));
  });
  await section.getByRole("button", { name: "Copy link" }).click();
  const refusal = page.getByRole("listitem").filter({ hasText: "The link could not be copied" });
  await expect(refusal).toContainText(/\/\?\S*saveEv=\d+,\d+&saveGas=4\.5#savings-result/);
});

test("a copied link leads to the result, in the own unit @desktop", async ({ page, context }) => {
  const { section } = await openSavings(page);
  await section.getByText("Assumptions").click();
  await page.getByRole("button", { name: /^Distances in/ }).click();
  // 12,000 mi and 24.9 mpg; no miles are left anywhere.
  const kilometers = section.getByRole("textbox", { name: "Kilometers per year" });
  await expect(kilometers).toHaveValue("19,312");
  const economy = section.getByRole("textbox", { name: "Gas car’s economy" });
  await expect(economy).toHaveValue("9.4");
  await expect(section.getByRole("row", { name: "Consumption, kWh/100 km" })).toContainText("19.4");
  await section.getByText("Year by year").click();
  expect(await section.innerText()).not.toMatch(/\bmi\b|mile|mpg/i);
  // Nothing else has changed.
  await expect(section.getByText("$6,727 ahead after 8 years")).toBeVisible();

  await kilometers.fill("800");
  await kilometers.blur();
  await expect(section.getByRole("alert")).toHaveText(
    "Kilometers per year must be a number from 805 km to 160,934 km. Using 19,312 km for now.",
  );
  await kilometers.fill("40,000");
  await economy.fill("8");
  await economy.blur();
  await expect(kilometers).toHaveValue("40,000");
  await expect(economy).toHaveValue("8");
  const answer = section.locator("[data-saves]").first();
  // 24,854.85 mi: $3,034.79 + $2,510.34 against $1,903.94 + $1,516.15; x 8 - $3,600.
  await expect(answer).toHaveText("$13,400");

  await section.getByRole("button", { name: "Copy link" }).click();
  const copied = await readClipboard(page);
  expect(new URL(copied).search).toMatch(/^\?saveEv=\d+&saveMiles=24854.85&saveMpg=29.402$/);
  const reader = await context.newPage();
  await reader.goto(copied);
  const shared = reader.locator("#saving [data-saves]").first();
  await expect(shared).toHaveText("$13,400");
  await expect(shared).toBeInViewport({ ratio: 1 });
  await comeTo(reader.locator("#saving"));
  await expect(reader.getByRole("textbox", { name: "Kilometers per year" })).toHaveValue("40,000");
  // All parts have loaded, and the scroll position has not changed.
  await expect(shared).toBeInViewport({ ratio: 1 });
  expect(await reader.evaluate(() => scrollY)).toBeGreaterThan(1000);

  await reader.goto("/?saveEv=999999#savings-result");
  const leftOut = reader.locator("#saving").getByText(/no longer listed, so it was left out/);
  await expect(leftOut).toBeInViewport({ ratio: 1 });
});

test("without consumption or range, N/A until it is typed @desktop", async ({ page }) => {
  const entries = await readEntries(page);
  const unknown = entries.find(
    ({ trim }) => !trim.consumption && !(trim.battery && trim.range) && trim.price,
  );
  const { section } = await openSavings(page, `?saveEv=${unknown?.trim.rowId}`);
  await expect(section.getByText("N/A consumption unknown")).toBeVisible();
  await section.getByRole("textbox", { name: "Consumption", exact: true }).fill("30");
  await expect(section.getByText(/^\$[\d,]+ (ahead|behind) after 8 years$/)).toBeVisible();
  await expect(page).toHaveURL(/saveUse=\d+:30$/);
});
