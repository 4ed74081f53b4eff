/** How soon the page answers a key or a moved thumb on a slow phone: from the event to the paint. */
import type { Browser, Page } from "@playwright/test";
import { fillCatalogue } from "./catalogues.ts";
import { visit } from "./phone.ts";
import { startProduct } from "./servers.ts";

/** A quick typist. */
const BETWEEN_MS = 120;
const TEXT = "model 25 trim 3 brand 7";
const SLIDER_STEPS = 40;
/** The browser reports no event that was answered sooner. */
const LEAST_MS = 16;

/** Begins to keep how long each event of a key took until the next paint. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const slow = new Map<number, number>();
    Object.assign(globalThis, { slow });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { interactionId } = entry as PerformanceEventTiming;
        if (interactionId)
          slow.set(interactionId, Math.max(slow.get(interactionId) ?? 0, entry.duration));
      }
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });
}

/** The 95th percentile of `count` interactions, in milliseconds. */
async function percentile(page: Page, count: number): Promise<number> {
  await page.waitForTimeout(1000);
  const slow = await page.evaluate(() => [
    ...(globalThis as unknown as { slow: Map<number, number> }).slow.values(),
  ]);
  const all = [...slow, ...Array<number>(Math.max(0, count - slow.length)).fill(LEAST_MS)];
  return all.toSorted((a, b) => a - b)[Math.ceil(all.length * 0.95) - 1] ?? NaN;
}

async function press(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.waitForTimeout(BETWEEN_MS);
  }
}

/** Prints a row for each size: p95 of typing in Discover's search and of moving its range slider. */
export async function measureAnswering(browser: Browser): Promise<void> {
  console.log("\nFrom event to paint, phone, CPU 4 times slower, p95 in milliseconds\n");
  console.log("| trims | typing | slider | goal |");
  console.log("| --: | --: | --: | --: |");
  for (const [trims, goal] of [
    [1_000, 50],
    [10_000, 60],
  ] as const) {
    const product = await startProduct({ STARTER_CATALOGUE: "false" }, (folder) =>
      fillCatalogue(folder, trims),
    );
    const visitor = await visit(browser, { slowLine: false });
    const { page } = visitor;
    await page.goto(product.origin);
    await page.locator("#database").scrollIntoViewIfNeeded();
    await visitor.settled();
    const thumb = page.getByRole("slider", { name: "Minimum range" }).first();
    await thumb.focus();
    await watch(page);
    await press(page, Array<string>(SLIDER_STEPS).fill("ArrowRight"));
    const slider = await percentile(page, SLIDER_STEPS);
    await page
      .getByRole("button", { name: /filters/i })
      .first()
      .click();
    const box = page.getByRole("dialog").getByRole("searchbox");
    await box.focus();
    await visitor.settled();
    await watch(page);
    await press(page, TEXT.split(""));
    const typing = await percentile(page, TEXT.length);
    console.log(`| ${trims} | ${typing.toFixed(0)} | ${slider.toFixed(0)} | ${goal} |`);
    await visitor.close();
    await product.stop();
  }
}
