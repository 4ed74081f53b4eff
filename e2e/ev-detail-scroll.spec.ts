import type { Page } from "@playwright/test";

import { findEntry } from "./discover.ts";
import { boxOf, expect, hold, test } from "./fixtures.ts";

const NOTICE = "Scrolling to top";

const lucidAir = async (page: Page) => `/ev/${(await findEntry(page, "Lucid Air")).ev.id}`;

const scrollY = (page: Page) => page.evaluate(() => window.scrollY);
const scrollTo = (page: Page, top: number) =>
  page.evaluate((y) => window.scrollTo({ top: y, behavior: "instant" }), top);

/** Opens the page with its clock stopped at arrival. */
async function openAtMomentZero(
  page: Page,
  address: string,
  waitUntil: "load" | "commit" = "load",
): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
  await page.goto(address, { waitUntil });
}

test("the forced scroll to the top repeats for 1.2 seconds @main", async ({ page }) => {
  await openAtMomentZero(page, await lucidAir(page));
  const notice = page.getByRole("status").filter({ hasText: NOTICE });
  await expect(notice).toBeVisible();
  const way = await boxOf(page.getByRole("link", { name: "Back to Showcase" }));
  const box = await boxOf(notice);
  // It sits next to the back link and covers neither that nor a figure.
  expect(box.x).toBeGreaterThanOrEqual(way.right);
  expect(box.bottom).toBeLessThanOrEqual(way.bottom);
  // Scrolled by anything but the visitor, the page returns to the top, repeatedly.
  for (const ms of [200, 200, 300, 400]) {
    await scrollTo(page, 300);
    await page.clock.runFor(ms);
    await expect.poll(() => scrollY(page)).toBe(0);
  }
  await expect(notice).toBeVisible();
  await scrollTo(page, 300);
  await page.clock.runFor(100);
  await expect.poll(() => scrollY(page)).toBe(0);
  await expect(notice).toHaveCount(0);
  await scrollTo(page, 300);
  await page.clock.runFor(5000);
  expect(await scrollY(page)).toBe(300);
});

const OWN_INPUT: [string, (page: Page) => Promise<void>][] = [
  [
    "wheel @desktop",
    async (page) => {
      await page.mouse.wheel(0, 200);
      // Not scrolled yet at this point; otherwise it would scroll later than the test does.
      await expect.poll(() => scrollY(page)).toBe(200);
    },
  ],
  ["touch @phone", (page) => page.touchscreen.tap(180, 400)],
  ["key @desktop", (page) => page.keyboard.press("Shift")],
];
for (const [name, act] of OWN_INPUT) {
  test(`it ends at the visitor's first ${name}`, async ({ page }) => {
    await openAtMomentZero(page, await lucidAir(page));
    const notice = page.getByRole("status").filter({ hasText: NOTICE });
    await expect(notice).toBeVisible();
    await act(page);
    await expect(notice).toHaveCount(0);
    await scrollTo(page, 250);
    await page.clock.runFor(2000);
    expect(await scrollY(page)).toBe(250);
  });
}

test("it does not pull back who scrolled before the code came @desktop", async ({ page }) => {
  const arrive = await hold(page, "**/assets/entry.client-*.js");
  await page.goto(await lucidAir(page), { waitUntil: "commit" });
  await expect(page.getByRole("heading", { name: "Specifications" })).toBeAttached();
  await page.mouse.move(600, 400);
  await page.mouse.wheel(0, 240);
  await expect.poll(() => scrollY(page)).toBe(240);
  arrive();
  // The theme button is out of view, but once it responds the page is hydrated.
  await expect(async () => {
    await page.getByRole("button", { name: /^Theme:/ }).dispatchEvent("click");
    await expect(page.locator("html")).toHaveAttribute("data-theme", /./, { timeout: 500 });
  }).toPass();
  expect(await scrollY(page)).toBe(240);
  await expect(page.getByText(NOTICE)).toHaveCount(0);
});

test("#reviews scrolls to the reviews, without the notice @desktop", async ({ page }) => {
  await openAtMomentZero(page, `${await lucidAir(page)}#reviews`);
  const reviews = page.getByRole("heading", { name: "Reviews" });
  await expect(reviews).toBeInViewport();
  await page.clock.runFor(3000);
  await expect(reviews).toBeInViewport();
  await expect(page.getByText(NOTICE)).toHaveCount(0);
  expect(await scrollY(page)).toBeGreaterThan(0);
});

test("the rating at the top leads to the reviews, however early @desktop", async ({ page }) => {
  const release = await hold(page, "**/assets/entry.client-*.js");
  await openAtMomentZero(page, await lucidAir(page), "commit");
  await page.getByRole("link", { name: "No ratings" }).hover();
  await page.mouse.down();
  release();
  await expect(page.getByText(NOTICE)).toBeVisible();
  await page.mouse.up();
  await expect(page).toHaveURL(/#reviews$/);
  await page.clock.runFor(2000);
  await expect(page.getByRole("heading", { name: "Reviews" })).toBeInViewport();
});
