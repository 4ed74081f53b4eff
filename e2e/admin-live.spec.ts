import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { cellOf, editorOf, openModel } from "./grid.ts";
import type { EvRow } from "../src/vehicle/vehicle.ts";

/** What a bound leaves to the network, the database and the screen. */
const ALLOWANCE_MS = 1_500;
const POLL_MS = 2_000; // readings 6: a desktop's table
const BLOCKED_LINE = /^Failed to load resource: net::ERR_FAILED/;

test.use({ allowedConsole: [BLOCKED_LINE] });

/** What a visitor of the home page reads of the model: its card's figures. */
async function openAsVisitor(page: Page, { make, model }: EvRow) {
  await page.goto(`/?search=${encodeURIComponent(model)}`);
  const card = page.getByRole("article").filter({
    has: page.getByRole("link", { name: `${make} ${model}`, exact: true }),
  });
  await expect(card).toBeVisible();
  return card;
}

test("an administrator's edit shows in other people's open pages @desktop", async ({
  page,
  browser,
}) => {
  const [header] = await openModel(page);
  const origin = new URL(page.url()).origin;
  const listening = await browser.newContext({ baseURL: origin });
  const polling = await browser.newContext({ baseURL: origin });
  const listener = await listening.newPage();
  const poller = await polling.newPage();
  await poller.route("**/api/events", (route) => route.abort());
  const stream = listener.waitForRequest("**/api/events");
  const cards = [await openAsVisitor(listener, header), await openAsVisitor(poller, header)];
  await (await stream).response();
  for (const card of cards) await expect(card).toContainText("4.8s");

  const seconds = await cellOf(page, header, "0-60 (sec)");
  await seconds.click();
  await editorOf(page).fill("3.3");
  await page.keyboard.press("Enter");
  await Promise.all(
    cards.map((card) => expect(card).toContainText("3.3s", { timeout: POLL_MS + ALLOWANCE_MS })),
  );
  await Promise.all([listening.close(), polling.close()]);
});
