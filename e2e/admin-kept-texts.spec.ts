import type { Page } from "@playwright/test";
import { addRow, confirmDelete, gridOf, rowOf, signInByForm, toastOf } from "./dashboard.ts";
import { expect, expectAccessible, press, test } from "./fixtures.ts";
import { cellOf, editCell, editorOf, expectStored, openModel, paste } from "./grid.ts";

test.beforeEach(({ allowConsole }) =>
  allowConsole(/^(Failed to load resource|The figure could not be saved)/),
);

const draftsOf = (page: Page) => page.evaluate(() => sessionStorage.getItem("ev_admin_cells"));

/** Counts the calls that change something. */
function countWrites(page: Page): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (["PUT", "PATCH"].includes(request.method()) || request.url().includes("/update-")) count++;
  });
  return () => count;
}

test("an open cell comes back with its text after a reload", async ({ page }) => {
  const [header, trim] = await openModel(page);
  const writes = countWrites(page);
  const address = page.url();
  for (const [heading, text] of [
    ["Price", "4400"],
    ["Trim", "Half a na"],
    ["Model", "Half a mod"],
    ["Checked on", "2026-0"],
    ["Image URL", "https:/exam"],
  ] as const) {
    await test.step(heading, async () => {
      const cell = await cellOf(page, header, heading);
      await cell.click();
      const editor = cell.getByRole("textbox").or(cell.getByRole("combobox"));
      await editor.fill(text);
      await page.reload();
      await expect(editor).toHaveValue(text);
      await expect(editor).toBeFocused();
      await expect(editor).toBeInViewport();
      expect(page.url()).toBe(address);
      await page.keyboard.press("Escape");
      await expect(editor).toHaveCount(0);
      expect(await draftsOf(page)).toBeNull();
    });
  }
  await test.step("a choice, by keyboard", async () => {
    const drive = await cellOf(page, header, "Drive Type");
    await drive.focus();
    await page.keyboard.press("a");
    await page.reload();
    await expect(drive.getByRole("combobox")).toHaveValue("a");
    await expect(drive.getByRole("combobox")).toBeFocused();
    await page.keyboard.press("Escape");
  });
  await test.step("a cell that was only opened stays closed", async () => {
    await (await cellOf(page, trim, "Price")).click();
    await expect(editorOf(page)).toBeFocused();
    await page.reload();
    await expect(rowOf(page, trim.trim)).toBeVisible();
    await expect(editorOf(page)).toHaveCount(0);
  });
  expect(writes()).toBe(0);
  await test.step("what comes back is saved with Enter", async () => {
    const price = await cellOf(page, header, "Price");
    await price.click();
    await editorOf(page).fill("44000");
    await page.reload();
    await expect(editorOf(page)).toHaveValue("44000");
    await page.keyboard.press("Enter");
    await expect(price).toHaveText("$44,000");
    await expect.poll(() => draftsOf(page)).toBeNull();
    await expectStored(page, header, { price: 44_000 });
  });
});

test("texts that could not be saved come back for one press @desktop", async ({ page }) => {
  const [header, trim] = await openModel(page);
  const cells = [
    [await cellOf(page, header, "Price"), "44000", "$44,000"],
    [await cellOf(page, header, "Make"), "Eta", "Eta"],
    [await cellOf(page, trim, "Battery"), "77", "77.00"],
    [await cellOf(page, trim, "Cargo Space"), "31", "31.00"],
  ] as const;
  const flag = await cellOf(page, trim, "Tax Credit");
  await page.route(/\/api\/evs\/\d+/, (route) => route.abort());
  for (const [cell, text, shown] of cells) {
    await editCell(cell, text);
    await expect(cell.getByRole("button", { name: `Try again: ${shown}` })).toBeVisible();
  }
  await flag.getByRole("checkbox").click();
  await expect(flag.getByRole("button", { name: "Try again: Yes" })).toBeVisible();
  const range = await cellOf(page, header, "Range");
  await range.click();
  await page.keyboard.type("far");
  await (await cellOf(page, trim, "Price")).focus();
  await expect(range.getByRole("button", { name: "Try again: far" })).toBeVisible();

  await page.reload();
  await expect(range).toContainText("Range must be a number");
  for (const [cell, , shown] of cells) {
    await expect(cell.getByRole("button", { name: `Try again: ${shown}` })).toBeVisible();
  }
  await expectAccessible(page);
  await page.unroute(/\/api\/evs\/\d+/);
  for (const [cell, text, shown] of cells) {
    // The page is loaded again after an edit of the cargo space; the other texts stay.
    const loaded = text === "31" ? page.waitForEvent("load") : null;
    await cell.getByRole("button", { name: `Try again: ${shown}` }).click();
    await expect(cell).toHaveText(shown);
    await loaded;
  }
  await flag.getByRole("button", { name: "Try again: Yes" }).click();
  await expect(flag.getByRole("checkbox")).toBeChecked();
  await expect(flag.getByRole("button", { name: /^Try again/ })).toHaveCount(0);
  // A text that cannot be saved is edited.
  await range.getByRole("button", { name: "Try again: far" }).click();
  await expect(editorOf(page)).toHaveValue("far");
  await page.keyboard.press("Escape");
  await range.press("Escape");
  await expect.poll(() => draftsOf(page)).toBeNull();
  await expectStored(page, header, { price: 44_000, make: "Eta", range: 300 });
  await expectStored(page, trim, { batteryCapacity: 77, cargoSpace: 31 });
});

test("a block that was not saved is sent with one press @desktop", async ({ page }) => {
  const [header, trim] = await openModel(page);
  await (await cellOf(page, header, "Price")).focus();
  await paste(page, "44000\n45000");
  await page.route("**/api/evs", (route) => route.abort());
  await page.getByRole("button", { name: "Save 2 rows" }).click();
  const dialog = page.getByRole("dialog", { name: "Nothing was changed" });
  await expect(dialog.getByRole("alert")).toContainText("The server could not be reached.");
  await expectAccessible(page);
  await page.unroute("**/api/evs");
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(toastOf(page)).toContainText("Changed 2 cells in 2 rows");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expectStored(page, header, { price: 44_000 });
  await expectStored(page, trim, { price: 45_000 });
});

test("an ended session leads back to the list and the open cell @desktop", async ({ page }) => {
  const [header] = await openModel(page);
  const address = page.url();
  const price = await cellOf(page, header, "Price");
  await test.step("after a reload that finds the session over", async () => {
    await price.click();
    await editorOf(page).fill("44000");
    await page.request.post("/api/logout");
    await page.reload();
    await expect(page).toHaveURL("/auth");
    await signInByForm(page);
    await expect(page).toHaveURL(address);
    await expect(editorOf(page)).toHaveValue("44000");
    await expect(editorOf(page)).toBeFocused();
  });
  await test.step("after the question was given up", async () => {
    await page.request.post("/api/logout");
    await page.keyboard.press("Enter");
    const again = page.getByRole("dialog", { name: "Your session has ended" });
    await again.getByRole("button", { name: "Close" }).click();
    await expect(page).toHaveURL("/auth");
    await signInByForm(page);
    await expect(page).toHaveURL(address);
    await price.getByRole("button", { name: "Try again: $44,000" }).click();
    await expect(price).toHaveText("$44,000");
    await expectStored(page, header, { price: 44_000 });
  });
  await test.step("but not after signing out, which discards the text", async () => {
    await price.click();
    await editorOf(page).fill("far");
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL("/auth");
    expect(await draftsOf(page)).toBeNull();
    await signInByForm(page);
    await expect(page).toHaveURL("/admin");
    await expect(gridOf(page)).toBeVisible();
    await expect(page.getByRole("button", { name: /^Try again/ })).toHaveCount(0);
  });
});

test("a text comes back to a row that changed, moved or is gone @desktop", async ({ page }) => {
  const [header, trim] = await openModel(page);
  const address = page.url();
  const typePrice = async () => {
    await (await cellOf(page, trim, "Price")).click();
    await editorOf(page).fill("44000");
  };
  await test.step("changed: asks", async () => {
    await typePrice();
    await page.request.put(`/api/evs/${trim.id}`, { data: { price: 39_000 } });
    await page.reload();
    await expect(editorOf(page)).toHaveValue("44000");
    await page.keyboard.press("Enter");
    const conflict = page.getByRole("dialog", { name: "You changed this price in another tab" });
    await expect(conflict).toContainText("$39,000");
    await page.reload();
    await page.getByRole("button", { name: "Try again: $44,000" }).click();
    await conflict.getByRole("radio", { name: /^Use the other tab’s price/ }).check();
    await conflict.getByRole("button", { name: "Save these values" }).click();
    await expect(await cellOf(page, trim, "Price")).toHaveText("$39,000");
    expect(await draftsOf(page)).toBeNull();
  });
  await test.step("on another page: stays beside its cell", async () => {
    await typePrice();
    await page.goto("/admin?search=tesla");
    await expect(toastOf(page)).toContainText("44000. Its cell is not on this page.");
    await page.goto(address);
    await page.getByRole("button", { name: "Try again: $44,000" }).click();
    await expect(toastOf(page)).toContainText("EV updated successfully");
    await expectStored(page, trim, { price: 44_000 });
    expect(await draftsOf(page)).toBeNull();
  });
  await test.step("deleted: says so, also for a text that could not be saved", async () => {
    const cell = await cellOf(page, trim, "Top Speed");
    await page.route(/\/api\/evs\/\d+/, (route) => route.abort());
    await editCell(cell, "155");
    await expect(cell.getByRole("button", { name: "Try again: 155" })).toBeVisible();
    await page.unroute(/\/api\/evs\/\d+/);
    await page.request.delete(`/api/evs/${trim.id}`);
    await expect(toastOf(page)).toContainText(": 155. The row was deleted.");
    await expect.poll(() => draftsOf(page)).toBeNull();
    await toastOf(page).getByRole("button", { name: "Copy" }).click();
    await expect(toastOf(page)).toContainText("Copied");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("155");
  });
  await test.step("deleted by the user: goes with the row", async () => {
    const { make, model } = header;
    const own = await addRow(page.request, { make, model });
    await page.goto(address);
    await page.route(/\/api\/evs\/\d+/, (route) => route.abort());
    const cell = await cellOf(page, own, "Price");
    await editCell(cell, "155");
    await expect(cell.getByRole("button", { name: "Try again: $155" })).toBeVisible();
    await page.unroute(/\/api\/evs\/\d+/);
    await press(rowOf(page, own.trim), /^Delete/);
    await confirmDelete(page);
    await expect(rowOf(page, own.trim)).toHaveCount(0);
    await expect(toastOf(page)).toContainText("was deleted successfully");
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    expect(await draftsOf(page)).toBeNull();
  });
});
