/**
 * How soon the page answers a key or a moved thumb on a slow phone: from the event to the next paint,
 * as Event Timing has it (in steps of 8 ms), and how long until the list shows what follows from it.
 */
import type { Browser, Page } from "@playwright/test";
import { MATCH_COUNT_ID } from "../src/features/filters/limits.ts";
import { fillCatalogue } from "./catalogues.ts";
import { atMost, type Finding, printFindings } from "./findings.ts";
import { visit } from "./phone.ts";
import { startProduct } from "./servers.ts";

/** A quick typist. */
const BETWEEN_MS = 120;
const TEXT = "model 25 trim 3 brand 7";
/** There and back, so that there is something in the list all the time. */
const SLIDER_KEYS = [
  ...Array<string>(20).fill("ArrowRight"),
  ...Array<string>(20).fill("ArrowLeft"),
];
/** The browser reports no event that was answered sooner. */
const LEAST_MS = 16;
/** All that follows from the last key has happened by then. */
const REST_MS = 1500;

/** What the page keeps of a row of keys; times in milliseconds. */
interface Watched {
  /** the longest of each key's events, from the event to the paint */
  slow: Map<number, number>;
  lastKey: number;
  /** when the count of what matches changed last, with which the list does */
  lastChange: number;
}

async function watch(page: Page): Promise<void> {
  await page.evaluate((countId) => {
    const watched: Watched = { slow: new Map(), lastKey: 0, lastChange: 0 };
    Object.assign(globalThis, { watched });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { interactionId } = entry as PerformanceEventTiming;
        const { slow } = watched;
        if (interactionId)
          slow.set(interactionId, Math.max(slow.get(interactionId) ?? 0, entry.duration));
      }
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
    addEventListener("keydown", (event) => (watched.lastKey = event.timeStamp), true);
    const read = () => document.getElementById(countId)?.textContent;
    let shown = read();
    new MutationObserver(() => {
      if (shown === read()) return;
      shown = read();
      watched.lastChange = performance.now();
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  }, MATCH_COUNT_ID);
}

/** What `count` keys took: the 95th percentile, and how long the list took after the last of them. */
async function answered(page: Page, count: number): Promise<{ p95: number; list: number }> {
  await page.waitForTimeout(REST_MS);
  const { slow, lastKey, lastChange } = await page.evaluate(() => {
    const { watched } = globalThis as unknown as { watched: Watched };
    return { ...watched, slow: [...watched.slow.values()] };
  });
  const all = [...slow, ...Array<number>(Math.max(0, count - slow.length)).fill(LEAST_MS)];
  const p95 = all.toSorted((a, b) => a - b)[Math.ceil(all.length * 0.95) - 1] ?? NaN;
  return { p95, list: lastChange - lastKey };
}

async function press(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.waitForTimeout(BETWEEN_MS);
  }
}

const inMs = (value: number) => `${value.toFixed(0)} ms`;

function findingsOf(what: string, goal: number, { p95, list }: { p95: number; list: number }) {
  const findings: Finding[] = [
    atMost(`${what}: from the event to the paint, p95`, goal, p95, inMs),
    { statement: `${what}: from the last event to the list`, measured: inMs(list) },
  ];
  return findings;
}

/** Typing in Discover's search and moving its range slider. */
async function answersOf(browser: Browser, trims: number, goal: number): Promise<Finding[]> {
  const product = await startProduct({ STARTER_CATALOGUE: "false" }, (folder) =>
    fillCatalogue(folder, trims),
  );
  const visitor = await visit(browser);
  const { page } = visitor;
  await page.goto(product.origin);
  await page.locator("#database").scrollIntoViewIfNeeded();
  await visitor.settled();
  // React has taken Discover over from the document.
  await page.waitForFunction(() => {
    const last = [...document.querySelectorAll("#database button")].at(-1);
    return Object.keys(last ?? {}).some((key) => key.startsWith("__reactProps"));
  });
  await page.getByRole("slider", { name: "Minimum range" }).first().focus();
  await watch(page);
  await press(page, SLIDER_KEYS);
  const slider = await answered(page, SLIDER_KEYS.length);
  await page
    .getByRole("button", { name: /filters/i })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Reset all" }).click();
  await dialog.getByRole("searchbox").focus();
  await visitor.settled();
  await watch(page);
  await press(page, TEXT.split(""));
  const typing = await answered(page, TEXT.length);
  await visitor.close();
  await product.stop();
  const of = `${trims.toLocaleString("en-US")} trims`;
  return [
    ...findingsOf(`Typing, ${of}`, goal, typing),
    ...findingsOf(`Moving a slider, ${of}`, goal, slider),
  ];
}

/** Prints what was found for a catalogue of 1,000 and of 10,000 trims. */
export async function measureAnswering(browser: Browser): Promise<void> {
  const findings = [
    ...(await answersOf(browser, 1_000, 50)),
    ...(await answersOf(browser, 10_000, 100)),
  ];
  printFindings(
    `Phone, CPU 4 times slower, ${TEXT.length} keys and ${SLIDER_KEYS.length} moves, one every ${BETWEEN_MS} ms and more`,
    findings,
  );
}
