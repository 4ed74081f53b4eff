import type { Page } from "@playwright/test";

import { findEntry } from "./discover.ts";
import { expect, press, test } from "./fixtures.ts";

const modelId = async (page: Page, search: string) => (await findEntry(page, search)).ev.id;

test("trims, specifications and the way back are there and work @main", async ({ plain: page }) => {
  const id = await modelId(page, "Lucid Air");
  await page.goto(`/ev/${id}?trimName=touring`);
  await expect(page).toHaveTitle("Lucid Air Touring AWD · EV Catalogue");
  await expect(page.locator("meta[name=description]")).toHaveAttribute(
    "content",
    /Lucid Air Touring AWD: 431 miles of range/,
  );
  const data = await page.locator('script[type="application/ld+json"]').textContent();
  expect(data).toContain('"vehicleConfiguration":"Touring AWD"');
  // Two trims contain the word; the one with the shorter name is the better match.
  await expect(page.getByRole("table", { name: "Range and battery" })).toContainText("431 miles");
  await press(page.getByRole("navigation", { name: "Trims" }), /^Grand Touring AWD/, "link");
  await expect(page).toHaveURL(`/ev/${id}?trim=2&trimName=Grand%20Touring%20AWD`);
  await expect(page.getByRole("table", { name: "Range and battery" })).toContainText("512 miles");
  await expect(page.getByText("Scrolling to top")).toHaveCount(0);
  await expect(page.getByText("with a loan at 7%")).toBeVisible();
  await page.getByRole("link", { name: "Back to Showcase" }).click();
  await page.getByRole("link", { name: "Lucid Air" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lucid Air");
});
