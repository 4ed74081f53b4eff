import type { Page } from "@playwright/test";

import { scriptOf } from "./built-files.ts";
import {
  boxOf,
  comeTo,
  expect,
  expectAccessible,
  hold,
  middleOf,
  noticeOf,
  pressFirst,
  test,
} from "./fixtures.ts";

const COMING_SOON = "src/pages/coming-soon/page.tsx";

/** Triggers a notification: clearing a search clears a chosen brand (finding.md#search-that-selects). */
async function clearSearchWithBrand(page: Page, brand = "Ford"): Promise<void> {
  const box = page.getByRole("searchbox", { name: "Search make, model or trim" });
  const clear = box.locator("..").getByRole("button", { name: "Clear search" });
  // The first keys may come before the section is hydrated.
  await expect(async () => {
    await box.fill("x");
    await expect(clear).toBeVisible({ timeout: 500 });
  }).toPass();
  await clear.click();
  await expect(noticeOf(page)).toContainText(`${brand} cleared`);
}

test("notifications stay 5 seconds @desktop", async ({ page }) => {
  await page.clock.install();
  await page.goto("/?make=Ford");
  // The first one loads the code, so the second can be measured with the fake clock.
  await clearSearchWithBrand(page);
  await noticeOf(page).getByRole("button", { name: "Undo" }).click();
  await expect(noticeOf(page)).toHaveCount(0);
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await clearSearchWithBrand(page);
  await page.clock.runFor(4900);
  // It is not fading out yet either, while it would still be visible.
  await expect(noticeOf(page)).not.toHaveAttribute("data-ending-style", { timeout: 1 });
  await page.clock.runFor(200);
  // The exit animation follows the fake clock too.
  await expect(async () => {
    await page.clock.runFor(20);
    await expect(noticeOf(page)).toHaveCount(0, { timeout: 200 });
  }).toPass();
});

test("one notification is visible at most, the newest @main @desktop", async ({ page }) => {
  await page.goto("/?make=Ford");
  await clearSearchWithBrand(page);
  await page.getByRole("link", { name: /^Kia \d+ models$/ }).click();
  await expect(page).toHaveURL(/make=Kia/);
  await clearSearchWithBrand(page, "Kia");
  await expect(noticeOf(page)).toHaveCount(1);
  await expect(noticeOf(page)).not.toContainText("Ford");
});

test("notifications are undone, swiped or closed @desktop", async ({ page, allowConsole }) => {
  allowConsole(/^Failed to load resource: .* status of 503/);
  await page.goto("/?make=Ford");
  const chooseFord = async () => {
    await page.getByRole("link", { name: /^Ford \d+ models?$/ }).click();
    await expect(page).toHaveURL(/make=Ford/);
  };
  await test.step("Undo takes back what was cleared", async () => {
    await clearSearchWithBrand(page);
    await expect(page).not.toHaveURL(/make=/);
    await noticeOf(page).getByRole("button", { name: "Undo" }).click();
    await expect(page).toHaveURL(/make=Ford/);
    await expect(noticeOf(page)).toHaveCount(0);
  });
  await test.step("are accessible, close by their button and are at most 420 px wide", async () => {
    await clearSearchWithBrand(page);
    const toast = noticeOf(page);
    await toast.hover(); // hovering pauses its timer
    await expectAccessible(page, '[aria-label^="Notifications"]');
    const lookOf = () =>
      toast.evaluate((box) => {
        const icon = box.querySelector("svg") ?? box;
        return [
          getComputedStyle(box).borderLeftColor,
          getComputedStyle(icon).color,
          icon.innerHTML,
        ];
      });
    const plain = await lookOf();
    expect((await boxOf(toast)).width).toBeLessThanOrEqual(420);
    await toast.getByRole("button", { name: "Close notification" }).click();
    await expect(toast).toHaveCount(0);

    // An error looks different: its edge and icon are red, and the icon differs.
    await page.route("**/api/evs/*/votes", (route) => route.fulfill({ status: 503, json: {} }));
    await pressFirst(page, /^Upvote/);
    await expect(toast).toContainText("Failed to submit vote.");
    const failure = await lookOf();
    for (const [at, part] of failure.entries()) expect(part).not.toBe(plain[at]);
    await toast.hover();
    await expectAccessible(page, '[aria-label^="Notifications"]');
  });
  await noticeOf(page).getByRole("button", { name: "Close notification" }).click();
  await expect(noticeOf(page)).toHaveCount(0);
  await chooseFord();
  await test.step("F8 takes the keyboard there, Escape closes", async () => {
    await clearSearchWithBrand(page);
    await page.keyboard.press("F8");
    await expect(page.getByRole("region", { name: /^Notifications/ })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(noticeOf(page)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(noticeOf(page)).toHaveCount(0);
  });
  await chooseFord();
  await test.step("a swipe to the right of 50 px closes, a shorter one does not", async () => {
    await clearSearchWithBrand(page);
    const swipe = async (px: number) => {
      const { x, y } = await middleOf(noticeOf(page).getByText("Ford cleared"));
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + px / 2, y, { steps: 4 });
      await page.mouse.move(x + px, y, { steps: 4 });
      await page.mouse.up();
    };
    await swipe(40);
    await expect(noticeOf(page)).toBeVisible();
    await swipe(60);
    await expect(noticeOf(page)).toHaveCount(0);
  });
});

test("a notification can be used over a dialog @phone", async ({ page }) => {
  await page.goto("/?make=Ford");
  await comeTo(page.locator("#database"));
  const opener = page.getByRole("button", { name: /^Filters/ });
  await opener.click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  const holdsFocus = () => dialog.evaluate((box) => box.contains(document.activeElement));
  await page.keyboard.press("Shift+Tab");
  expect(await holdsFocus()).toBe(true);
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: "Close" })).toBeFocused();
  const behind = page.getByRole("heading", { name: "Discover", exact: true });
  await expect(behind, "not for screen readers meanwhile").toHaveCount(0);
  const isLocked = () =>
    [document.documentElement, document.body].some(
      (element) => getComputedStyle(element).overflowY === "hidden",
    );
  expect(await page.evaluate(isLocked)).toBe(true);
  await clearSearchWithBrand(page);
  await noticeOf(page).getByRole("button", { name: "Undo" }).click();
  await expect(page).toHaveURL(/make=Ford/);
  await expect(page.getByRole("dialog")).toBeVisible();
  await clearSearchWithBrand(page);
  await page.keyboard.press("F8");
  await page.keyboard.press("Tab");
  await expect(noticeOf(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(noticeOf(page)).toHaveCount(0);
  await expect(dialog).toBeVisible();
  expect(await holdsFocus()).toBe(true);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
  await expect(behind).toHaveCount(1);
});

// Whatever the page would load later, or further down, fails.
test("one message at a time, offline too @desktop", async ({ page, context, allowConsole }) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|dynamically imported module|^The (picture|votes) /);
  await page.goto("/?make=Ford");
  await clearSearchWithBrand(page);
  await noticeOf(page).hover(); // pauses its timer
  await context.setOffline(true);
  const line = page.getByText("You are offline. What you see may be out of date.");
  await expect(line).toHaveCount(1);
  await expect(line).toBeHidden();
  await noticeOf(page).getByRole("button", { name: "Close notification" }).click();
  await expect(line).toBeVisible();
});

test("a line says that the network is gone @desktop", async ({ page, context, allowConsole }) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|dynamically imported module|^The (picture|votes) /);
  const chunk = scriptOf("src/pages/home/all-parts.tsx");
  await page.route(chunk, (route) => route.abort("internetdisconnected"));
  const release = await hold(page, chunk);
  await page.goto("/");
  await comeTo(page.locator("#main"));
  const line = page.getByText("You are offline. What you see may be out of date.");
  await expect(line).toHaveCount(0);
  await context.setOffline(true);
  await expect(line).toBeVisible();
  await expectAccessible(page, '[role="status"]');
  // When a part's code cannot be loaded, its server-rendered content stays until it can.
  const missed = page.waitForEvent("requestfailed", (one) => one.url().includes("all-parts"));
  release();
  await missed;
  const compare = page.locator("#compare");
  await expect(compare.getByText("0 of 3 selected")).toBeVisible();
  // Nor do its links lead to the browser's own error page.
  await compare.getByRole("link").first().click();
  await expect(page.getByText(/^You are offline\. Please check/)).toBeVisible();
  await expect(line).toBeHidden();
  await page.unroute(chunk);
  await context.setOffline(false);
  await expect(line).toHaveCount(0);
  // Code is fetched as soon as the mouse is on what needs it.
  await page.mouse.move(0, 0);
  await comeTo(page.locator("#ranking-section"));
  // A dialog whose code has not loaded does not open.
  await context.setOffline(true);
  const leader = page.locator("#ranking-section").getByRole("heading", { level: 3 }).first();
  const failed = page.waitForEvent("requestfailed", (one) => one.url().includes("ev-detail-di"));
  await leader.getByRole("link").click();
  await failed;
  await context.setOffline(false);
  await leader.getByRole("link").click();
  // Its style sheet had failed to load as well and is there now.
  await expect(page.getByRole("dialog").locator("[class]").first()).toBeVisible();
  const without = page.locator('link[rel="stylesheet"]:not([disabled])');
  expect(
    await without.evaluateAll(
      (links) => links.filter((link) => !("sheet" in link && link.sheet)).length,
    ),
  ).toBe(0);
});

/** Refuses code, which the page would ask for again by itself. @returns a function that presses Reload */
async function refuseCode(page: Page, chunk: string): Promise<() => Promise<void>> {
  let isRefused = true;
  await page.route(chunk, (route) => (isRefused ? route.abort() : route.continue()));
  return async () => {
    const reload = page.waitForRequest((request) => request.isNavigationRequest());
    const allowed = reload.then(() => (isRefused = false));
    await page.getByRole("link", { name: "Reload" }).click();
    await allowed;
  };
}

test("code that does not arrive is no obstacle @desktop", async ({ page, allowConsole }) => {
  allowConsole(
    /^Failed to load resource: net::ERR_FAILED|dynamically imported module|a broken page/,
  );
  await test.step("at once", async () => {
    await page.goto("/");
    const pressReload = await refuseCode(page, scriptOf(COMING_SOON));
    const navigation = page.getByRole("navigation", { name: "Main" });
    await navigation.getByRole("link", { name: "AI" }).click();
    await expect(page).toHaveURL("/ai");
    await expect(page.getByText("Training our neural networks...")).toBeVisible();
    // The document's own text is shown before its code is refused.
    const reload = page.getByRole("alert").getByRole("link", { name: "Reload" });
    await expect(reload).toBeVisible();
    await pressReload();
    await expect(page.getByText("Training our neural networks...")).toBeVisible();
    await navigation.getByRole("link", { name: "EVs" }).click();
    await expect(page.getByRole("heading", { name: "Discover" })).toBeVisible();
  });
  await test.step("after a slow second", async () => {
    await page.goto("/");
    await page.route(scriptOf(COMING_SOON), (route) => route.abort(), { times: 1 });
    const release = await hold(page, scriptOf(COMING_SOON));
    const navigation = page.getByRole("navigation", { name: "Main" });
    await navigation.getByRole("link", { name: "AI" }).click();
    await expect(page).toHaveURL("/ai");
    release();
    await expect(page.getByText("Training our neural networks...")).toBeVisible();
  });
});

test("a first page without its code can be read @desktop", async ({ page, allowConsole }) => {
  allowConsole(
    /^Failed to load resource: net::ERR_FAILED|dynamically imported module|a broken page/,
  );
  for (const chunk of ["**/assets/entry.client-*.js", scriptOf(COMING_SOON)]) {
    const pressReload = await refuseCode(page, chunk);
    await page.goto("/ai");
    const alert = page.getByRole("alert");
    await expect(alert).toHaveText("Part of this page did not load.Reload");
    await expect(page.getByText("Training our neural networks...")).toBeVisible();
    await expectAccessible(page);
    await pressReload();
    await expect(page.getByRole("link", { name: "Reload" })).toBeHidden();
  }
  await test.step("it can be asked for again in place of a first page that breaks, too", async () => {
    const chunk = scriptOf(COMING_SOON);
    const body = 'export const page = { Component() { throw new Error("a broken page"); } };';
    await page.route(chunk, (route) => route.fulfill({ contentType: "text/javascript", body }));
    await page.goto("/ai");
    const alert = page.getByRole("alert");
    await expect(alert).toContainText("This page could not be loaded.");
    await page.unroute(chunk);
    await alert.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("Training our neural networks...")).toBeVisible();
  });
});
