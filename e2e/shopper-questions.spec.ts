import type { Page } from "@playwright/test";

import {
  cardsOf,
  chipOf,
  closeQuickFilters,
  countModels,
  expectModels,
  namesOf,
  openDiscover,
  readEntries,
  searchBoxOf,
} from "./discover.ts";
import { expect, test } from "./fixtures.ts";

/** What people ask, each answered by one sentence or in three presses. */
async function ask(page: Page, sentence: string): Promise<void> {
  await openDiscover(page);
  const box = await searchBoxOf(page);
  await box.fill(sentence);
  await expect(page.getByRole("button", { name: /^Understood: / })).toBeVisible();
  await box.press("Enter");
}

test("seven seats under $60k over 280 miles", async ({ page }) => {
  await ask(page, "seven seats under $60k over 280 miles");
  const entries = await readEntries(page);
  const models = countModels(
    entries,
    ({ trim }) =>
      (trim.seating ?? 0) >= 7 && (trim.price || Infinity) <= 60_000 && (trim.range ?? 0) >= 280,
  );
  expect(models).toBeGreaterThan(0);
  await expectModels(page, models);
  await closeQuickFilters(page);
  await expect(chipOf(page, "At least 7 seats")).toBeVisible();
  await expect(namesOf(page)).toHaveCount(models);
});

test("the cheapest that charges 10-80 % in under 25 minutes", async ({ page }) => {
  await ask(page, "the cheapest that charges 10-80 % in under 25 minutes");
  const entries = await readEntries(page);
  const quick = entries.filter(({ trim }) => trim.price && trim.charging && trim.charging <= 25);
  const cheapest = Math.min(...quick.map(({ trim }) => trim.price ?? Infinity));
  const names = quick
    .filter(({ trim }) => trim.price === cheapest)
    .map(({ ev }) => `${ev.make} ${ev.model}`);
  await closeQuickFilters(page);
  await expect(page).toHaveURL(/maxCharging=25&sort=price&order=asc$/);
  await expect(cardsOf(page).first()).toContainText(`$${cheapest.toLocaleString("en-US")}`);
  expect(names).toContain(await namesOf(page).first().innerText());
});

test("Model Y, Ioniq 5 and Equinox EV side by side", async ({ page }) => {
  await ask(page, "Model Y, Ioniq 5 and Equinox EV side by side");
  await expect(page).toHaveURL(/\/compare\?ev=\d+,\d+,\d+$/);
  await expect(page.getByText("3 of 3 selected")).toBeVisible();
  for (const name of ["Tesla Model Y", "Hyundai Ioniq 5", "Chevrolet Equinox EV"])
    await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
});

test("the three cars looked at yesterday", async ({ page }) => {
  const entries = await readEntries(page);
  const models = [...new Map(entries.map(({ ev }) => [ev.id, ev])).values()].slice(0, 3);
  await page.clock.install();
  for (const { id, make, model } of models) {
    await page.goto(`/ev/${id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${make} ${model}`);
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem("ev_recently_viewed")))
      .toContain(`{"id":${id},`);
  }
  await page.clock.fastForward("24:00:00");
  await page.goto("/");
  const viewed = page.getByRole("region", { name: "Recently viewed" }).getByRole("link");
  for (const [at, { make, model }] of models.toReversed().entries())
    await expect(viewed.nth(at)).toContainText(`${make} ${model}`);
  await viewed.nth(2).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    `${models[0]?.make} ${models[0]?.model}`,
  );
});
