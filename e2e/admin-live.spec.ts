import type { Locator } from "@playwright/test";
import { addAdministrator, addRow, rowsOf, toastOf } from "./dashboard.ts";
import { expect, expectAccessible, hold, test } from "./fixtures.ts";
import { cellOf, editorOf, expectStored, openModel, paste } from "./grid.ts";
import type { EvRow } from "../src/domain/vehicle.ts";

test.beforeEach(({ allowConsole }) => allowConsole(/^Failed to load resource/));

test("nothing is overwritten silently @desktop", async ({ page, guest }) => {
  const [header, trim] = await openModel(page);
  await addAdministrator(page, guest, "eve");
  const change = async ({ id }: EvRow, data: Partial<EvRow>, by = guest.request) =>
    expect((await by.put(`/api/evs/${id}`, { data })).status()).toBe(200);
  const type = async (cell: Locator, text: string) => {
    await cell.click();
    await page.keyboard.type(text);
  };
  const dialog = page.getByRole("dialog", { includeHidden: true });
  const titled = (name: string) => page.getByRole("dialog", { name });
  const price = await cellOf(page, header, "Price");

  await test.step("a cell, which the list already shows", async () => {
    await type(price, "44000");
    await change(header, { price: 39_000 });
    await expect(price).toContainText("$39,000");
    await page.keyboard.press("Enter");
    await expect(titled("eve changed this price while you were editing")).toBeVisible();
    await expect(dialog).toHaveCount(1);
    await expect(dialog).toContainText("was $40,000");
    await expect(dialog.getByRole("radio", { name: "Keep mine $44,000" })).toBeChecked();
    await expect(dialog.getByRole("radio", { name: "Take theirs $39,000" })).not.toBeChecked();
    await expectAccessible(page);
    // Cancel keeps the text at its cell.
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(price).toContainText("$39,000");
    await price.getByRole("button", { name: "Try again: $44,000" }).click();
    await dialog.getByRole("button", { name: "Save these values" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(price).toHaveText("$44,000");
    await expectStored(page, header, { price: 44_000 });
  });

  await test.step("calls of their own; the other value is taken", async () => {
    await page.route("**/api/events", (route) => route.abort());
    for (const [heading, field, noun] of [
      ["Battery", "batteryCapacity", "this battery capacity"],
      ["Cargo Space", "cargoSpace", "this cargo space"],
    ] as const) {
      const cell = await cellOf(page, header, heading);
      await type(cell, "80");
      await change(header, { [field]: 60 });
      await page.keyboard.press("Enter");
      await expect(titled(`eve changed ${noun} while you were editing`)).toBeVisible();
      await dialog.getByRole("radio", { name: "Take theirs 60" }).check();
      await dialog.getByRole("button", { name: "Save these values" }).click();
      await expect(cell).toHaveText("60.00");
      await expectStored(page, header, { [field]: 60 });
    }
  });

  await test.step("another field of the row, or the same value, is no conflict", async () => {
    await type(price, "45000");
    await change(header, { price: 45_000, topSpeed: 120 });
    await page.keyboard.press("Enter");
    await expect(price.getByLabel("Saved")).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });

  await test.step("a question does not save what is being typed into the next cell", async () => {
    const put = `**/api/evs/${header.id}?*`;
    const letGo = await hold(page, put);
    await type(price, "44000");
    await change(header, { price: 45_500 });
    await page.keyboard.press("Enter");
    await page.keyboard.type("4");
    await expect(editorOf(page)).toHaveValue("4");
    letGo();
    await expect(titled("eve changed this price while you were editing")).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(editorOf(page)).toBeFocused();
    await page.keyboard.type("3");
    await expect(editorOf(page)).toHaveValue("43");
    await page.keyboard.press("Escape");
    await price.press("Escape");
    await expect(price).toHaveText("$45,500");
    await expectStored(page, trim, { price: trim.price });
    await page.unroute(put);
  });

  await test.step("a block: one dialog for all rows, then all are saved", async () => {
    await price.focus();
    await paste(page, "51000\n52000");
    const plan = page.getByRole("dialog", { name: "Change 2 cells in 2 rows?" });
    await expect(plan).toBeVisible();
    await change(trim, { price: 39_999 });
    await plan.getByRole("button", { name: "Save 2 rows" }).click();
    await expect(titled("eve changed this price while you were editing")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(1);
    await expect(page.getByRole("dialog")).toContainText("$39,999");
    await expectStored(page, header, { price: 45_500 });
    await page.getByRole("button", { name: "Save these values" }).click();
    await expect(toastOf(page)).toContainText("Changed 2 cells in 2 rows");
    await expect(dialog).toHaveCount(0);
    await expectStored(page, header, { price: 51_000 });
    await expectStored(page, trim, { price: 52_000 });
  });
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
  await expect(toastOf(page)).toContainText("44000. The row was deleted.");

  // The same when it is saved before the list has been read again.
  const other = await addRow(page.request);
  await page.goto(`/admin?search=${other.model}`);
  await (await cellOf(page, other, "Price")).click();
  await page.keyboard.type("45000");
  await page.route("**/api/evs?view=admin*", (route) => route.abort());
  await page.request.delete(`/api/evs/${other.id}`);
  await page.keyboard.press("Enter");
  await expect(toastOf(page)).toContainText("45000. The row was deleted.");
});
