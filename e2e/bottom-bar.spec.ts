import type { Locator, Page } from "@playwright/test";

import { someTrims } from "./comparison.ts";
import { listOf, openDiscover } from "./discover.ts";
import { expect, expectAccessible, preferReducedMotion, press, test } from "./fixtures.ts";

const bar = (page: Page) => page.getByRole("navigation", { name: "Shortcuts" });
const actions = (page: Page) => page.getByRole("group", { name: "Actions" });
const extent = (part: Locator) =>
  part.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return { top, bottom };
  });

/** The bar covers neither the end of the page nor the focused element, and no label extends past it. */
async function expectFree(page: Page, bottom: Locator): Promise<void> {
  // A phone needs a moment after rotating.
  const { height } = page.viewportSize() ?? { height: 0 };
  await expect.poll(async () => (await extent(bottom)).bottom).toBe(height);
  const { top } = await extent(bottom);
  const links = page.getByRole("contentinfo").getByRole("link");
  // Parts that are laid out late make the page taller.
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    expect((await extent(links.last())).bottom).toBeLessThanOrEqual(top);
  }).toPass();
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, 0));
    await links.first().blur();
    await links.first().focus();
    expect((await extent(links.first())).bottom).toBeLessThanOrEqual(top);
  }).toPass();
  const cut = await bottom
    .locator(":is(a, button):visible")
    .evaluateAll((items) =>
      items
        .filter(
          ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
            scrollWidth > clientWidth + 1 || scrollHeight > clientHeight || clientHeight < 44,
        )
        .map((item) => item.textContent),
    );
  expect(cut).toEqual([]);
}

test("one bar leads to the search, saved cars and comparison @phone", async ({ page }) => {
  await preferReducedMotion(page);
  const [one] = await someTrims(page, 1);
  if (!one) throw new Error("The starter catalogue has an Audi.");
  await page.goto(`/ev/${one.ev.id}?trim=${one.trim.index}`);
  await expect(bar(page), "the page has its own").toBeHidden();
  for (const name of [/^Save /, /^Compare /])
    await actions(page).getByRole("button", { name }).click();
  await expect(actions(page).getByRole("link", { name: "1 of 3 compared" })).toBeVisible();
  await expect(actions(page).locator(":is(a, button):visible"), "five items").toHaveCount(5);
  await expectFree(page, actions(page));
  await actions(page).getByRole("link", { name: "1 of 3 compared" }).click();

  await expect(bar(page).getByRole("link", { name: /^Compare\s*1$/ })).toBeVisible();
  await bar(page).getByRole("button", { name: "Saved", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Saved cars" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.evaluate(() => scrollTo(0, 900));
  await bar(page).getByRole("link", { name: "Search" }).click();
  await expect(page.getByRole("searchbox", { name: "Find an electric car" })).toBeFocused();
  await expect(page.getByRole("searchbox", { name: "Find an electric car" })).toBeInViewport();
  await expectFree(page, bar(page));
  await expectAccessible(page, '[aria-label="Shortcuts"]');
  await press(bar(page), /^Compare/, "link");
  await expect(page).toHaveURL(`/compare?ev=${one.trim.rowId}`);
});

test("adding a car is announced, and the bar leads back @phone", async ({ page }) => {
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
  await test.step("it makes room for a field while the keyboard is open", async () => {
    // The on-screen keyboard shrinks the page.
    await expect(page.locator("meta[name=viewport]")).toHaveAttribute(
      "content",
      /interactive-widget=resizes-content/,
    );
    await page.setViewportSize({ width: 375, height: 380 });
    await expect(bar(page)).toBeVisible();
    const search = page.getByRole("searchbox", { name: "Find an electric car" });
    await search.focus();
    await expect(bar(page)).toBeHidden();
    await search.blur();
    await expect(bar(page)).toBeVisible();
  });
});

test("the bar fits 320 px and text of twice the size", { tag: "@phone" }, async ({ page }) => {
  await preferReducedMotion(page);
  const [one] = await someTrims(page, 1);
  for (const [path, bottom] of [
    ["/", bar(page)],
    [`/ev/${one?.ev.id}`, actions(page)],
  ] as const) {
    await page.goto(path);
    // The bar is fullest here: the link to the comparison appears next to the page's own actions.
    if (path !== "/") await bottom.getByRole("button", { name: /^Compare / }).click();
    for (const width of [320, 375, 767]) {
      await page.setViewportSize({ width, height: 640 });
      for (const size of ["100%", "200%"]) {
        await page.evaluate((text) => (document.documentElement.style.fontSize = text), size);
        await test.step(`${path} ${width} px ${size}`, () => expectFree(page, bottom));
      }
    }
  }
});

test("its links lead on before its code", { tag: "@phone" }, async ({ page, allowConsole }) => {
  allowConsole(/^Failed to load resource/);
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto("/ai");
  await bar(page).getByRole("link", { name: "Search" }).click();
  await expect(page).toHaveURL("/#find");
  await expect(page.getByRole("searchbox", { name: "Find an electric car" })).toBeInViewport();
  await bar(page).getByRole("link", { name: "Compare", exact: true }).click();
  await expect(page).toHaveURL("/compare");
  await expect(bar(page).getByRole("link", { name: "Compare", exact: true })).toHaveAttribute(
    "aria-current",
    "page",
  );
});
