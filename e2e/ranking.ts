import type { Locator, Page } from "@playwright/test";

import { expect, press } from "./fixtures.ts";

export const section = (page: Page) => page.locator("#ranking-section");
export const leaders = (page: Page) =>
  page.getByRole("list", { name: /^Top [35]$/ }).getByRole("listitem");
export const remaining = (page: Page) =>
  page.getByRole("list", { name: "Remaining EVs" }).getByRole("listitem");
export const nameOf = (row: Locator) => row.getByRole("heading").innerText();

export async function openRanking(page: Page): Promise<void> {
  const mine = page.waitForResponse("**/api/votes/mine");
  await page.goto("/");
  await mine;
}

export async function openRemaining(page: Page): Promise<void> {
  await press(section(page), /^Show Remaining EVs/);
  await expect(remaining(page)).toHaveCount(5);
}

export const hideRemaining = (page: Page) =>
  section(page)
    .getByRole("button", { name: /^Hide remaining/ })
    .click();

/** The row at a given rank of the remaining list, so that tests on one server vote for different vehicles. */
export async function rowAt(page: Page, place: number): Promise<{ row: Locator; name: string }> {
  await openRemaining(page);
  const turns = Math.floor((place - 6) / 5);
  for (let turn = 0; turn < turns; turn++) {
    await section(page).getByRole("button", { name: "Next" }).click();
  }
  await expect(section(page)).toContainText(`${turns + 1} / 19`);
  const name = await nameOf(remaining(page).nth((place - 6) % 5));
  const row = section(page)
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name, exact: true }) });
  return { row, name };
}
