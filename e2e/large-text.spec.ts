import type { Page } from "@playwright/test";

import { comeTo, expect, NOT_FOUND_LINE, preferReducedMotion, signIn, test } from "./fixtures.ts";
import { openForm } from "./reviews.ts";
import type { ModerationAnswer } from "../src/features/reviews/reviews.schema.ts";

/** All text has to be readable at twice the size, as a visitor can set it in the browser. */

const WIDTHS_PX = [375, 768, 1440] as const;

/** `act` opens what is not visible at first. */
const SCREENS: readonly {
  name: string;
  path: string;
  heading: string | RegExp;
  act?: (page: Page) => Promise<void>;
}[] = [
  { name: "home", path: "/", heading: /side by side/ },
  {
    name: "home with filters, a search and a comparison",
    path: "/?search=audi&drive=AWD&maxPrice=90000&ev=2,3",
    heading: /side by side/,
  },
  {
    name: "detail",
    path: "/ev/41",
    heading: /./,
    async act(page) {
      const data = { userName: "W".repeat(40), rating: 4, comment: "Quiet and quick." };
      await page.request.post("/api/evs/41/reviews", { data });
      await page.reload();
      await page.setViewportSize({ width: 375, height: 900 });
      await openForm(page);
    },
  },
  { name: "unknown car", path: "/ev/987654321", heading: /not found/ },
  { name: "compare", path: "/compare?ev=2,3,4", heading: /Compare EVs/ },
  { name: "compare without a car", path: "/compare", heading: /Compare EVs/ },
  { name: "coming soon", path: "/ai", heading: /./ },
  { name: "sign-in", path: "/auth", heading: /./ },
  {
    name: "dashboard",
    path: "/admin",
    heading: "EV Database Management",
    async act(page) {
      // On a phone the number of flagged reviews is scrolled out of sight.
      const answer = await page.request.get("/api/reviews?limit=1");
      const [review] = ((await answer.json()) as ModerationAnswer).reviews;
      await page.request.post(`/api/reviews/${review?.id}/flag`);
      await page.reload();
      await expect(page.getByRole("link", { name: "Reviews 1 waiting" })).toBeAttached();
      await expect(page.getByRole("grid")).toBeVisible();
    },
  },
];

test.beforeEach(({ allowConsole }) => allowConsole(NOT_FOUND_LINE));

test("every page is readable with text of twice the size @desktop", async ({ page }) => {
  test.slow();
  await preferReducedMotion(page);
  for (const { name, path, heading, act } of SCREENS)
    await test.step(name, async () => {
      if (name === "dashboard") await signIn(page);
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
      await act?.(page);
      await enlarge(page);
      for (const width of WIDTHS_PX)
        await test.step(`${width} px`, async () => {
          await page.setViewportSize({ width, height: 900 });
          await expectReadable(page, width);
        });
    });
});

test("dialogs are readable with text of twice the size @desktop", async ({ page }) => {
  await preferReducedMotion(page);
  await page.goto("/");
  await comeTo(page.locator("#database"));
  await enlarge(page);
  const openers = [
    page.getByRole("button", { name: /^Filters/ }),
    page.getByRole("list", { name: "Top 5" }).getByRole("heading").getByRole("link"),
    page.getByRole("button", { name: "Select EV" }),
    page.locator("#database a[aria-haspopup=dialog]"),
  ];
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const opener of openers) {
      await opener.first().click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectReadable(page, width, "[role=dialog]");
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    }
  }
});

test("an import is readable with text of twice the size @desktop", async ({ page }) => {
  await preferReducedMotion(page);
  await signIn(page);
  await page.goto("/admin");
  await enlarge(page);
  await page.setViewportSize({ width: 375, height: 900 });
  await page.getByRole("button", { name: "Import CSV" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator("input[type=file]").setInputFiles({
    name: "cars.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(
      "make,model,trim,year,bodyType,chairs\nKia,Twice,One,2026,SUV,5\nKia,Twice,Two,20x6,SUV,5",
    ),
  });
  const check = dialog.getByRole("button", { name: /^Check (file|rows)$/ });
  await check.click();
  await dialog.getByLabel("chairs", { exact: true }).selectOption("seatingCapacity");
  await expectReadable(page, 375, "[role=dialog]");
  await check.click();
  await expect(dialog.getByText("Cells to repair (1)")).toBeVisible();
  await expectReadable(page, 375, "[role=dialog]");
});

function enlarge(page: Page): Promise<void> {
  return page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
}

/** @param within selector of what to check, since a dialog covers the page */
async function expectReadable(page: Page, width: number, within = "body"): Promise<void> {
  await expect.poll(() => widthOf(page), "the page does not scroll sideways").toBe(width);
  await expect.poll(() => overlaps(page, within), "no text stands on another").toEqual([]);
  await expect.poll(() => cutFigures(page, within), "no figure is cut").toEqual([]);
}

function widthOf(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.max(innerWidth, (document.scrollingElement ?? document.body).scrollWidth),
  );
}

/** Pairs of visible texts that overlap by more than a pixel. */
function overlaps(page: Page, within: string): Promise<string[]> {
  return page.evaluate((selector) => {
    const whole = document.querySelector(selector) ?? document.body;
    const texts: { left: number; right: number; top: number; bottom: number; node: Node }[] = [];
    const walker = document.createTreeWalker(whole, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const isHidden = parent.closest("script, option, .visually-hidden, .skip-link, [popover]");
      if (isHidden || !node.textContent?.trim()) continue;
      const clip = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };
      let isStuck = false;
      for (let box: Element | null = parent; box && box !== whole; box = box.parentElement) {
        const { overflowX, position } = getComputedStyle(box);
        // Sticky and fixed elements are meant to cover the rest.
        isStuck ||= position === "sticky" || position === "fixed";
        if (overflowX === "visible") continue;
        const { left, right, top, bottom } = box.getBoundingClientRect();
        clip.left = Math.max(clip.left, left);
        clip.right = Math.min(clip.right, right);
        clip.top = Math.max(clip.top, top);
        clip.bottom = Math.min(clip.bottom, bottom);
      }
      if (isStuck) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const line of range.getClientRects()) {
        // A font's line box is taller than its letters.
        const air = line.height / 6;
        const left = Math.max(line.left, clip.left);
        const right = Math.min(line.right, clip.right);
        const top = Math.max(line.top + air, clip.top);
        const bottom = Math.min(line.bottom - air, clip.bottom);
        if (right - left > 1 && bottom - top > 1) texts.push({ left, right, top, bottom, node });
      }
    }
    texts.sort((one, other) => one.top - other.top);
    return texts.flatMap((one, at) => {
      const end = texts.findIndex((other, place) => place > at && other.top >= one.bottom);
      return texts
        .slice(at + 1, end < 0 ? undefined : end)
        .filter(
          (other) =>
            other.node !== one.node &&
            Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
            Math.min(one.bottom, other.bottom) - other.top > 1,
        )
        .map((other) => `${one.node.textContent} | ${other.node.textContent}`);
    });
  }, within);
}

/** Figures and typed numbers that do not fit in their boxes. */
function cutFigures(page: Page, within: string): Promise<string[]> {
  return page.evaluate(
    (selector) =>
      [
        ...document.querySelectorAll<HTMLElement>(
          `${selector} :is(dd, td, h1, input[inputmode="decimal"])`,
        ),
      ]
        .filter((box) => box.clientWidth > 1 && box.checkVisibility())
        .filter((box) => box.textContent !== "" || box.tagName === "INPUT")
        .filter((box) => box.scrollWidth > box.clientWidth + 1)
        .map((box) => box.textContent || (box.getAttribute("aria-label") ?? box.outerHTML)),
    within,
  );
}
