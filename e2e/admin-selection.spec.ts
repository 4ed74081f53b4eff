import type { Page } from "@playwright/test";
import type { EvRow } from "../src/domain/vehicle.ts";
import {
  addRow,
  barOf,
  confirmDelete,
  expectApart,
  fieldOf,
  readRows,
  REFUSED_LINE,
  rowOf,
  rowsOf,
  toastOf,
} from "./dashboard.ts";
import { expect, expectAccessible, pressFirst, signIn, test } from "./fixtures.ts";
import { cellOf, editCell } from "./grid.ts";

async function select(page: Page, ...rows: readonly EvRow[]): Promise<void> {
  for (const { trim } of rows)
    await page.getByRole("checkbox", { name: new RegExp(`^Select .*${trim}$`) }).click();
}

test("selected rows are edited, restored and deleted together @desktop", async ({ page }) => {
  await signIn(page);
  const first = await addRow(page.request, { price: 40_000 });
  const { make, model } = first;
  const rows = [first];
  for (const trim of ["Beta", "Gamma"]) {
    rows.push(await addRow(page.request, { make, model, trim: `${trim} ${model}` }));
  }
  const rowAt = (at: number) => rows[at] ?? first;
  await page.goto(`/admin?search=${encodeURIComponent(model)}`);
  const box = (row: { trim: string }) =>
    page.getByRole("checkbox", { name: `Select 2025 ${make} ${model} ${row.trim}` });
  const stored = async () => (await readRows(page.request, model)).evs;

  await box(rowAt(0)).click();
  await box(rowAt(2)).click({ modifiers: ["Shift"] });
  const bar = barOf(page);
  await expect(bar).toContainText("3 rows selected");
  await bar.getByRole("button", { name: "Set a field" }).click();
  const dialog = page.getByRole("dialog", { name: "Set one field on 3 rows" });
  await dialog.getByLabel("Field").selectOption("price");
  await dialog.getByLabel("Value").fill("cheap");
  await dialog.getByRole("button", { name: "Show changes" }).click();
  await expect(dialog).toContainText("Price must be a number");
  await expectAccessible(page);
  await dialog.getByLabel("Value").fill("$40,000");
  await dialog.getByRole("button", { name: "Show changes" }).click();
  const plan = page.getByRole("dialog", { name: "Change 2 cells in 2 rows?" });
  await expect(plan).toContainText("1 cell already has this value.");
  await plan.getByRole("button", { name: "Save 2 rows" }).click();
  await expect(plan).toHaveCount(0);
  expect((await stored()).map(({ price }) => price)).toEqual([40_000, 40_000, 40_000]);

  // The grid has the focus again.
  await page.keyboard.press("Control+z");
  await expect(toastOf(page).first()).toContainText("Reverted 2 rows");
  expect((await stored()).map((row) => row.price)).toEqual([40_000, null, null]);
  // Undo still works after a reload and on another page.
  await page.goto("/admin");
  await (await cellOf(page, { ...first, trim: "A-Spec RWD" }, "Price")).focus();
  await page.keyboard.press("Control+y");
  await expect(toastOf(page).first()).toContainText("Redid 2 rows");
  expect((await stored()).map((row) => row.price)).toEqual([40_000, 40_000, 40_000]);

  await page.goto(`/admin?search=${encodeURIComponent(model)}`);
  await (await cellOf(page, rowAt(1), "#")).focus();
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Space");
  await expect(bar).toContainText("2 rows selected");
  await expectAccessible(page);
  await bar.getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete 2 rows?" });
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(toastOf(page).first()).toContainText("2 rows deleted");
  await expect(rowOf(page, rowAt(1).trim)).toHaveCount(0);
  expect((await stored()).map(({ trim }) => trim)).toEqual([first.trim]);

  // Duplicating a single row creates a draft of another.
  await box(first).click();
  await bar.getByRole("button", { name: "Duplicate" }).click();
  await expect(fieldOf(page, "Price ($)")).toHaveValue("40000");
  await fieldOf(page, "Trim").fill("Copy");
  await page.getByRole("dialog").getByRole("button", { name: "Add EV" }).click();
  await expect(rowOf(page, "Copy")).toBeVisible();
});

test("a model year is added from the chosen rows @desktop", async ({ page, allowConsole }) => {
  allowConsole(/ERR_FAILED/);
  await signIn(page);
  const facts = {
    price: 40_000,
    frunk: 1.5,
    source: "=Mine, and others'",
    batteryWarranty: "8 years",
  };
  const row = await addRow(page.request, { ...facts, year: 2026 });
  await addRow(page.request, { make: row.make, model: row.model, trim: "Other", year: 2026 });
  await page.goto(`/admin?search=${encodeURIComponent(row.model)}`);
  const bar = barOf(page);
  const askForYear = async () => {
    await pressFirst(page, /^Select 2026/, "checkbox");
    await bar.getByRole("button", { name: "Select all 2 rows" }).click();
    await bar.getByRole("button", { name: "New model year" }).click();
  };
  await askForYear();
  const question = page.getByRole("alertdialog", { name: "Add 2 rows for 2027?" });
  await expectAccessible(page);
  // A lost answer must not hide a change that was made.
  await page.route("**/api/evs/rows", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await question.getByRole("button", { name: "Add 2 rows" }).click();
  await expect(question).toBeHidden();
  await page.unroute("**/api/evs/rows");
  await bar.getByRole("button", { name: "New model year" }).click();
  await question.getByRole("button", { name: "Add 2 rows" }).click();
  const added = toastOf(page).filter({ hasText: "2 rows added" });
  await added.getByRole("button", { name: "Undo" }).click();
  await expect(toastOf(page)).toContainText("2 rows removed");
  expect((await readRows(page.request, row.model)).evs).toHaveLength(2);
  await askForYear();
  await question.getByRole("button", { name: "Add 2 rows" }).click();
  await added.getByRole("link", { name: "Show" }).click();
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(bar).toHaveCount(0);
  const { evs } = await readRows(page.request, row.model);
  const { id: _id, version: _version, isModelHeader: _header, ...values } = row;
  expect(evs.find(({ trim, year }) => trim === row.trim && year === 2027)).toMatchObject({
    ...values,
    year: 2027,
    source: null,
  });
  expect(evs).toHaveLength(4);
});

test("two models are merged, and so are two makes @desktop", async ({ page }) => {
  await signIn(page);
  const bar = barOf(page);
  await test.step("two models are merged into the one that stays", async () => {
    const remaining = await addRow(page.request);
    const other = await addRow(page.request, { model: `${remaining.model} again` });
    await page.goto(`/admin?search=${encodeURIComponent(remaining.model)}`);
    await select(page, other, remaining);
    await bar.getByRole("button", { name: "Merge models" }).click();
    const question = page.getByRole("alertdialog", { name: "Merge two models?" });
    await expect(question.getByRole("button", { name: "Merge" })).toBeDisabled();
    await question.getByRole("radio", { name: `Zeta ${remaining.model}`, exact: true }).check();
    await expectAccessible(page);
    await question.getByRole("button", { name: "Merge" }).click();
    await expect(toastOf(page).first()).toContainText(`1 row moved to Zeta ${remaining.model}`);
    await expect(bar).toHaveCount(0);
    const { evs } = await readRows(page.request, remaining.model);
    expect(evs.map(({ model }) => model)).toEqual([remaining.model, remaining.model]);
  });
  await test.step("two spellings of a make become one", async () => {
    const remaining = await addRow(page.request, { make: "Wuling Motors" });
    const other = await addRow(page.request, { make: "Wuling-Motors" });
    await page.getByRole("searchbox").fill("wuling");
    await select(page, other, remaining);
    await bar.getByRole("button", { name: "Merge makes" }).click();
    const question = page.getByRole("alertdialog", { name: "Merge two makes?" });
    await question.getByRole("radio", { name: remaining.make, exact: true }).check();
    await expectAccessible(page);
    await question.getByRole("button", { name: "Merge" }).click();
    await expect(toastOf(page).first()).toContainText(`1 row moved to ${remaining.make}`);
    await expect(bar).toHaveCount(0);
    const { evs } = await readRows(page.request, "wuling");
    const models = [remaining.model, other.model].map((model) => `${remaining.make} ${model}`);
    // The list sorts 99 before 100.
    expect(evs.map(({ make, model }) => `${make} ${model}`).toSorted()).toEqual(models.toSorted());
  });
});

test("deleted rows are named, and no longer selected @desktop", async ({ page, allowConsole }) => {
  allowConsole(REFUSED_LINE);
  await signIn(page);
  const gone = await addRow(page.request);
  const { make, model } = gone;
  const remaining = await addRow(page.request, { make, model, trim: `Kept ${model}` });
  await page.goto(`/admin?search=${encodeURIComponent(model)}`);
  await select(page, gone, remaining);
  const bar = barOf(page);
  await page.request.delete(`/api/evs/${gone.id}`);
  await bar.getByRole("button", { name: "Delete" }).click();
  await confirmDelete(page);
  await expect(toastOf(page).first()).toContainText("1 row no longer exists");
  await expect(bar).toContainText("1 row selected");
  await expect(rowOf(page, remaining.trim)).toBeVisible();
});

test("rows that leave the list stay selected, clear of the notice @desktop", async ({ page }) => {
  await signIn(page);
  const row = await addRow(page.request, { price: 42_490 });
  const { make, model } = row;
  const other = await addRow(page.request, { make, model, price: 50_000, trim: `Dear ${model}` });
  const bar = barOf(page);
  const filters = encodeURIComponent('{"price":{"to":60000}}');
  await page.goto(`/admin?search=${encodeURIComponent(model)}&filters=${filters}`);
  await select(page, row);
  await bar.getByRole("button", { name: "Select all 2 rows" }).click();
  await editCell(await cellOf(page, other, "Price"), "70000");
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(bar).toContainText("2 rows selected");
  await expectApart(toastOf(page).first(), bar);
  await expectApart(toastOf(page).first(), page.getByRole("button", { name: "Add New EV" }));
});
