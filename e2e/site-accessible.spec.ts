import type { Page } from "@playwright/test";

import { findEntry } from "./discover.ts";
import {
  comeTo,
  expect,
  expectAccessible,
  NOT_FOUND_LINE,
  overflowOf,
  test,
  themeOf,
} from "./fixtures.ts";

test.beforeEach(({ allowConsole }) => allowConsole(NOT_FOUND_LINE));

const vehicle = async (page: Page, search: string) =>
  `/ev/${(await findEntry(page, search)).ev.id}`;

async function expectFine(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expectAccessible(page);
  expect(await overflowOf(page), "nothing is wider than the screen").toBe(0);
}

async function expectHomeAndVehicleFine(page: Page, theme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
  await expectFine(page, "/?make=Kia&quick=maxrange");
  await page.goto("/");
  await comeTo(page.locator("#database"));
  await expectAccessible(page, "#database");
  await expectFine(page, await vehicle(page, "Model 3"));
}

test("axe finds nothing on home and a vehicle @main-phone", async ({ page }, { project }) => {
  test.slow();
  await expectHomeAndVehicleFine(page, themeOf(project));
});

test("axe finds nothing on them in the other theme", async ({ page }, { project }) => {
  test.slow();
  await expectHomeAndVehicleFine(page, themeOf(project) === "light" ? "dark" : "light");
});

test("axe finds nothing on the other pages @main", async ({ page }, { project }) => {
  test.slow();
  await page.emulateMedia({ colorScheme: themeOf(project), reducedMotion: "reduce" });
  for (const path of [
    "/?search=nothing-like-it",
    "/ai",
    "/6in60",
    "/compare?ev=2,3",
    await vehicle(page, "Hummer EV Pickup"), // shows N/A
    "/ev/987654321",
    "/no-such-page",
  ])
    await test.step(path, () => expectFine(page, path));
});
