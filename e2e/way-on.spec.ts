import type { Locator, Page } from "@playwright/test";

import { someTrims } from "./comparison.ts";
import { toastOf } from "./dashboard.ts";
import { listOf, openDiscover } from "./discover.ts";
import { expect, expectAccessible, press, test } from "./fixtures.ts";

const tray = (page: Page) => page.getByRole("region", { name: "Your comparison" });
const actions = (page: Page) => page.getByRole("group", { name: "Actions" });
const compareOn = (page: Page) => actions(page).getByRole("button", { name: /^Compare / });
const scrolled = (page: Page) => page.evaluate(() => scrollY);

/** Top and bottom edges in the window, in whole pixels. */
function extent(part: Locator) {
  return part.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return { top: Math.round(top), bottom: Math.round(bottom) };
  });
}

async function pathOf(page: Page, at: number): Promise<string> {
  const [entry] = (await someTrims(page, at + 1)).slice(at);
  return `/ev/${entry?.ev.id}?trim=${entry?.trim.index}`;
}

test("a tray shows the first choice and leads on @desktop", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openDiscover(page);
  await expect(tray(page)).toHaveCount(0);
  const compare = listOf(page).getByRole("button", { name: /^Compare / });
  await compare.first().scrollIntoViewIfNeeded();
  const before = await scrolled(page);
  const name = (await compare.first().getAttribute("aria-label"))?.replace("Compare ", "") ?? "";
  await compare.first().click();
  await expect(tray(page)).toBeFocused();
  await expect(tray(page)).toContainText("1 of 3");
  await expect(tray(page).getByTitle(name, { exact: true })).toBeVisible();
  expect(await scrolled(page)).toBe(0);
  const { top, bottom } = await extent(tray(page));
  expect(bottom - top).toBeLessThanOrEqual(56);
  const sections = await extent(page.getByRole("navigation", { name: "Sections" }));
  expect(top).toBe(sections.bottom);
  await expectAccessible(page, '[aria-label="Your comparison"]');
  await expect(tray(page)).toMatchAriaSnapshot(`
    - region "Your comparison":
      - paragraph:
        - strong: "1"
        - text: of 3
      - list:
        - listitem: /^Lucid Air Grand Touring/
      - button "Back to the list"
      - link "Full comparison"
      - status: /is now first in the comparison/
  `);

  // Focus and scroll position are unchanged, apart from the height of the tray.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Back to the list" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(compare.first()).toBeFocused();
  expect(Math.abs((await scrolled(page)) - before)).toBeLessThan(60);
  await expect(page.getByRole("button", { name: "Back to the list" })).toHaveCount(0);

  // Sticky elements are placed below the tray, and so is whatever is scrolled to.
  const header = page.getByRole("group", { name: "Sort vehicles" });
  await header.evaluate((element) => {
    scrollBy(0, element.getBoundingClientRect().top + 100);
  });
  expect((await extent(header)).top).toBe((await extent(tray(page))).bottom);
  await page.getByRole("link", { name: "Compare", exact: true }).click();
  expect((await extent(page.locator("#compare"))).top).toBe(140 + 56);
  await press(tray(page), /^Remove /);
  await expect(tray(page)).toHaveCount(0);
  await page.goBack();
  await tray(page).getByRole("link", { name: "Full comparison" }).click();
  await expect(page).toHaveURL(/\/compare\?ev=\d+$/);
  await expect(page.getByText("1 of 3 selected")).toBeVisible();
  await expect(tray(page), "none on the comparison itself").toHaveCount(0);
});

test("a vehicle's page compares in place, for every tab @desktop", async ({ page, context }) => {
  const trims = await someTrims(page, 4);
  const other = await context.newPage();
  await other.goto("/");
  await page.goto(await pathOf(page, 0));
  await expect(tray(page)).toHaveCount(0);
  const steps = await page.evaluate(() => history.length);
  await compareOn(page).click();
  await expect(compareOn(page)).toHaveAttribute("aria-pressed", "true");
  await expect(compareOn(page)).toBeFocused();
  await expect(tray(page)).toContainText("1 of 3");
  await expect(actions(page)).toMatchAriaSnapshot(`
    - group "Actions":
      - button /^Upvote Audi/
      - button /^Save Audi/
      - button /^Compare Audi/ [pressed]
      - link "Cost to own"
  `);
  const { top, bottom } = await extent(tray(page));
  const { height } = page.viewportSize() ?? { height: 0 };
  expect(bottom - top).toBeLessThanOrEqual(56);
  expect(bottom).toBe(height);
  await expect(tray(other)).toContainText("1 of 3");
  await compareOn(page).click();
  await expect(tray(page)).toHaveCount(0);
  await expect(tray(other)).toHaveCount(0);
  expect(await page.evaluate(() => history.length)).toBe(steps);
  await other.close();

  for (const at of [2, 1, 0]) {
    await page.goto(await pathOf(page, at));
    await compareOn(page).click();
    // A press before hydration takes effect once the page is hydrated.
    await expect(compareOn(page)).toHaveAttribute("aria-pressed", "true");
  }
  await expect(tray(page)).toContainText("3 of 3");
  const { top: over, bottom: under } = await extent(tray(page));
  expect(under - over).toBeLessThanOrEqual(56);
  const cars = tray(page).getByRole("listitem");
  await expect(cars).toHaveCount(3);
  const end = await extent(tray(page).getByRole("list"));
  for (const car of await cars.all())
    expect((await extent(car)).bottom, "in sight").toBeLessThanOrEqual(end.bottom);
  // `Ioniq 5, Model Y`: no space before a comma.
  const spaces = (names: Element[]) =>
    names.flatMap(({ childNodes }) =>
      Array.from(childNodes, ({ textContent }) => textContent).filter(
        (text, at) => text !== (at === 0 ? text?.trimEnd() : ` ${text?.trim()}`),
      ),
    );
  expect(await cars.locator("[title]").evaluateAll(spaces)).toEqual([]);
  await press(actions(page), /^Save /);
  const mark = () => toastOf(page).locator("svg").first().innerHTML();
  const tick = await mark();
  await page.goto(await pathOf(page, 3));
  await compareOn(page).click();
  await expect(toastOf(page)).toContainText("Not added");
  // Its timer is paused, so only leaving the page closes it.
  await toastOf(page).hover();
  await expect(compareOn(page)).toHaveAttribute("aria-pressed", "false");
  await expect(compareOn(page)).toBeFocused();
  expect(await mark(), "no tick").not.toBe(tick);
  const { top: trayTop } = await extent(tray(page));
  // It slides in from below.
  await expect.poll(async () => (await extent(toastOf(page))).bottom).toBeLessThan(trayTop);
  await expectAccessible(page);
  await expect(toastOf(page).getByRole("link", { name: "Full comparison" })).toBeVisible();
  await tray(page).getByRole("link", { name: "Full comparison" }).dispatchEvent("click");
  const ids = trims.slice(0, 3).map(({ trim }) => trim.rowId);
  await expect(page).toHaveURL(`/compare?ev=${ids.join()}`);
  await expect(page.getByText("3 of 3 selected")).toBeVisible();
  await expect(toastOf(page)).toHaveCount(0);
});

test("what it costs is one press from a vehicle's page @desktop", async ({ page }) => {
  const [entry] = await someTrims(page, 1);
  if (!entry) throw new Error("The starter catalogue has an Audi.");
  await page.goto(await pathOf(page, 0));
  // A notification does not cover the bar.
  await press(actions(page), /^Save /);
  await expect(toastOf(page)).toBeVisible();
  await actions(page).getByRole("link", { name: "Cost to own" }).click();
  const savings = page.locator("#saving");
  await expect(savings).toBeInViewport();
  await expect(savings).toBeFocused();
  await expect(savings.getByText(`${entry.ev.make} ${entry.ev.model}`).first()).toBeVisible();
  await expect(page).toHaveURL(`/?saveEv=${entry.trim.rowId}#saving`);
});
