import type { CDPSession, Page } from "@playwright/test";

import { cardsOf, listOf, openDiscover } from "./discover.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";

/** The page counts as still after this many frames without movement. */
const REST_FRAMES = 20;

/** The scroll positions of the page and the list in pixels, once neither moves. */
function placesOf(page: Page) {
  return listOf(page).evaluate(
    (list, frames) =>
      new Promise<{ page: number; own: number; header: number; box: number }>((resolve) => {
        let [before, same] = ["", 0];
        const look = () => {
          const header = list.parentElement?.firstElementChild;
          const places = {
            page: Math.round(scrollY),
            own: Math.round(list.scrollTop),
            header: Math.round(header?.getBoundingClientRect().top ?? NaN),
            box: Math.round(list.parentElement?.getBoundingClientRect().top ?? NaN),
          };
          const now = JSON.stringify(places);
          same = now === before ? same + 1 : 0;
          before = now;
          if (same > frames) resolve(places);
          else requestAnimationFrame(look);
        };
        look();
      }),
    REST_FRAMES,
  );
}

const STEPS = 6;
const FRAME_S = 0.016;

/** Swipes a finger up the middle of the screen by this many pixels, at the speed of its events. */
async function flick(finger: CDPSession, by: number) {
  const [x, from] = [180, 640];
  const start = Date.now() / 1000;
  const send = (type: "touchStart" | "touchMove" | "touchEnd", step: number) =>
    finger.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x, y: from - (by * step) / STEPS }],
      timestamp: start + step * FRAME_S,
    });
  await send("touchStart", 0);
  for (let step = 1; step <= STEPS; step++) await send("touchMove", step);
  await send("touchEnd", STEPS);
}

/** The red header docks below the site header and the section indicator. */
const DOCK_PX = 49;

test("a phone's list says how far it is, and lets flicks through @phone", async ({ page }) => {
  await openDiscover(page);
  await test.step("the list says how far it has come and has a way past", async () => {
    await listOf(page).evaluate((list) => {
      const top = list.parentElement?.getBoundingClientRect().top ?? 0;
      scrollBy({ top: top - 48, behavior: "instant" });
    });
    await expect(page.getByText("3 of 97")).toBeVisible();
    // The list is cut in the middle of a card, to show that there is more.
    const bottom = await listOf(page).evaluate((list) => list.getBoundingClientRect().bottom);
    const cut = await cardsOf(page).evaluateAll(
      (cards, edge) =>
        cards
          .map((card) => card.getBoundingClientRect())
          .map(({ top, height }) => (edge - top) / height)
          .find((share) => share > 0 && share < 1),
      bottom,
    );
    expect(cut).toBeGreaterThan(0.15);
    expect(cut).toBeLessThan(0.85);
    await expectAccessible(page, "#database");
    await page.getByRole("button", { name: "Skip the list" }).tap();
    const after = await placesOf(page);
    expect(after.own).toBe(0);
    expect(after.header).toBeLessThan(DOCK_PX);
    await expect(page.getByRole("region", { name: "Browse by brand" })).toBeInViewport({
      ratio: 1,
    });
  });
  await test.step("flicks go to the list, through it and past it", async () => {
    const finger = await page.context().newCDPSession(page);
    await page.evaluate(() => {
      const section = document.getElementById("database");
      scrollBy({ top: (section?.getBoundingClientRect().top ?? 0) - 140, behavior: "instant" });
    });
    const start = await placesOf(page);
    expect(start.box).toBeGreaterThan(300);
    // Swiping on the list scrolls the page until the red header has docked, and no further.
    await flick(finger, 450);
    // A busy browser may start scrolling late.
    await expect.poll(() => page.evaluate(() => Math.round(scrollY))).not.toBe(start.page);
    const docked = await placesOf(page);
    expect(docked.header).toBe(DOCK_PX);
    expect(Math.abs(docked.box + 1 - DOCK_PX)).toBeLessThanOrEqual(1);
    await expect(listOf(page)).not.toHaveAttribute("data-waiting");

    let before = docked;
    let flicks = 1;
    for (let isInside = true; isInside; flicks++) {
      await flick(finger, 450);
      const now = await placesOf(page);
      isInside = now.page === before.page;
      if (isInside) {
        expect(now.own).toBeGreaterThan(before.own);
        await expect(page.getByText(/^\d+ of 97$/)).toBeVisible();
      }
      before = now;
      expect(flicks).toBeLessThan(16);
    }
    // At the end of the list, the page continues to scroll.
    expect(before.page).toBeGreaterThan(docked.page + 300);
    await expect(page.getByText("97 of 97")).toBeAttached();
  });
});

test("pictures are sharp on a phone that is turned", { tag: "@phone" }, async ({ page }) => {
  await page.setViewportSize({ width: 812, height: 375 });
  await openDiscover(page);
  for (const picture of [cardsOf(page), page.getByRole("list", { name: "Top 5" })]) {
    const image = picture.locator("img").last();
    // While the list is laid out, another card may take its place.
    await expect(() => image.scrollIntoViewIfNeeded({ timeout: 1000 })).toPass();
    // The picture needs at least 1.5 image pixels per CSS pixel.
    const density = () =>
      image.evaluate((shown: HTMLImageElement) => {
        const width = Number(new URL(shown.currentSrc || shown.src).searchParams.get("w") ?? 800);
        return width / shown.clientWidth;
      });
    await expect.poll(density).toBeGreaterThan(1.5);
  }
});
