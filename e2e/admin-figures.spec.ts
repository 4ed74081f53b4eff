/** Typed and pasted figures: what is refused, and what is called unusual (vehicles.md#figures). */
import { rowsWith, toastOf } from "./dashboard.ts";
import { dialogOf, fieldOf, readRow } from "./ev-form.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { cellOf, editorOf, openModel, stored } from "./grid.ts";

test("a figure that may mean two is refused in a cell, a block and the form @desktop", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const [header, trim] = await openModel(page);
  const price = await cellOf(page, header, "Price");
  const paste = async (text: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await page.keyboard.press("Control+v");
  };

  await test.step("typed", async () => {
    await price.click();
    await editorOf(page).fill("45.990");
    await page.keyboard.press("Enter");
    await expect(price.getByRole("alert")).toHaveText("Enter 45990 or 45.99");
    await expect(editorOf(page)).toHaveValue("45.990");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(price).toHaveText("$40,000");
  });

  await test.step("pasted into a cell", async () => {
    await price.focus();
    await paste("$45.990");
    await expect(price.getByRole("alert")).toHaveText("Enter 45990 or 45.99");
    await page.keyboard.press("Escape");
  });

  await test.step("pasted as a block", async () => {
    await price.focus();
    await paste("45.990\t1.234\n45 990\t310 mi\n");
    const dialog = page.getByRole("dialog", { name: "Change 2 cells in 1 row?" });
    await expect(dialog).toContainText("45.990 Enter 45990 or 45.99");
    await expect(dialog).toContainText("1.234 Enter 1234 or 1.23");
    await dialog.getByRole("button", { name: "Save 1 row" }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
    expect(await stored(page, header)).toMatchObject({ price: 40_000, range: 300 });
    expect(await stored(page, trim)).toMatchObject({ price: 45_990, range: 310 });
  });

  await test.step("typed and pasted in the form", async () => {
    await rowsWith(page, header)
      .first()
      .getByRole("button", { name: /^Edit / })
      .click();
    const field = fieldOf(page, "Price ($)");
    await field.fill("45.990");
    await dialogOf(page, "Edit EV").getByRole("button", { name: "Save changes" }).click();
    await expect(field).toHaveAccessibleDescription("Enter 45990 or 45.99");
    await field.fill("");
    await paste("45,990");
    await expect(field).toHaveValue("45,990");
    await dialogOf(page, "Edit EV").getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
    expect(await readRow(page, header)).toMatchObject({ price: 45_990 });
  });
});

test("a saved figure far from the catalogue's says so and can be undone @desktop", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const [header, trim] = await openModel(page);
  const price = await cellOf(page, header, "Price");
  const undo = toastOf(page).getByRole("button", { name: "Undo" });
  const unusual = /\$46 is unusually low\. Nearly all cars have \$[\d,]+–\$[\d,]+\./;

  await test.step("a cell", async () => {
    await price.click();
    await editorOf(page).fill("46");
    await page.keyboard.press("Enter");
    await expect(toastOf(page)).toHaveCount(1);
    await expect(toastOf(page)).toContainText("EV updated successfully. Price: $46 is unusually");
    await expect(toastOf(page)).toContainText(unusual);
    await undo.click();
    await expect(price).toHaveText("$40,000");
  });

  await test.step("a usual figure says nothing more", async () => {
    await price.click();
    await editorOf(page).fill("41,000");
    await page.keyboard.press("Enter");
    await expect(toastOf(page)).toContainText("EV updated successfully");
    await expect(toastOf(page)).not.toContainText("unusual");
  });

  await test.step("a block, in one notification", async () => {
    await price.focus();
    await page.evaluate(() => navigator.clipboard.writeText("46\t1900\n47\t310\n"));
    await page.keyboard.press("Control+v");
    await page.getByRole("button", { name: "Save 2 rows" }).click();
    await expect(toastOf(page)).toContainText(
      "Changed 4 cells in 2 rows. 3 values are unusual, such as Price: $46.",
    );
    await undo.click();
    await expect.poll(async () => (await stored(page, trim)).price).toBe(40_000);
    await expect(price).toHaveText("$41,000");
  });

  await test.step("a cell that reloads the page", async () => {
    const cargo = await cellOf(page, header, "Cargo Space");
    await cargo.click();
    await editorOf(page).fill("1900");
    const reloaded = page.waitForEvent("load");
    await page.keyboard.press("Enter");
    await reloaded;
    await expect(toastOf(page)).toContainText("Field updated. Cargo Space: 1900.00 cu ft is");
    await undo.click();
    await expect.poll(async () => (await stored(page, header)).cargoSpace).toBe(24);
  });

  await test.step("the form", async () => {
    await rowsWith(page, header)
      .first()
      .getByRole("button", { name: /^Edit / })
      .click();
    await fieldOf(page, "Range (mi)").fill("1,900");
    await page.keyboard.press("Enter");
    await expect(toastOf(page)).toContainText("EV updated successfully. Range: 1,900 mi is");
    await expect(page.getByRole("dialog")).toBeHidden();
    await undo.click();
    await expect.poll(async () => (await stored(page, header)).range).toBe(300);
  });
});
