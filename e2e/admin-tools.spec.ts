import {
  addRow,
  barOf,
  dialogOf,
  fieldOf,
  gridOf,
  openDashboard,
  readRows,
  REFUSED_LINE,
  rowOf,
  rowsOf,
  toastOf,
} from "./dashboard.ts";
import { boxOf, expect, expectAccessible, expectWhole, hold, signIn, test } from "./fixtures.ts";
import { cellOf, editorOf, expectStored, openModel, scrollGrid } from "./grid.ts";

test.beforeEach(({ allowConsole }) => allowConsole(REFUSED_LINE));

test("a cell's menu duplicates rows, a heading's menu filters @desktop", async ({ page }) => {
  const [header, trim] = await openModel(page);
  const choose = async (name: string) => {
    await (await cellOf(page, trim, "Price")).click({ button: "right" });
    await page.getByRole("menuitem", { name, exact: true }).click();
  };
  const form = dialogOf(page, "Add New EV");
  const close = () => form.getByRole("button", { name: "Cancel" }).click();
  await choose("Duplicate this row");
  await expect(fieldOf(page, "Price ($)")).toHaveValue("40000");
  await expect(fieldOf(page, "Trim")).toHaveValue(trim.trim);
  // Nothing was typed, so nothing is asked.
  await page.keyboard.press("Escape");
  await expect(form).toHaveCount(0);
  await choose("Add a trim to this model");
  await expect(fieldOf(page, "Model")).toHaveValue(header.model);
  await expect(fieldOf(page, "Trim")).toHaveValue("");
  await fieldOf(page, "Trim").fill("Typed");
  await close();
  await page.getByRole("button", { name: "Discard" }).click();
  await choose("Delete this row");
  const question = page.getByRole("alertdialog", { name: "Delete this EV?" });
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(rowOf(page, trim.trim)).toHaveCount(0);

  const towing = gridOf(page).getByRole("columnheader", { name: "Towing", exact: true });
  await scrollGrid(page, 4000);
  await towing.click({ button: "right" });
  await page.getByRole("menuitem", { name: "Sort and filter by Towing" }).click();
  const column = page.getByLabel("Column", { exact: true });
  await expect(column).toHaveValue("towing");
  await page.keyboard.press("Escape");
  // A filtered column that is far to the right comes into sight.
  await scrollGrid(page, 0);
  await page.getByRole("button", { name: "Sort and filter" }).click();
  await column.selectOption("Towing");
  await page.getByLabel("Filter", { exact: true }).selectOption("Is empty");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(towing).toBeInViewport({ ratio: 1 });
  await page.getByRole("button", { name: "Sort and filter" }).click();
  await expect(column).toHaveValue("towing");
});

test("a model that exists is offered while typing, and merged @desktop", async ({ page }) => {
  await signIn(page);
  const known = await addRow(page.request, { model: "Kavu 7" });
  const { make } = known;
  const other = await addRow(page.request, { make, model: "Other" });
  await page.goto(`/admin?search=${other.trim}`);
  const model = await cellOf(page, other, "Model");

  await test.step("in the form, also when it is sent at once", async () => {
    await page.getByRole("button", { name: "Add New EV" }).click();
    await fieldOf(page, "Make").fill(make);
    await fieldOf(page, "Model").fill("KAVU-7");
    await fieldOf(page, "Trim").fill("Sent at once");
    // The names that are typed are read only afterwards.
    const release = await hold(page, "**/api/evs/names*");
    await page.keyboard.press("Enter");
    release();
    await expect(page.getByText("Use the catalogue’s spelling, or save again")).toBeVisible();
    await page.getByRole("button", { name: "Use Kavu 7" }).click();
    await page.keyboard.press("Enter");
    await expect(toastOf(page)).toContainText("EV added successfully");
    const { evs } = await readRows(page.request, "Sent at once");
    expect(evs).toMatchObject([{ make, model: "Kavu 7" }]);
    await page.unroute("**/api/evs/names*");
    await page.goto(`/admin?search=${other.trim}`);
  });

  await test.step("in a cell, where the taken name leads to a merge", async () => {
    const editor = gridOf(page).getByRole("combobox");
    await model.click();
    await editor.fill("kavu7");
    await page.getByRole("button", { name: "Use Kavu 7" }).click();
    await expect(editor).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(toastOf(page)).toContainText("Kavu 7 already exists");
    await expectAccessible(page);
    await model.getByRole("button", { name: "Try again: Kavu 7" }).click();
    await toastOf(page).getByRole("button", { name: "Merge" }).click();
    const question = page.getByRole("alertdialog", { name: "Merge two models?" });
    await expect(question.getByRole("radio", { name: `${make} Kavu 7` })).toBeChecked();
    await question.getByRole("button", { name: "Merge" }).click();
    await expect(toastOf(page)).toContainText(`1 row moved to ${make} Kavu 7`);
    await expect(model).toHaveText("Kavu 7");
  });
});

test("a make that does not exist yet is set on all rows, and merged @desktop", async ({ page }) => {
  const [header, trim] = await openModel(page);
  const make = `Neo${header.model}`;
  const bar = barOf(page);
  const select = (row: { trim: string }) =>
    page.getByRole("checkbox", { name: new RegExp(`^Select .*${row.trim}$`) }).click();
  const setMake = async (name: string, rows: string) => {
    await bar.getByRole("button", { name: "Set a field" }).click();
    const dialog = dialogOf(page, `Set one field on ${rows}`);
    await dialog.getByLabel("Field").selectOption("Make");
    await dialog.getByLabel("Value").fill(name);
    await dialog.getByRole("button", { name: "Show changes" }).click();
  };
  await select(trim);
  await setMake(make, "1 row");
  const plan = dialogOf(page, "Change the make of 1 model (2 rows)?");
  await expect(plan).toContainText(`${header.model}, 2 rows`);
  await plan.getByRole("button", { name: "Save 2 rows" }).click();
  await expect(toastOf(page)).toContainText("Changed the make of 1 model (2 rows)");
  await expectStored(page, trim, { make });
  // A selected row counts as it is now, so both have the same make.
  await expect(await cellOf(page, trim, "Make")).toHaveText(make);
  await select(header);
  await expect(bar).toContainText("2 rows selected");
  await expect(bar.getByRole("button", { name: /^Merge/ })).toHaveCount(0);
  await toastOf(page).getByRole("button", { name: "Undo" }).click();
  await expect(toastOf(page)).toContainText("Reverted 2 rows");
  await expectStored(page, header, { make: header.make });
  await (await cellOf(page, trim, "Model")).press("Control+y");
  await expect(toastOf(page)).toContainText("Redid 2 rows");
  await addRow(page.request, { make: header.make, model: "Stays" });
  await setMake(header.make, "2 rows");
  const question = page.getByRole("alertdialog", { name: "Merge two makes?" });
  await expect(question.getByRole("radio", { name: header.make, exact: true })).toBeChecked();
  await question.getByRole("button", { name: "Merge" }).click();
  await expect(toastOf(page)).toContainText(`2 rows moved to ${header.make}`);
  await expectStored(page, trim, { make: header.make });
});

test("a phone begins its rows by 320 px, and saving does not scroll @phone", async ({ page }) => {
  await openDashboard(page);
  const first = await rowsOf(page).first().boundingBox();
  expect(first?.y).toBeLessThanOrEqual(320);
  for (const name of ["Import CSV", "Add New EV", "Logout", "Sort and filter", "Columns", "More"]) {
    await expect(page.getByRole("button", { name, exact: true })).toBeInViewport({ ratio: 1 });
  }
  for (const word of ["Import CSV", "Add New EV", "Logout"]) {
    const button = page.getByRole("button", { name: word, exact: true });
    const fontPx = await button.evaluate((it) => Number.parseFloat(getComputedStyle(it).fontSize));
    expect(fontPx, word).toBeGreaterThanOrEqual(12);
  }
  for (const text of ["Total Models", "Total EVs (including all trims)"]) {
    await expectWhole(page.getByText(text, { exact: true }));
  }
  await page.evaluate(() => scrollTo(0, 200));
  const price = rowsOf(page).nth(4).locator("[data-column='2']");
  const scrollY = () => page.evaluate(() => scrollY);
  const before = await scrollY();
  await price.click();
  await editorOf(page).fill("125600");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  // The mark of a saved cell cuts no figure.
  await expect(price.getByLabel("Saved")).toBeVisible();
  await expectWhole(price.getByText("$125,600"));
  await expect(toastOf(page)).toContainText("EV updated successfully");
  expect(await scrollY()).toBe(before);
  await expectAccessible(page);
});

for (const width of [640, 768, 1024]) {
  test(`the price is in sight at ${width} px, range right after it @desktop`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await openDashboard(page);
    const headings = await gridOf(page).getByRole("columnheader").allInnerTexts();
    const labels = headings.slice(0, 6).map((text) => text.split(" ")[0]);
    expect(labels).toEqual(["#", "Make", "Model", "Trim", "Price", "Range"]);
    const actions = await boxOf(rowsOf(page).first().getByRole("button", { name: /^Edit/ }));
    const cells = width >= 768 ? ["4", "5", "6"] : ["4"];
    for (const column of cells) {
      const cell = rowsOf(page).first().locator(`[data-column="${column}"]`);
      expect((await boxOf(cell)).right).toBeLessThanOrEqual(actions.x);
      await expectWhole(cell.locator("span").last());
    }
    const listTop = async () => (await gridOf(page).boundingBox())?.y;
    const before = await listTop();
    await page.getByRole("searchbox").fill("Mercedes-Benz");
    const make = rowsOf(page).first().getByText("Mercedes-Benz", { exact: true });
    await expect(make).toBeVisible();
    await expectWhole(make);
    expect(await listTop()).toBe(before);
    await expectAccessible(page);
  });
}
