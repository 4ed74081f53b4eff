import type { Page } from "@playwright/test";

import { findEntry } from "./discover.ts";
import {
  comeTo,
  expect,
  expectAccessible,
  openListening,
  signIn,
  test,
  themeOf,
} from "./fixtures.ts";

// What the browser itself prints about a refused correction.
test.beforeEach(({ allowConsole }) => allowConsole(/status of 40[09]/));

/** A car in the starter catalogue whose EPA range is 266 miles in one source and 251 in another. */
const DISPUTED = { search: "BMW i4", trim: "eDrive35", value: "251-266 mi" };
/** A trim that Edmunds has tested. */
const TESTED = "eDrive40";

async function findTrim(page: Page, search: string, trim: string) {
  const found = await findEntry(page, `${search} ${trim}`);
  return { id: found.ev.id, rowId: found.trim.rowId, range: found.trim.range ?? 0 };
}

const addressOf = ({ id }: { id: number }, trim: string) => `/ev/${id}?trimName=${trim}`;
const rangeOf = (page: Page) =>
  page.getByRole("table", { name: "Range and battery" }).getByRole("row", { name: /^Range/ });

test("conflicting sources are marked wherever a car is shown", async ({ page }, { project }) => {
  await page.emulateMedia({ colorScheme: themeOf(project), reducedMotion: "reduce" });
  const disputed = await findTrim(page, DISPUTED.search, DISPUTED.trim);
  const tested = await findTrim(page, DISPUTED.search, TESTED);
  await page.goto(addressOf(disputed, DISPUTED.trim));
  await expect(rangeOf(page)).toContainText(`Sources differ: ${DISPUTED.value}`);
  await page.goto(addressOf(tested, TESTED));
  const tests = page.getByRole("region", { name: "Tested by others" });
  await expect(tests).toContainText(/Edmunds EV Range Test: 292 mi, \d+% less than EPA/);
  await expectAccessible(page);

  await page.goto(`/compare?ev=${disputed.rowId},${tested.rowId}`);
  const row = page.getByRole("rowheader", { name: /^Range/ });
  await expect(row).toContainText("Sources differ: eDrive35");
  await expectAccessible(page);
});

test("a correction is reported, followed and accepted @main @desktop", async ({
  page,
  guest: open,
}) => {
  const car = await findTrim(page, "Kia EV9", "Light Long Range RWD");
  const value = car.range + 7;
  const address = addressOf(car, "Light%20Long%20Range%20RWD");
  await openListening(open, address);
  await rangeOf(open).getByRole("link").click();
  const shown = open.getByRole("dialog", { name: "Sources: Range" });
  await expect(shown.getByRole("listitem").first()).toBeVisible();

  await page.goto(address);
  const figure = rangeOf(page).getByRole("link");
  await figure.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Sources: Range" });
  await expect(dialog.getByText("EPA label")).toBeVisible();
  await expectAccessible(page, "[role=dialog]");
  await dialog.getByRole("button", { name: "Report a correction" }).click();
  const form = page.getByRole("dialog", { name: "Report a correction" });
  const right = form.getByRole("textbox", { name: "Correct value, in miles" });
  const send = form.getByRole("button", { name: "Send" });
  await form.getByRole("textbox", { name: "Note" }).fill("It says so");
  for (const [typed, sentence] of [
    ["", "Value is required"],
    [String(car.range), "The page already shows this value"],
  ] as const) {
    await right.fill(typed);
    await send.click();
    await expect(right).toHaveAccessibleDescription(sentence);
    await expect(right).toBeFocused();
  }
  await form.getByRole("textbox", { name: "Link to a source" }).fill("http://example.com");
  await right.fill(String(value));
  await send.click();
  await expect(form.getByRole("textbox", { name: "Link to a source" })).toBeFocused();
  await expectAccessible(page, "[role=dialog]");
  await expect(right).toHaveValue(String(value));
  await expect(form.getByRole("textbox", { name: "Note" })).toHaveValue("It says so");
  await form.getByRole("textbox", { name: "Link to a source" }).fill("https://example.com/ev9");
  await send.click();
  await form.getByRole("link", { name: "Check its status" }).click();
  await expect(page).toHaveURL(/\/corrections\/[\w-]{22}$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your correction");
  await expect(page.getByText("Received", { exact: true })).toBeVisible();
  await expect(page.getByText(`${value} mi`)).toBeVisible();
  await expectAccessible(page);
  const followed = page.url();

  await signIn(page);
  const queue = await (await page.request.get("/api/corrections?status=received")).json();
  const { id, row } = queue.corrections[0];
  const claim = { method: "reader", source: "Ada, a reader", version: row.version };
  const accepted = await page.request.post(`/api/corrections/${id}/accept`, { data: claim });
  expect(accepted.status()).toBe(200);
  // The dialog hides the page behind it from roles.
  await expect(open.locator("main")).toContainText(`${value} miles`);
  await expect(shown).toContainText("Ada, a reader");
  await open.goto(followed);
  await expect(open.getByText("Accepted", { exact: true })).toBeVisible();
});

test("a missing car is named below the list and its empty result @desktop", async ({ page }) => {
  await page.goto("/");
  const button = page.getByRole("button", { name: "A car is missing" });
  await comeTo(button);
  await button.click();
  const dialog = page.getByRole("dialog", { name: "A car is missing" });
  await dialog.getByRole("textbox", { name: "Make" }).fill("Kia");
  await dialog.getByRole("button", { name: "Send" }).click();
  const model = dialog.getByRole("textbox", { name: "Model" });
  await expect(model).toHaveAccessibleDescription("Model is required");
  await expect(model).toBeFocused();
  await expectAccessible(page, "[role=dialog]");
  await model.fill("EV3");
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(dialog.getByRole("link", { name: "Check its status" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();

  await page.goto("/?make=Kia&maxPrice=20000#database");
  await comeTo(button);
  await button.click();
  await expect(dialog).toBeVisible();
});

test("without scripts a figure leads to all its sources @desktop", async ({ plain: page }) => {
  const disputed = await findTrim(page, DISPUTED.search, DISPUTED.trim);
  await page.goto(addressOf(disputed, DISPUTED.trim));
  await rangeOf(page).getByRole("link").click();
  await expect(page).toHaveURL(/&sources=all#range$/);
  await expect(page.locator("#range")).toContainText(`Sources differ: ${DISPUTED.value}`);
  await expect(page.locator("#range")).toContainText("EPA label");
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  await page.getByRole("link", { name: "Back to the BMW i4" }).click();
  await expect(page.getByRole("heading", { name: "Specifications" })).toBeVisible();
});
