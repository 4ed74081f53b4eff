import type { Page } from "@playwright/test";
import { readRows, rowsOf } from "./dashboard.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { cellOf, editorOf, openModel, stored } from "./grid.ts";
import type { EvRow } from "../src/domain/vehicle.ts";

/** Extra time on top of a limit, for the network, the database and rendering. */
const ALLOWANCE_MS = 1_500;
const POLL_MS = 2_000; // everywhere.md#live-data: a desktop's table
const BLOCKED_LINE = /^Failed to load resource: net::ERR_FAILED/;

test.use({ allowedConsole: [BLOCKED_LINE] });

/** Opens the home page as a visitor and shows the figures of the model's card. */
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

test.describe("with two administrators", () => {
  test.use({ allowedConsole: [/^Failed to load resource/] });
  test("nothing is overwritten silently @desktop", async ({ page }) => {
    const [header] = await openModel(page);
    const price = await cellOf(page, header, "Price");
    await price.click();
    await page.keyboard.type("44000");
    const answer = await page.request.put(`/api/evs/${header.id}`, { data: { price: 39_000 } });
    expect(answer.status()).toBe(200);
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Somebody else changed this EV" });
    await expect(dialog).toContainText("39000");
    await expect(dialog).toContainText("44000");
    expect(await stored(page, header)).toMatchObject({ price: 39_000 });
    await dialog.getByRole("button", { name: "Save these values" }).click();
    await expect(price).toHaveText("$44,000");
    expect(await stored(page, header)).toMatchObject({ price: 44_000 });

    // Calls made outside a form notice it too.
    const battery = await cellOf(page, header, "Battery");
    await battery.click();
    await page.keyboard.type("80");
    await page.request.put(`/api/evs/${header.id}`, { data: { batteryCapacity: 60 } });
    await page.keyboard.press("Enter");
    await expect(dialog).toContainText("60");
    expect(await stored(page, header)).toMatchObject({ batteryCapacity: 60 });
  });

  test("typed text survives the deletion of its row @desktop", async ({ page }) => {
    const [header, trim] = await openModel(page);
    await (await cellOf(page, trim, "Price")).click();
    await page.keyboard.type("44");
    // The row above is deleted, so this one moves up.
    await page.request.delete(`/api/evs/${header.id}`);
    await expect(rowsOf(page)).toHaveCount(1);
    await expect(editorOf(page)).toBeFocused();
    await page.keyboard.type("000");
    await expect(editorOf(page)).toHaveValue("44000");

    await page.request.delete(`/api/evs/${trim.id}`);
    const gone = page.getByRole("alertdialog", { name: "This row was just deleted" });
    await expect(gone.getByLabel("Price")).toHaveValue("44000");
    await expectAccessible(page);
    // Enter was meant to save the cell, so it must not discard the value.
    await page.keyboard.press("Enter");
    await expect(gone.getByLabel("Price")).toHaveValue("44000");
    await gone.getByRole("button", { name: "Add as a new EV" }).click();
    const form = page.getByRole("dialog", { name: "Add New EV" });
    await expect(form.getByLabel("Price")).toHaveValue("44000");
    await expect(form.getByRole("textbox", { name: "Trim" })).toHaveValue(trim.trim);
    await form.getByRole("button", { name: "Add EV" }).click();
    // Clearing the search shows the page of the new row.
    await expect(page.getByText(/^Showing \d{3}-/)).toBeVisible();
    const price = await cellOf(page, trim, "Price");
    await expect(price).toHaveText("$44,000");

    // The same works when saving before the list has been read again.
    await price.click();
    await page.keyboard.type("45000");
    await page.route("**/api/evs?view=admin*", (route) => route.abort());
    for (const { id } of (await readRows(page.request, header.model)).evs) {
      await page.request.delete(`/api/evs/${id}`);
    }
    await page.keyboard.press("Enter");
    await expect(gone.getByLabel("Price")).toHaveValue("45000");
  });
});
