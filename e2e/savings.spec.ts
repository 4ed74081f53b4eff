import type { Page } from "@playwright/test";

import {
  comeTo,
  expect,
  expectAccessible,
  preferReducedMotion,
  test,
  themeOf,
} from "./fixtures.ts";

/** Readings 5, Savings. The arithmetic itself is worked by hand in savings.test.ts. */

async function openSavings(page: Page, search = "") {
  await page.goto(`/${search}`);
  const section = page.locator("#saving");
  await section.scrollIntoViewIfNeeded();
  // The link to the car is there from the start; the picker opens only when its code has arrived.
  const picker = section.getByRole("combobox", { name: "Electric car" });
  await expect(async () => {
    await picker.click();
    await expect(picker).toHaveAttribute("aria-expanded", "true", { timeout: 500 });
  }).toPass();
  await picker.press("Escape");
  return { section, picker };
}

test("one large answer follows what is typed, and bad input says why", async ({ page }) => {
  const { section } = await openSavings(page);
  await expect(section.getByText("Saved on fuel in 8 years")).toBeVisible();
  // Equinox EV: 85 kWh, 319 mi, $33,600. By hand: 12,000 mi cost $1,422 in gas, $604 in electricity.
  await expect(section.getByText("$6,546", { exact: true })).toBeVisible();
  await expect(section.getByText("4.4 years", { exact: true })).toBeVisible();

  const miles = section.getByRole("textbox", { name: "Miles a year" });
  await miles.fill("24,000");
  await expect(section.getByText("$13,092", { exact: true })).toBeVisible();
  await miles.fill("twelve");
  await miles.blur();
  await expect(section.getByRole("alert")).toHaveText(
    "Miles a year must be a number from 500 mi to 100,000 mi. Until then 24,000 mi counts.",
  );
  await expect(miles).toHaveAttribute("aria-invalid", "true");
  await miles.fill("12000");
  await expect(section.getByRole("alert")).toHaveCount(0);
  await miles.blur();
  await expect(miles).toHaveValue("12,000");
});

test("every assumption is visible, can be changed and reset @desktop", async ({ page }) => {
  const { section } = await openSavings(page);
  await section.getByText("Assumptions").click();
  for (const name of [
    "Gas car’s economy",
    "Gas car’s price",
    "Lost while charging",
    "CO₂ of the grid",
    "CO₂ of gasoline",
  ])
    await expect(section.getByRole("textbox", { name })).toBeVisible();
  await expect(section.getByText(/EPA eGRID2022/)).toBeVisible();

  await section.getByRole("textbox", { name: "Gas car’s price" }).fill("40000");
  await expect(section.getByText("From day one")).toBeVisible();
  await section.getByRole("button", { name: "Reset all figures" }).click();
  await expect(section.getByText("4.4 years", { exact: true })).toBeVisible();
});

test("another car is found by its name, and the result can be shared @desktop", async ({
  page,
}) => {
  const { section, picker } = await openSavings(page, "?make=Kia");
  await picker.click();
  await picker.fill("model 3 premium rwd");
  await picker.press("Enter");
  await expect(picker).toHaveValue(/^Tesla Model 3 Premium RWD/);
  await section.getByRole("textbox", { name: "Gas price" }).fill("4.50");
  await expect(page).toHaveURL(/\?make=Kia&saveEv=\d+&saveGas=4\.5$/);
  const answer = await section.locator("[data-saves]").first().textContent();

  await page.reload();
  await section.scrollIntoViewIfNeeded();
  await expect(picker).toHaveValue(/^Tesla Model 3 Premium RWD/);
  await expect(section.locator("[data-saves]").first()).toHaveText(answer ?? "");
});

test("a copied link leads to the result, in the reader's own unit", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { section } = await openSavings(page);
  await section.getByText("Assumptions").click();
  await page.getByRole("button", { name: /^Distances in/ }).click();
  // 12,000 mi and 27 mpg; nothing of it is left in miles.
  const kilometers = section.getByRole("textbox", { name: "Kilometers a year" });
  await expect(kilometers).toHaveValue("19,312");
  await expect(section.getByRole("slider", { name: "Kilometers a year" })).toHaveAttribute(
    "aria-valuetext",
    "19,312 km",
  );
  const economy = section.getByRole("textbox", { name: "Gas car’s economy" });
  await expect(economy).toHaveValue("8.7");
  await expect(section.getByText("18.4 kWh")).toBeVisible();
  await expect(section.getByText("for 100 km; 16.6 before charging losses")).toBeVisible();
  await expect(section.getByText(/start from 19,312 km a year/)).toBeVisible();
  await section.getByText("Year by year").click();
  expect(await section.innerText()).not.toMatch(/\bmi\b|mile|mpg/i);
  // Nothing else has changed by that.
  await expect(section.getByText("$6,546", { exact: true })).toBeVisible();

  await kilometers.fill("800");
  await kilometers.blur();
  await expect(section.getByRole("alert")).toHaveText(
    "Kilometers a year must be a number from 805 km to 160,934 km. Until then 19,312 km counts.",
  );
  await kilometers.fill("40,000");
  await economy.fill("8");
  await economy.blur();
  await expect(kilometers).toHaveValue("40,000");
  await expect(economy).toHaveValue("8");
  const answer = section.locator("[data-saves]").first();
  // 40,000 km are 24,854.85 mi, which cost $2,705.11 in gas and $1,250.95 in electricity.
  await expect(answer).toHaveText("$11,633");

  await section.getByRole("button", { name: "Copy link to this result" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(copied).search).toBe("?saveMiles=24854.85&saveMpg=29.402");
  const reader = await context.newPage();
  await reader.goto(copied);
  const shared = reader.locator("#saving [data-saves]").first();
  await expect(shared).toHaveText("$11,633");
  await expect(shared).toBeInViewport({ ratio: 1 });
  await comeTo(reader.locator("#saving"));
  await expect(reader.getByRole("textbox", { name: "Kilometers a year" })).toHaveValue("40,000");
  // All parts have come, and it is where it was.
  await expect(shared).toBeInViewport({ ratio: 1 });
  expect(await reader.evaluate(() => scrollY)).toBeGreaterThan(1000);
});

test("a car without battery or range is N/A @desktop", async ({ page }) => {
  const { section, picker } = await openSavings(page);
  await picker.click();
  await picker.fill("model 3 standard");
  await section.getByRole("option").first().click();
  await expect(section.getByText("N/A").first()).toBeVisible();
  await expect(section.getByText(/battery or the range .* is not known/)).toBeVisible();
});

test("the years stand in a table too @desktop", async ({ page }) => {
  const { section } = await openSavings(page);
  await section.getByText("Year by year").click();
  await expect(section.getByRole("row")).toHaveCount(10);
  await expect(section.getByRole("row", { name: /^Today/ })).toContainText("$33,600");
});

test("is accessible", async ({ page }, { project }) => {
  await page.emulateMedia({ colorScheme: themeOf(project) });
  const { section, picker } = await openSavings(page);
  await section.getByText("Assumptions").click();
  await section.getByText("Year by year").click();
  await expectAccessible(page, "#saving");
  await picker.click();
  await expect(section.getByRole("option").first()).toBeVisible();
  await expectAccessible(page, "#saving");
});

test("nothing moves for who asked for no motion @desktop", async ({ page }) => {
  await preferReducedMotion(page);
  const { section } = await openSavings(page);
  await section.getByText("Assumptions").click();
  const long = await section.evaluate((part) =>
    part
      .getAnimations({ subtree: true })
      .map(({ effect }) => Number(effect?.getComputedTiming().duration))
      .filter((ms) => ms > 1),
  );
  expect(long).toEqual([]);
});

test("fits a phone @phone", async ({ page }) => {
  await openSavings(page);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(over).toBeLessThanOrEqual(0);
});

test.describe("when the vehicles cannot be loaded @desktop", () => {
  test.use({ allowedConsole: [/^Failed to load resource/] });

  test("it stays as the document brought it, until they can", async ({ page }) => {
    const calls = /\/api\/evs$/;
    await page.route(calls, (route) => route.fulfill({ status: 503, json: { error: "Later." } }));
    await page.goto("/");
    const section = page.locator("#saving");
    await section.scrollIntoViewIfNeeded();
    await expect(section.getByText("$6,546", { exact: true })).toBeVisible();
    const link = section.getByRole("link").first();
    await expect(link).toHaveAttribute("href", /^\/ev\/\d+/);
    await comeTo(page.locator("#database"));
    const alert = page.getByRole("alert").filter({ hasText: "The vehicles could not be loaded." });
    await expect(alert).toBeVisible();
    await page.unroute(calls);
    await alert.getByRole("button", { name: "Try again" }).click();
    await expect(alert).toHaveCount(0);
    const picker = section.getByRole("combobox", { name: "Electric car" });
    await expect(async () => {
      await picker.click();
      await expect(picker).toHaveAttribute("aria-expanded", "true", { timeout: 500 });
    }).toPass();
  });
});
