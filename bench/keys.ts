/** Measures the time from a key to the next paint with Event Timing, in steps of 8 ms. */
import type { Page } from "@playwright/test";
import { quantile } from "./findings.ts";

/** The time between two keys of a fast typist. */
export const BETWEEN_KEYS_MS = 120;
/** The browser does not report faster events. */
const SHORTEST_EVENT_MS = 16;
/** By then, everything caused by a press has happened, even on a slow network. */
export const SETTLED_MS = 6_000;

/** Presses the keys. @returns the 95th percentile of the milliseconds until the paint */
export async function pressKeys(page: Page, keys: readonly string[]): Promise<number> {
  await page.evaluate((durationThreshold) => {
    const slowest: Record<number, number> = {};
    Object.assign(globalThis, { slowest });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { interactionId: id, duration: ms } = entry as PerformanceEventTiming;
        if (id) slowest[id] = Math.max(slowest[id] ?? 0, ms);
      }
    }).observe({ type: "event", durationThreshold } as PerformanceObserverInit);
  }, SHORTEST_EVENT_MS);
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.waitForTimeout(BETWEEN_KEYS_MS);
  }
  await page.waitForTimeout(SETTLED_MS);
  const reported = await page.evaluate(() =>
    Object.values((globalThis as unknown as { slowest: Record<number, number> }).slowest),
  );
  const others = Array<number>(Math.max(0, keys.length - reported.length)).fill(SHORTEST_EVENT_MS);
  return quantile([...reported, ...others], 0.95);
}
