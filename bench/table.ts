/**
 * Measures the table with 10,000 rows: from the list's arrival to the first rows, and from a key to the next
 * paint on a four times slower CPU. `node bench/table.ts`
 */
import { type Browser, chromium, type Page } from "@playwright/test";
import { launchOptions } from "../e2e/chromium.ts";
import { fillCatalogue } from "./catalogues.ts";
import { atMost, count, duration, type Finding, median, printFindings } from "./findings.ts";
import { BETWEEN_KEYS_MS, pressKeys, SETTLED_MS } from "./keys.ts";
import { startProduct } from "./servers.ts";

const TRIMS = 10_000;
const ROUNDS = 5;
const TEXT = "model 25 trim 3 brand 7";
const PRICE = "45000";
const FIRST_ROWS_MS = 200;
const KEY_MS = 100;

async function openDesktop(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  return context.newPage();
}

/** Opens the table through its link. @returns milliseconds from the list's last byte to the painted rows */
async function measureFirstRows(browser: Browser, origin: string): Promise<number> {
  const page = await openDesktop(browser);
  await page.goto(`${origin}/ai`);
  await page.waitForTimeout(SETTLED_MS / 6);
  const painted = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new MutationObserver(() => {
          if (!document.querySelector("#main tbody tr")) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
        });
        observer.observe(document, { childList: true, subtree: true });
      }),
  );
  await page.getByRole("link", { name: "All trims in one table" }).click();
  const rowsAt = await painted;
  const dataAt = await page.evaluate(() => {
    const reads = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    return reads.find(({ name }) => /\/api\/evs(\?|$)/.test(name))?.responseEnd ?? NaN;
  });
  await page.context().close();
  return rowsAt - dataAt;
}

/** Measures typing in the table's search and in a column's filter. */
async function measureKeys(browser: Browser, origin: string): Promise<Finding[]> {
  const page = await openDesktop(browser);
  await page.goto(`${origin}/table`);
  await page.waitForTimeout(SETTLED_MS);
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.getByRole("searchbox").focus();
  const searching = await pressKeys(page, TEXT.split(""));
  await page.getByRole("searchbox").fill("");
  await page.getByRole("button", { name: "Filter by Price" }).click();
  const dialog = page.getByRole("dialog", { name: "Filter by Price" });
  await dialog.getByRole("textbox").last().focus();
  await page.waitForTimeout(SETTLED_MS);
  const filtering = await pressKeys(page, [...PRICE.split(""), "Enter"]);
  await page.context().close();
  return [
    atMost("typing in the search, p95 from key to paint", KEY_MS, searching, duration),
    atMost("typing in a column's filter, p95 from key to paint", KEY_MS, filtering, duration),
  ];
}

const browser = await chromium.launch(launchOptions());
try {
  const product = await startProduct({ STARTER_CATALOGUE: "false" }, (folder) =>
    fillCatalogue(folder, TRIMS),
  );
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push(await measureFirstRows(browser, product.origin));
  printFindings(`Table of ${count(TRIMS)} rows, desktop, median of ${ROUNDS} visits`, [
    atMost(
      "from the list's last byte to the first rows",
      FIRST_ROWS_MS,
      median(rounds),
      duration,
      rounds.map((ms) => duration(ms)).join(", "),
    ),
  ]);
  printFindings(
    `Table of ${count(TRIMS)} rows, CPU 4 times slower, one key every ${BETWEEN_KEYS_MS} ms`,
    await measureKeys(browser, product.origin),
  );
  await product.stop();
} finally {
  await browser.close();
}
