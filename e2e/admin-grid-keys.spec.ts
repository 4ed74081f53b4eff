import type { Locator } from "@playwright/test";

import { footerOf, gridOf, openDashboard, readRows, rowsOf, toastOf } from "./dashboard.ts";
import {
  expect,
  expectAccessible,
  expectOnTop,
  hold,
  overflowOf,
  preferReducedMotion,
  readClipboard,
  test,
} from "./fixtures.ts";
import { cellOf, expectStored, openModel, paste } from "./grid.ts";

test("pages turn under the focus, and a drag selects @desktop", async ({ page }) => {
  await openDashboard(page);
  const cell = gridOf(page).locator('[data-row="3"] [data-column="7"]');
  await cell.focus();
  await page.keyboard.press("PageDown");
  await expect(page).toHaveURL("/admin?page=2");
  await expect(gridOf(page).locator("tbody").getByRole("row").first()).toContainText("11");
  await expect(cell).toBeFocused();
  await page.keyboard.press("PageUp");
  await expect(page).toHaveURL("/admin");
  await expect(cell).toBeFocused();

  await cell.hover();
  await page.mouse.down();
  await gridOf(page).locator('[data-row="5"] [data-column="8"]').hover();
  await page.mouse.up();
  await expect(gridOf(page).locator("[aria-selected=true]")).toHaveCount(6);
  await expect(gridOf(page).getByRole("textbox")).toHaveCount(0);

  // The Actions column stays visible and never covers the focused cell.
  await page.setViewportSize({ width: 1920, height: 1080 });
  expect((await gridOf(page).locator("..").boundingBox())?.width).toBeGreaterThan(1800);
  const actions = rowsOf(page)
    .first()
    .getByRole("button", { name: /^Edit / });
  await gridOf(page).locator('[data-row="0"] [data-column="0"]').focus();
  for (const key of ["ArrowRight", "End", "ArrowLeft", "ArrowLeft"]) {
    for (let step = 0; step < (key === "End" ? 1 : 8); step++) {
      await page.keyboard.press(key);
      const focused = gridOf(page).locator(":focus");
      if ((await focused.count()) === 0) continue;
      await expectOnTop(focused);
      await expect(actions).toBeInViewport({ ratio: 1 });
    }
  }
  await test.step("a block belongs to its rows, not to their places", async () => {
    await gridOf(page).locator('[data-row="3"] [data-column="7"]').focus();
    await page.keyboard.press("Shift+ArrowDown");
    await expect(gridOf(page).locator("[aria-selected=true]")).toHaveCount(2);
    await page.keyboard.press("PageDown");
    await expect(page).toHaveURL("/admin?page=2");
    await expect(gridOf(page).locator("[aria-selected=true]")).toHaveCount(0);
  });
});

test("a block is copied and pasted by keyboard alone @desktop", async ({ page }) => {
  await preferReducedMotion(page);
  const [header, trim] = await openModel(page, { price: 50_000, range: 250 });
  const [price, range] = [await cellOf(page, header, "Price"), await cellOf(page, header, "Range")];
  const [below, belowRange] = [
    await cellOf(page, trim, "Price"),
    await cellOf(page, trim, "Range"),
  ];

  // The grid is one tab stop; inside it the keys work as in a spreadsheet.
  await page.getByRole("searchbox").focus();
  const first = await cellOf(page, header, "#");
  while (!(await first.evaluate((cell) => cell === document.activeElement))) {
    await page.keyboard.press("Tab");
  }
  const walk: [string, Locator][] = [
    ["End", await cellOf(page, header, "Acceleration")],
    ["ArrowLeft", await cellOf(page, header, "10-80%")],
    ["ArrowLeft", await cellOf(page, header, "Checked on")],
    ["Control+End", await cellOf(page, trim, "Acceleration")],
    ["Home", await cellOf(page, trim, "#")],
    ["Tab", await cellOf(page, trim, "Make")],
    ["Shift+Tab", await cellOf(page, trim, "#")],
    ["Control+Home", first],
  ];
  for (const [key, cell] of walk) {
    await page.keyboard.press(key);
    await expect(cell).toBeFocused();
  }
  // The actions are inside their cell: Enter moves the focus in, Escape moves it out.
  await (await cellOf(page, header, "Actions")).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^Edit 2025 Zeta/ }).first()).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("button", { name: /^Delete 2025 Zeta/ }).first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(await cellOf(page, header, "Actions")).toBeFocused();
  // Tab leaves the grid after the last cell of a row, so it is no keyboard trap.
  await page.keyboard.press("End");
  await page.keyboard.press("Tab");
  await expect(gridOf(page).locator(":focus")).toHaveCount(0);
  await page.keyboard.press("Shift+Tab");
  await expect(await cellOf(page, header, "Acceleration")).toBeFocused();

  // Typing starts editing; Tab saves and moves right.
  const save = await hold(page, (url) => /\/api\/evs\/\d+$/.test(url.pathname));
  await price.focus();
  await page.keyboard.type("45000");
  await page.keyboard.press("Tab");
  await expect(price).toHaveText("$45,000");
  await expect(range).toBeFocused();

  await page.keyboard.press("Shift+ArrowLeft");
  await expect(price).toHaveAttribute("aria-selected", "true");
  await expect(range).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Control+c");
  expect(await readClipboard(page)).toBe("45000\t300");
  // Don't ask for confirmation when nothing would change, although the price is still being saved.
  await page.keyboard.press("Control+v");
  await expect(toastOf(page)).toHaveText("Nothing would change2 cells already have this value.");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  save();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Control+v");
  const dialog = page.getByRole("dialog", { name: "Change 2 cells in 1 row?" });
  await expect(dialog).toContainText("Price$50,000→becomes$45,000");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Cancel" }).press("Enter");
  await expect(dialog).toBeHidden();
  await expect(below).toHaveText("$50,000");
  await expect(below).toBeFocused();
  await page.keyboard.press("Control+v");
  await page.getByRole("button", { name: "Save 1 row" }).click();
  await expect(toastOf(page)).toContainText("Changed 2 cells in 1 row");
  await expect(below).toHaveText("$45,000");
  await expect(belowRange).toHaveText("300");
  await expectStored(page, trim, { price: 45_000, range: 300 });
  await below.press("Control+z");
  await expect(below).toHaveText("$50,000");
  await expect(belowRange).toHaveText("250");

  // Rows with an invalid value are skipped; the others are saved.
  await (await cellOf(page, header, "Model")).focus();
  await paste(page, "Renamed\tFirst\t2031\nOwn\tSecond\t2026\nOver\tThird\t2026");
  const mixed = page.getByRole("dialog", { name: "Change 2 cells in 1 row?" });
  await expect(mixed).toContainText("1 row has an error and will be left unchanged.");
  await expect(mixed).toContainText("2 cells can’t be pasted into");
  await expect(mixed).toContainText("1 pasted row didn’t fit: the list ends");
  await expect(mixed).toContainText("2031 Year must be 2030 or earlier");
  await mixed.getByRole("button", { name: "Save 1 row" }).click();
  await expect(mixed).toHaveCount(0);
  await expectStored(page, trim, { trim: "Second", year: 2026 });
  await expectStored(page, header, { model: header.model, year: 2025 });
});

test("a column pasted over three pages is one step of undo @desktop", async ({ page }) => {
  await openDashboard(page, "?search=hyundai");
  await expect(footerOf(page)).toHaveText("Found 30 matches (showing 1-10)");
  const storedPrices = async () =>
    (await readRows(page.request, "hyundai")).evs.map(({ price }) => price);
  const before = await storedPrices();
  const prices = Array.from({ length: 30 }, (_, at) => 30_000 + at * 500);
  const copied = prices.map((price) => `$${price.toLocaleString("en-US")}`).join("\n");
  const [first] = (await readRows(page.request, "hyundai")).evs;
  // The click opens a cell for editing, but pasting a block still fills a block.
  await (await cellOf(page, first ?? { trim: "" }, "Price")).first().click();
  await paste(page, copied);
  const plan = page.getByRole("dialog", { name: "Change 30 cells in 30 rows?" });
  await expect(plan).toBeVisible();
  for (const width of [1920, 768, 375, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await overflowOf(page), `at ${width} px`).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  }
  await plan.getByRole("button", { name: "Save 30 rows" }).click();
  await expect(toastOf(page)).toContainText("Changed 30 cells in 30 rows");
  expect(await storedPrices()).toEqual(prices);
  await page.keyboard.press("Control+z");
  await expect(toastOf(page).first()).toContainText("Reverted 30 rows");
  expect(await storedPrices()).toEqual(before);
  await page.keyboard.press("Control+y");
  await expect(toastOf(page).first()).toContainText("Redid 30 rows");
  expect(await storedPrices()).toEqual(prices);
});

test("an unfinished composition neither opens nor saves a cell @desktop", async ({ page }) => {
  const [header, trim] = await openModel(page);
  const price = await cellOf(page, header, "Price");
  const composing = { isComposing: true, bubbles: true, cancelable: true };
  const focusable = price.and(page.locator("[data-cell-focus]"));
  await focusable.focus();
  await focusable.dispatchEvent("keydown", { ...composing, key: "4" });
  await expect(price.getByRole("textbox")).toHaveCount(0);

  const image = await cellOf(page, header, "Image URL");
  await image.click();
  const address = image.getByRole("textbox");
  await address.fill("https://example.com/composed.jpg");
  await address.dispatchEvent("keydown", { ...composing, key: "Enter" });
  await address.dispatchEvent("keydown", { ...composing, key: "Escape" });
  await expect(address).toHaveValue("https://example.com/composed.jpg");
  await expectStored(page, header, { image: header.image });
  await page.keyboard.press("Escape");
  await expect(address).toHaveCount(0);
  await test.step("a block pasted into an open editor is a block", async () => {
    await price.click();
    await expect(gridOf(page).getByRole("textbox")).toBeFocused();
    await paste(page, "45000\t301\n46000\t302\n");
    const plan = page.getByRole("dialog", { name: "Change 4 cells in 2 rows?" });
    await plan.getByRole("button", { name: "Save 2 rows" }).click();
    await expect(toastOf(page)).toContainText("Changed 4 cells in 2 rows");
    await expectStored(page, header, { price: 45_000, range: 301 });
    await expectStored(page, trim, { price: 46_000, range: 302 });
  });
});

test("fills down by one change, also on a Russian keyboard @desktop", async ({ page }) => {
  const [header, trim] = await openModel(page, { price: 50_000, range: 250 });
  await (await cellOf(page, header, "Price")).focus();
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowRight");
  let calls = 0;
  page.on("request", (request) => {
    if (request.method() === "PATCH") calls += 1;
  });
  // A Russian keyboard has the letter в on this key.
  const cell = gridOf(page).locator(":focus");
  const russian = { key: "в", code: "KeyD", ctrlKey: true, bubbles: true, cancelable: true };
  await cell.dispatchEvent("keydown", russian);
  const plan = page.getByRole("dialog", { name: "Change 2 cells in 1 row?" });
  await plan.getByRole("button", { name: "Save 1 row" }).click();
  await expect(plan).toHaveCount(0);
  const { price, range } = header;
  await expectStored(page, trim, { price, range });
  expect(calls).toBe(1);
  await cell.dispatchEvent("keydown", { ...russian, key: "я", code: "KeyZ" });
  await expect(toastOf(page)).toContainText("Reverted");
  await expectStored(page, trim, { price: 50_000, range: 250 });
  await cell.dispatchEvent("keydown", { ...russian, key: "н", code: "KeyY" });
  await expect(toastOf(page)).toContainText("Redid");
  await expectStored(page, trim, { price, range });

  await (await cellOf(page, header, "Price")).focus();
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(keys).toContainText("Ctrl+D");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(keys).toHaveCount(0);
  await expect(await cellOf(page, header, "Price")).toBeFocused();
  // In a text field, ? is an ordinary character.
  await page.getByRole("searchbox").press("?");
  await expect(keys).toHaveCount(0);
});
