import type { Page } from "@playwright/test";

import { expect, test } from "./fixtures.ts";

/** Milliseconds since the visit began: the first paint, and when files were asked for. */
async function timesOf(page: Page) {
  return page.evaluate(() => {
    const asked = (kind: RegExp) =>
      performance
        .getEntriesByType("resource")
        .filter(({ name }) => kind.test(name))
        .map(({ startTime }) => startTime);
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    return {
      paint: paint?.startTime ?? NaN,
      scripts: Math.min(...asked(/\/assets\/[^/]+\.js$/)),
    };
  });
}

test("scripts wait for the first paint where they would delay it @desktop", async ({ page }) => {
  for (const path of ["/", "/compare", "/ev/13"]) {
    // A busy machine's document may come late.
    await expect(async () => {
      await page.goto(path);
      const { paint, scripts } = await timesOf(page);
      expect(scripts, path).toBeGreaterThan(paint);
    }).toPass();
  }
});
