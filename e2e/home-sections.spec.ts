import type { Locator, Page } from "@playwright/test";

import { readEntries } from "./discover.ts";
import { boxOf, expect, preferReducedMotion, test } from "./fixtures.ts";

/** The sections of the indicator (finding.md#section-indicator, finding.md#home-page). */
const LABELS = ["Rankings", "Discover", "Compare", "Savings"];

const indicator = (page: Page) => page.getByRole("navigation", { name: "Sections" });
const dot = (page: Page, label: string) => indicator(page).getByRole("link", { name: label });
const topOf = (part: Locator) =>
  part.evaluate((element) => Math.round(element.getBoundingClientRect().top));

async function expectListening(page: Page): Promise<void> {
  const isListening = () =>
    dot(page, "Discover").evaluate((link) =>
      Object.keys(link).some((key) => key.startsWith("__reactProps")),
    );
  await expect.poll(isListening).toBe(true);
}

async function openHome(page: Page): Promise<void> {
  await preferReducedMotion(page);
  await page.goto("/");
  await expectListening(page);
}

test("sections stand in order, in line and under an indicator @desktop", async ({ page }) => {
  await openHome(page);
  await test.step("four sections in order, and an indicator that leads to them and follows", async () => {
    await expect(indicator(page).getByRole("link")).toHaveText(LABELS);
    const headings = page.getByRole("main").getByRole("heading", { level: 2 });
    const order = (await headings.allInnerTexts()).filter((text) => LABELS.includes(text));
    expect(order).toEqual(LABELS);
    await expect(page.getByText(/^No votes yet\./)).toBeVisible();
    await expect(page.getByText("Set your range and budget to narrow the list.")).toBeVisible();
    await expect(dot(page, "Rankings")).toHaveAttribute("aria-current", "location");

    await dot(page, "Discover").click();
    await expect(dot(page, "Discover")).toHaveAttribute("aria-current", "location");
    await expect.poll(() => topOf(page.locator("#database"))).toBe(140);
    expect(await topOf(indicator(page)), "it sticks to the top").toBe(0);

    const middle = (id: string) =>
      page.locator(id).evaluate((element) => element.scrollIntoView({ block: "center" }));
    for (const [id, label] of [
      ["#saving", "Savings"],
      ["#compare", "Compare"],
      ["#ranking-section", "Rankings"],
    ] as const) {
      await expect(async () => {
        await middle(id);
        await expect(dot(page, label)).toHaveAttribute("aria-current", "location", {
          timeout: 500,
        });
      }).toPass();
      await expect(indicator(page).locator("[aria-current]")).toHaveCount(1);
    }
  });
  await test.step("the ranking's search stands beside its words from 768 px on (ranking.md#ranking-search)", async () => {
    const title = page.getByRole("heading", { name: "Rankings" });
    const search = page.getByRole("search", { name: "Ranking" });
    const isBeside = async () => (await boxOf(search)).x > (await boxOf(title)).x + 200;
    for (const [width, beside] of [
      [767, false],
      [768, true],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(isBeside).toBe(beside);
    }
  });
});

/** The last section whose text starts above the middle of the window. */
const middleOf = (page: Page, labels: readonly string[] = LABELS) =>
  page.evaluate(
    (known) =>
      Array.from(document.querySelectorAll("h2"))
        .filter((title) => known.includes(title.innerText))
        .findLast((title) => title.getBoundingClientRect().top < innerHeight / 2)?.innerText,
    labels,
  );

test("the current section is marked, however it was reached", async ({ page }) => {
  await openHome(page);
  const jump = (top: number) => page.evaluate((y) => window.scrollTo(0, y), top);
  const expectMarked = async (label: string) => {
    await expect.poll(() => middleOf(page)).toBe(label);
    await expect(dot(page, label)).toHaveAttribute("aria-current", "location");
  };

  // Jump, then reload there: no scroll event follows once the page is hydrated.
  await jump(2000);
  await expectMarked("Discover");
  await page.reload();
  await expectListening(page);
  await expectMarked("Discover");
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(500);

  const card = page.locator("#database").getByRole("article").first();
  await card.getByRole("link", { name: "All details" }).or(card.getByRole("link")).last().click();
  await expect(page.getByRole("link", { name: "Back to Showcase" })).toBeVisible();
  await page.goBack();
  await expectMarked("Discover");

  // Jump right after a click, while sections that scroll by are ignored.
  await dot(page, "Rankings").click();
  await page.locator("#saving").evaluate((part) => part.scrollIntoView({ block: "center" }));
  await expectMarked("Savings");
  await dot(page, "Compare").click();
  await jump(0);
  await expect(dot(page, "Rankings")).toHaveAttribute("aria-current", "location");

  await page.locator("#saving").evaluate((part) => part.scrollIntoView({ block: "center" }));
  await expectMarked("Savings");
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  await page.setViewportSize({ width: width - 40, height: height - 80 });
  await expect(async () => {
    const label = await middleOf(page);
    await expect(dot(page, label ?? "")).toHaveAttribute("aria-current", "location", {
      timeout: 200,
    });
  }).toPass();
});

test("a phone shows three sections and a swipe moves them by one @phone", async ({ page }) => {
  await test.step("a picture of the whole page shows what is laid out late", async () => {
    const years = page.getByText("Years you keep it");
    const isLaidOut = () =>
      years.evaluate((part) => part.checkVisibility({ contentVisibilityAuto: true }));
    // The browser may still report the size set for this test, which looks like a screenshot to the page.
    await expect(async () => {
      await openHome(page);
      expect(await isLaidOut()).toBe(false);
    }).toPass();
    await page.screenshot({ fullPage: true });
    expect(await isLaidOut()).toBe(true);
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    await expect.poll(height, "the page is under 5,000 px high").toBeLessThan(5_000);
    const cars = (await readEntries(page)).slice(0, 3);
    const at = "2026-11-23T09:00:00.000Z";
    const lists = {
      ev_saved: JSON.stringify(cars.map(({ ev, trim }) => ({ ...ev, ...trim, at }))),
      ev_recently_viewed: JSON.stringify(cars.map(({ ev, trim }) => ({ ...ev, trim }))),
    };
    await page.evaluate((stored) => void Object.assign(localStorage, stored), lists);
    const ids = cars.map(({ trim }) => trim.rowId).join();
    await page.goto(`/?bodyType=SUV&ev=${ids}&rank=range:3,price:3,charging:3,cargo:3`);
    await expect(page.getByRole("region", { name: "Recently viewed" })).toBeVisible();
    await page.screenshot({ fullPage: true });
    await expect.poll(height, "nor with the ranking by weights").toBeLessThan(5_000);
  });
  const shown = async () => {
    const width = page.viewportSize()?.width ?? 0;
    const boxes = await indicator(page)
      .getByRole("listitem")
      .evaluateAll((items) => items.map((item) => item.getBoundingClientRect()));
    return LABELS.filter((_, at) => {
      const { left = -1, right = Infinity } = boxes[at] ?? {};
      return left >= 0 && right <= width;
    });
  };
  await expect.poll(shown).toEqual(LABELS.slice(0, 3));
  const session = await page.context().newCDPSession(page);
  const y = (await topOf(indicator(page))) + 24;
  const swipe = async (px: number, ms: number) => {
    const x = 180;
    const seconds = Date.now() / 1000;
    const send = (type: "touchStart" | "touchMove" | "touchEnd", at: number, after: number) =>
      session.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: type === "touchEnd" ? [] : [{ x: at, y }],
        timestamp: seconds + after / 1000,
      });
    await send("touchStart", x, 0);
    await send("touchMove", x + px / 2, ms / 2);
    await send("touchMove", x + px, ms);
    await send("touchEnd", x + px, ms);
  };
  const left = LABELS.slice(0, 3);
  const right = LABELS.slice(1);
  // A slow swipe needs 30 px, a fast one 20 px.
  for (const [px, ms, after] of [
    [-26, 400, left],
    [-36, 400, right],
    [-36, 400, right],
    [16, 20, right],
    [24, 20, left],
  ] as const) {
    await swipe(px, ms);
    await expect.poll(shown, `${px} px in ${ms} ms`).toEqual(after);
  }

  // From 640 px on, all sections fit.
  await page.setViewportSize({ width: 639, height: 812 });
  await expect.poll(shown).toEqual(left);
  await page.setViewportSize({ width: 640, height: 812 });
  await expect.poll(shown).toEqual(LABELS);
});
