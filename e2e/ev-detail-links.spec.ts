import type { Page } from "@playwright/test";

import type { EvListEntry } from "../src/domain/vehicle.ts";
import { readEntries } from "./discover.ts";
import { comeTo, expect, test } from "./fixtures.ts";

/** Links to vehicle pages that lack the trim's index or name. */
async function namelessLinks(page: Page, entries: readonly EvListEntry[]): Promise<string[]> {
  const links = page.locator('a[href^="/ev/"]');
  const hrefs = await links.evaluateAll((all) =>
    all.map((link) => link.getAttribute("href") ?? ""),
  );
  expect(hrefs.length, "links to cars").toBeGreaterThan(0);
  return hrefs.filter((href) => {
    const { pathname, searchParams } = new URL(href, "http://internal");
    return !entries.some(
      ({ ev, trim }) =>
        pathname === `/ev/${ev.id}` &&
        searchParams.get("trim") === String(trim.index) &&
        searchParams.get("trimName") === trim.trim,
    );
  });
}

test("every link to a car names the trim that was shown @desktop", async ({ page }) => {
  const entries = await readEntries(page);
  // The last trim, so that no link to the first trim can pass by accident.
  const last = entries.findLast(({ trim }) => trim.index > 1);
  const { ev, trim } = last ?? {};
  const ofTrim = `trim=${trim?.index}&`;

  await test.step("the car's own page", async () => {
    await page.goto(`/ev/${ev?.id}?${ofTrim}trimName=${encodeURIComponent(trim?.trim ?? "")}`);
    await page.getByRole("button", { name: /^Save / }).click();
    await page.getByRole("button", { name: /^Compare / }).click();
    await expect(page.getByRole("button", { name: /^Compare / })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    expect(await namelessLinks(page, entries)).toEqual([]);
  });

  await test.step("home with saved and viewed cars", async () => {
    await page.goto("/");
    for (const id of ["ranking-section", "database", "compare", "saving"])
      await comeTo(page.locator(`#${id}`));
    for (const name of ["Saved", "Recently viewed"]) {
      const link = page.getByRole("region", { name }).getByRole("link").first();
      await expect(link).toHaveAttribute("href", new RegExp(`^/ev/\\d+\\?${ofTrim}`));
    }
    expect(await namelessLinks(page, entries)).toEqual([]);
  });

  await test.step("saved cars", async () => {
    await page.getByRole("button", { name: "See all" }).click();
    const link = page.getByRole("dialog").locator('a[href^="/ev/"]');
    await expect(link).toHaveAttribute("href", new RegExp(`^/ev/\\d+\\?${ofTrim}`));
  });

  for (const path of ["/?make=Kia&sort=price#database", "/table", "/compare"]) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.locator('a[href^="/ev/"]').first()).toBeAttached();
      expect(await namelessLinks(page, entries)).toEqual([]);
    });
  }
});

test("a link works with the marks of a chat behind it @desktop", async ({ page }) => {
  await page.goto("/ev/13?trim=0).#reviews)");
  await expect(page).toHaveURL("/ev/13?trim=0#reviews");
  await expect(page.getByRole("heading", { name: "Reviews" })).toBeInViewport();
  await page.goto("/?make=Tesla.#find”");
  await expect(page).toHaveURL("/?make=Tesla#find");
});
