import { addRow, expectApart, gridOf, rowsOf, toastOf } from "./dashboard.ts";
import { expect, expectAccessible, signIn, test } from "./fixtures.ts";
import { cellOf, openModel } from "./grid.ts";

test("a column can be widened by keys or a drag, and keeps its width @desktop", async ({
  page,
}) => {
  const [header] = await openModel(page);
  await test.step("the year stays in sight beside the names", async () => {
    const year = rowsOf(page)
      .first()
      .getByRole("gridcell", { name: /^20\d\d$/ });
    const before = await year.boundingBox();
    await gridOf(page)
      .locator("..")
      .evaluate((scroller) => scroller.scrollTo(1200, 0));
    expect(await year.boundingBox()).toEqual(before);
    const isOnTop = await year.evaluate((cell) => {
      const { x, y, width, height } = cell.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2)?.closest("td") === cell;
    });
    expect(isOnTop).toBe(true);
    await gridOf(page)
      .locator("..")
      .evaluate((scroller) => scroller.scrollTo(0, 0));
  });
  const price = await cellOf(page, header, "Price");
  const widthOf = async () => Math.round((await price.boundingBox())?.width ?? 0);
  const first = await widthOf();
  const edge = gridOf(page).getByRole("separator", { name: "Width of Price" });

  await price.focus();
  await page.keyboard.press("Shift+F10");
  await page.getByRole("menuitem", { name: "Width of Price" }).press("Enter");
  await expect(edge).toBeFocused();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"]) {
    await page.keyboard.press(key);
  }
  await expect(edge).toHaveAttribute("aria-valuenow", String(first + 16));
  expect(await widthOf()).toBe(first + 16);
  await expect(edge).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(price).toBeFocused();

  const drag = async (px: number) => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await edge.boundingBox()) ?? {};
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + px, y + height / 2, { steps: 4 });
    // The column follows the pointer during the drag.
    expect(await widthOf()).toBe(first + 16 + px);
    await page.mouse.up();
  };
  await drag(40);
  await page.reload();
  await expect(price).toBeVisible();
  expect(await widthOf()).toBe(first + 56);
  await edge.dblclick();
  await expect.poll(widthOf).toBe(first);

  // Pinned columns move along when one of them is resized.
  const trim = gridOf(page).getByRole("separator", { name: "Width of Trim" });
  await trim.focus();
  await page.keyboard.press("End");
  await expect(trim).toHaveAttribute("aria-valuenow", "240");
  const [name, year] = [await cellOf(page, header, "Trim"), await cellOf(page, header, "Year")];
  await gridOf(page)
    .locator("..")
    .evaluate((scroller) => scroller.scrollTo(900, 0));
  const [left, right] = [await name.boundingBox(), await year.boundingBox()];
  expect(left && right && Math.round(left.x + left.width - right.x)).toBe(0);

  await page.getByRole("button", { name: /^Columns/ }).click();
  await page.getByRole("button", { name: "Reset widths" }).click();
  await expect(page.getByRole("button", { name: "Reset widths" })).toBeDisabled();
  expect(await page.evaluate(() => localStorage.getItem("ev_admin_column_widths"))).toBeNull();
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
    expect(await text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(
      true,
    );
  }
  // When the table scrolls sideways, Trim stays narrow enough to leave room for the figures.
  await gridOf(page)
    .locator("..")
    .evaluate((scroller) => scroller.scrollTo(700, 0));
  await expect(shown[1] ?? page.locator("none")).toBeInViewport({ ratio: 1 });
  const trim = await (await cellOf(page, row, "Trim")).boundingBox();
  expect((trim?.x ?? 375) + (trim?.width ?? 375)).toBeLessThan(375 / 2);
  await test.step("a phone's notification covers neither the selected rows' bar nor an editor", async () => {
    await rowsOf(page).first().getByRole("checkbox").first().click();
    const bar = page.getByRole("region", { name: "Selected rows" });
    const price = await cellOf(page, row, "Price");
    await price.click();
    await page.keyboard.type("41000");
    await page.keyboard.press("Enter");
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
});
