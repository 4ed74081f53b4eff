import { addRow, barOf, expectApart, gridOf, rowsOf, toastOf } from "./dashboard.ts";
import {
  boxOf,
  expect,
  expectAccessible,
  expectOnTop,
  expectWhole,
  signIn,
  test,
} from "./fixtures.ts";
import { cellOf, editCell, openModel, scrollGrid } from "./grid.ts";

test.beforeEach(({ allowConsole }) => allowConsole(/^Failed to load resource/));

test("the year stays in sight beside names that use a wide window @desktop", async ({ page }) => {
  const [header] = await openModel(page);
  const year = await cellOf(page, header, "Year");
  const before = await year.boundingBox();
  await scrollGrid(page, 1200);
  expect(await year.boundingBox()).toEqual(before);
  await expectOnTop(year);
  const trim = await cellOf(page, header, "Trim");
  const widthOf = async () => (await trim.boundingBox())?.width ?? 0;
  const first = await widthOf();
  await page.setViewportSize({ width: 1920, height: 1080 });
  await expect.poll(widthOf).toBeGreaterThan(first);
});

test("a phone shows model, trim and price at once @phone", async ({ page }) => {
  await signIn(page);
  const row = await addRow(page.request, { price: 165_000 });
  await page.goto(`/admin?search=${encodeURIComponent(row.model)}`);
  const shown = [
    rowsOf(page).first().getByText(`${row.make} ${row.model}`, { exact: true }),
    rowsOf(page).first().getByText(row.trim, { exact: true }),
    rowsOf(page).first().getByText("$165,000"),
  ];
  for (const text of shown) {
    await expect(text).toBeInViewport({ ratio: 1 });
    await expectWhole(text);
  }
  // When the table scrolls sideways, Trim stays narrow enough to leave room for the figures.
  await scrollGrid(page, 700);
  await expect(shown[1] ?? page.locator("none")).toBeInViewport({ ratio: 1 });
  expect((await boxOf(await cellOf(page, row, "Trim"))).right).toBeLessThan(375 / 2);
  await test.step("a phone's notification covers neither the selected rows' bar nor an editor", async () => {
    await rowsOf(page).first().getByRole("checkbox").first().click();
    const bar = barOf(page);
    const price = await cellOf(page, row, "Price");
    await editCell(price, "41000");
    await expect(toastOf(page)).toContainText("EV updated successfully");
    const toast = toastOf(page).first();
    await expectApart(toast, bar);
    for (const name of ["Import CSV", "Add New EV", "Logout", "Sort and filter", "More"]) {
      await expectApart(toast, page.getByRole("button", { name, exact: true }));
    }
    await price.click();
    const editor = gridOf(page).getByRole("textbox");
    await expect(editor).toBeFocused();
    await expectApart(toast, bar);
    await expectApart(toast, editor);
    await expectAccessible(page);
  });
  await test.step("a value that was not saved is whole, and the next button of the bar is seen", async () => {
    await page.route(`**/api/evs/${row.id}?*`, (route) => route.abort());
    await page.keyboard.type("165100");
    await page.keyboard.press("Enter");
    const again = rowsOf(page).first().getByRole("button", { name: "Try again: $165,100" });
    await expect(again).toBeInViewport({ ratio: 1 });
    const names = await boxOf(await cellOf(page, row, "Trim"));
    expect((await boxOf(again)).x).toBeGreaterThan(names.right);
    await expect(page.getByRole("button", { name: "Add trim" })).toBeInViewport({ ratio: 0.1 });
  });
});
