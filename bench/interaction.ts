/**
 * Measures how the page responds on a phone with a four times slower CPU: the time from a key or a moved
 * slider to the next paint by Event Timing (in steps of 8 ms), and how far the layout shifts during a visit
 * on a slow network. `node bench/interaction.ts`
 */
import { type Browser, chromium, devices, type Page } from "@playwright/test";
import { launchOptions } from "../e2e/chromium.ts";
import { fillCatalogue } from "./catalogues.ts";
import { atMost, count, duration, type Finding, printFindings } from "./findings.ts";
import { BETWEEN_KEYS_MS, pressKeys, SETTLED_MS } from "./keys.ts";
import { startProduct } from "./servers.ts";

const TEXT = "model 25 trim 3 brand 7";
/** The slider moves up and down again, so that the list is never empty. */
const SLIDER_KEYS = [
  ...Array<string>(20).fill("ArrowRight"),
  ...Array<string>(20).fill("ArrowLeft"),
];
const MAX_SHIFT = 0.02;
/** Lighthouse's slow 4G for devtools throttling. */
const SLOW_LINE = {
  offline: false,
  latency: 562.5, // ms per request
  downloadThroughput: (1474.56 * 1024) / 8, // bytes/s
  uploadThroughput: (675 * 1024) / 8,
};

async function openPhone(browser: Browser, line?: typeof SLOW_LINE): Promise<Page> {
  const context = await browser.newContext(devices["Moto G4"]);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  if (line) await session.send("Network.emulateNetworkConditions", line);
  return page;
}

/** The page is hydrated once moving the slider changes the number of matches. */
async function untilAnswering(page: Page): Promise<void> {
  const matches = page.locator("#match-count");
  const served = await matches.textContent();
  for (let tries = 0; (await matches.textContent()) === served; tries++) {
    if (tries > 50) throw new Error("The range slider does not answer.");
    await page.keyboard.press("ArrowRight");
    await page.waitForTimeout(BETWEEN_KEYS_MS);
  }
}

/** Measures moving Discover's range slider and typing in the search of its dialog. */
async function measureKeys(browser: Browser, trims: number, goalMs: number): Promise<Finding[]> {
  const product = await startProduct({ STARTER_CATALOGUE: "false" }, (folder) =>
    fillCatalogue(folder, trims),
  );
  const page = await openPhone(browser);
  await page.goto(product.origin);
  await page.getByRole("slider", { name: "Minimum range" }).first().focus();
  await untilAnswering(page);
  const moving = await pressKeys(page, SLIDER_KEYS);
  const filters = page.getByRole("button", { name: /^Filters/ });
  await filters.click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Reset all" }).click();
  await dialog.getByRole("searchbox").focus();
  await page.waitForTimeout(SETTLED_MS);
  const typing = await pressKeys(page, TEXT.split(""));
  await page.context().close();
  await product.stop();
  return [
    atMost(`typing at ${count(trims)} trims, p95 from key to paint`, goalMs, typing, duration),
    atMost(`moving a slider at ${count(trims)} trims, p95`, goalMs, moving, duration),
  ];
}

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/**
 * Measures layout shifts from the home page to a model, home through the header link, and back to the model.
 */
async function measureShifts(browser: Browser): Promise<Finding[]> {
  const product = await startProduct();
  const page = await openPhone(browser, SLOW_LINE);
  await page.addInitScript(() => {
    Object.assign(globalThis, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[])
        if (!entry.hadRecentInput)
          (globalThis as unknown as { shifted: number }).shifted += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  const findings: Finding[] = [];
  const visit = async (name: string, go: () => Promise<unknown>) => {
    await page.evaluate(() => Object.assign(globalThis, { shifted: 0 }));
    await go();
    await page.waitForTimeout(SETTLED_MS);
    const shifted = await page.evaluate(
      () => (globalThis as unknown as { shifted: number }).shifted,
    );
    findings.push(atMost(`layout shift ${name}`, MAX_SHIFT, shifted, (value) => value.toFixed(3)));
  };
  await page.goto(product.origin);
  await page.waitForTimeout(SETTLED_MS);
  await visit("from home to a model", async () => {
    await page.locator('#database a[href^="/ev/"]').first().click();
    await page.waitForURL("**/ev/**");
  });
  await visit("home by the header's link", () =>
    page.getByRole("link", { name: /, home$/ }).click(),
  );
  await visit("back to the model", () => page.goBack());
  await page.context().close();
  await product.stop();
  return findings;
}

const browser = await chromium.launch(launchOptions());
try {
  printFindings(
    `Phone, CPU 4 times slower, ${TEXT.length} keys and ${SLIDER_KEYS.length} moves, one every ${BETWEEN_KEYS_MS} ms and more`,
    [...(await measureKeys(browser, 1_000, 60)), ...(await measureKeys(browser, 10_000, 100))],
  );
  printFindings("Phone, CPU 4 times slower, slow 4G", await measureShifts(browser));
} finally {
  await browser.close();
}
