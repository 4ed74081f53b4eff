import { devices } from "@playwright/test";

import { LIST_CALL } from "./discover.ts";
import { expect, partOf, pressFirst } from "./fixtures.ts";
import {
  ALLOWANCE_MS,
  blockStream,
  cardOf,
  changeZeroToSixty,
  gapsBetween,
  modelId,
  nextSeconds,
  noteListReads,
  openListening,
  setVisibility,
  test,
  tickUntil,
} from "./live.ts";

const BLOCKED_LINE = /^Failed to load resource: net::ERR_FAILED/;

test.describe("with the event stream", () => {
  test("a change reaches a section that nobody has come near", async ({ page, other }) => {
    await openListening(page, "/");
    await expect(partOf(page, "saving")).not.toHaveAttribute("data-hydrated");
    await changeZeroToSixty(other, nextSeconds().value);
    await expect(partOf(page, "saving")).toHaveAttribute("data-hydrated");
  });

  test("a change shows in every open page @main", async ({ page, guest: second, other }) => {
    const id = await modelId(other);
    await openListening(page, "/?make=Lucid");
    await openListening(second, `/ev/${id}`);
    const figures = second.locator("dl").first();
    await expect(cardOf(page)).toBeVisible();

    const { value, text } = nextSeconds();
    await changeZeroToSixty(other, value);
    const inTime = { timeout: 2_000 };
    await expect(cardOf(page)).toContainText(text, inTime);
    await expect(cardOf(page).getByText("just updated")).toBeAttached();
    await expect(figures).toContainText(text, inTime);
    await expect(cardOf(page).getByText("just updated")).toHaveCount(0);
    await expect(figures.getByText("just updated")).toHaveCount(0);
    await second.close();

    // The mark stays for 1.5 s by the fake clock (everywhere.md#live-data). A timer renders what was fetched.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    const mark = cardOf(page).getByText("just updated");
    await changeZeroToSixty(other, nextSeconds().value);
    await expect(async () => {
      await page.clock.runFor(10);
      await expect(mark).toBeAttached({ timeout: 200 });
    }).toPass({ intervals: [10] });
    await page.clock.runFor(1_450);
    await expect(mark).toBeAttached();
    await page.clock.runFor(60);
    await expect(mark).toHaveCount(0);
  });

  test("a page in the background listens to nobody and catches up", async ({ page, other }) => {
    await openListening(page, "/?make=Lucid");
    // Wait for the page's own reads, which are not caused by an event.
    await page.waitForLoadState("networkidle");
    await setVisibility(page, "hidden");
    const { value, text } = nextSeconds();
    let reads = 0;
    page.on("request", (request) => (reads += request.url().includes("/api/ev") ? 1 : 0));
    await changeZeroToSixty(other, value);
    // When another listening page shows the change, the event has reached everybody.
    const witness = await page.context().newPage();
    await openListening(witness, "/?make=Lucid");
    await expect(cardOf(witness)).toContainText(text);
    await expect(cardOf(page)).not.toContainText(text);
    expect(reads).toBe(0);
    await setVisibility(page, "visible");
    await expect(cardOf(page)).toContainText(text);
  });
});

test("the list is stale after 10 s: read again on focus", async ({ page }) => {
  await page.clock.install();
  let reads = 0;
  page.on("response", (response) => (reads += LIST_CALL.test(response.url()) ? 1 : 0));
  await openListening(page, "/");
  // The page reads the list itself, and once more if it missed something before the stream opened.
  await page.waitForLoadState("networkidle");
  expect(reads).toBeGreaterThan(0);
  reads = 0;
  /** A second page keeps the stream open. */
  const comeBack = async () => {
    await pressFirst(page, /reviews?(?: yet)? of the/, "link");
    await page.getByRole("link", { name: "Back to Showcase" }).click();
    await expect(page.getByRole("heading", { name: "Rankings" })).toBeVisible();
  };
  await setVisibility(page, "visible");
  await comeBack();
  expect(reads).toBe(0);
  await page.clock.fastForward(10_000);
  await setVisibility(page, "visible");
  await expect.poll(() => reads).toBe(1);
  await comeBack();
  expect(reads).toBe(1);
  await page.clock.fastForward(10_000);
  await comeBack();
  await expect.poll(() => reads).toBe(2);
});

test.describe("with the stream blocked", () => {
  test.use({ allowedConsole: [BLOCKED_LINE] });

  test("the table asks every 2 seconds, once for the page @desktop", async ({ page, other }) => {
    await blockStream(page);
    await openListening(page, "/?make=Lucid");
    await expect(cardOf(page)).toBeVisible();
    const { value, text } = nextSeconds();
    await changeZeroToSixty(other, value);
    await expect(cardOf(page)).toContainText(text, { timeout: 2_000 + ALLOWANCE_MS });
    expect(await gapsBetween(page, LIST_CALL, 3)).toEqual([2, 2]);
  });

  test.describe("on a phone", () => {
    test.use({ userAgent: devices["Pixel 7"].userAgent });

    test("the table asks after 2.5 s, then every 30 s", async ({ page, other }) => {
      await blockStream(page);
      // The clock is stopped; on a slow machine it would run ahead of the test.
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
      await page.addInitScript(noteListReads);
      const noted = (name: string) => page.locator("html").getAttribute(name);
      const untilReads = (pattern: RegExp) =>
        tickUntil(page, async () => pattern.test((await noted("data-list-reads")) ?? ""));
      const first = page.waitForResponse((one) => new URL(one.url()).pathname === "/api/evs");
      await page.goto("/?make=Lucid");
      await tickUntil(page, async () => (await noted("data-listens")) !== null);
      // A phone reads the list when it is nearly visible, and not again until that read has finished.
      await cardOf(page).scrollIntoViewIfNeeded();
      await untilReads(/./);
      await (await first).finished();
      const { value, text } = nextSeconds();
      await changeZeroToSixty(other, value);
      // The server looks for changes of others twice a second.
      const car = `/api/evs/${await modelId(other)}`;
      await expect
        .poll(async () => (await page.request.get(car)).text())
        .toContain(`"zeroToSixty":${value}`);
      await page.clock.runFor(2_500);
      await untilReads(/\b2500$/);
      // It makes one read at a time, so wait until the answer is shown.
      await tickUntil(page, async () => (await cardOf(page).innerText()).includes(text));
      await page.clock.runFor(30_000);
      await untilReads(/\b2500 32500$/);
    });
  });

  test("the detail page asks the database", async ({ page, other, isMobile }) => {
    await blockStream(page);
    await openListening(page, `/ev/${await modelId(other)}`);
    const everyMs = isMobile ? 5_000 : 2_000;
    const { value, text } = nextSeconds();
    await changeZeroToSixty(other, value);
    const figures = page.locator("dl").first();
    await expect(figures).toContainText(text, { timeout: everyMs + ALLOWANCE_MS });
    const gaps = await gapsBetween(page, /\/api\/evs\/\d+\/direct\?_=\d+$/, 2);
    expect(gaps).toEqual([everyMs / 1000]);
  });

  test("a page in the background does not ask", async ({ page, other }) => {
    await blockStream(page);
    await page.clock.install();
    await openListening(page, `/ev/${await modelId(other)}`);
    await setVisibility(page, "hidden");
    let reads = 0;
    page.on("request", (request) => (reads += request.url().includes("/direct") ? 1 : 0));
    const { value, text } = nextSeconds();
    await changeZeroToSixty(other, value);
    await page.clock.runFor(60_000);
    expect(reads).toBe(0);
    await setVisibility(page, "visible");
    await expect(page.locator("dl").first()).toContainText(text);
    expect(reads).toBe(1);
  });
});
