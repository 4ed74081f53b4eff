import type { Locator, Page } from "@playwright/test";

import { someTrims } from "./comparison.ts";
import { listOf, openDiscover } from "./discover.ts";
import { expect, expectAccessible, preferReducedMotion, test } from "./fixtures.ts";

const bar = (page: Page) => page.getByRole("navigation", { name: "Shortcuts" });
const actions = (page: Page) => page.getByRole("group", { name: "Actions" });
const extent = (part: Locator) =>
  part.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return { top, bottom };
  });

/** Neither the end of the page nor what has the focus lies below it. */
async function expectFree(page: Page, bottom: Locator): Promise<void> {
  const { top, bottom: end } = await extent(bottom);
  expect(end).toBe(page.viewportSize()?.height);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const links = page.getByRole("contentinfo").getByRole("link");
  expect((await extent(links.last())).bottom).toBeLessThanOrEqual(top);
  await page.evaluate(() => scrollTo(0, 0));
  await links.first().focus();
  expect((await extent(links.first())).bottom).toBeLessThanOrEqual(top);
}

test(
  "one bar at the bottom leads to the search, the saved cars and the comparison",
  {
    tag: "@phone",
  },
  async ({ page }) => {
    await preferReducedMotion(page);
    const [one] = await someTrims(page, 1);
    if (!one) throw new Error("The starter catalogue has an Audi.");
    await page.goto(`/ev/${one.ev.id}?trim=${one.trim.index}`);
    await expect(bar(page), "the page has its own").toBeHidden();
    for (const name of [/^Save /, /^Compare /])
      await actions(page).getByRole("button", { name }).click();
    await expect(actions(page).getByRole("link", { name: "1 of 3 compared" })).toBeVisible();
    await expectFree(page, actions(page));
    await actions(page).getByRole("link", { name: "Search" }).click();
    await expect(page.getByRole("searchbox", { name: "Find an electric car" })).toBeFocused();

    await expect(bar(page).getByRole("link", { name: /^Compare\s*1$/ })).toBeVisible();
    await bar(page)
      .getByRole("button", { name: /^Saved\s*1$/ })
      .click();
    await expect(page.getByRole("dialog", { name: "Saved cars" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.evaluate(() => scrollTo(0, 900));
    await bar(page).getByRole("link", { name: "Search" }).click();
    await expect(page.getByRole("searchbox", { name: "Find an electric car" })).toBeFocused();
    await expect(page.getByRole("searchbox", { name: "Find an electric car" })).toBeInViewport();
    await expectFree(page, bar(page));
    await expectAccessible(page, '[aria-label="Shortcuts"]');
    await bar(page)
      .getByRole("link", { name: /^Compare/ })
      .click();
    await expect(page).toHaveURL(`/compare?ev=${one.trim.rowId}`);
  },
);

test(
  "a Compare in the list is told, and the bar leads back to it",
  { tag: "@phone" },
  async ({ page }) => {
    await preferReducedMotion(page);
    await openDiscover(page);
    const compare = listOf(page)
      .getByRole("button", { name: /^Compare / })
      .first();
    await compare.click();
    await expect(bar(page).getByRole("status")).toContainText("is now first in the comparison.");
    await bar(page).getByRole("button", { name: "Back to the list" }).click();
    await expect(compare).toBeFocused();
    await expect(compare).toBeInViewport();
    await expect(bar(page).getByRole("button", { name: "Back to the list" })).toHaveCount(0);
  },
);

test("the bar fits 320 px and text of twice the size", { tag: "@phone" }, async ({ page }) => {
  const [one] = await someTrims(page, 1);
  for (const [path, bottom] of [
    ["/", bar(page)],
    [`/ev/${one?.ev.id}`, actions(page)],
  ] as const) {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(path);
    for (const size of ["100%", "200%"]) {
      await page.evaluate((text) => (document.documentElement.style.fontSize = text), size);
      const items = bottom.locator(":is(a, button):visible");
      const cut = await items.evaluateAll((all) =>
        all
          .filter((item) => item.scrollWidth > item.clientWidth + 1 || item.clientHeight < 44)
          .map((item) => item.textContent),
      );
      expect(cut, `${path} ${size}`).toEqual([]);
    }
  }
});
