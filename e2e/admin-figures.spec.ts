/** What the dashboard says of a figure that is far from the usual ones (vehicles.md#unusual-figures). */
import { fieldOf, rowsWith, toastOf } from "./dashboard.ts";
import { expect, press, test } from "./fixtures.ts";
import { cellOf, editCell, editorOf, expectStored, openModel, paste } from "./grid.ts";

test("an unusual figure says so and can be undone @desktop", async ({ page }) => {
  const [header, trim] = await openModel(page);
  const price = await cellOf(page, header, "Price");
  const undo = toastOf(page).getByRole("button", { name: "Undo" });
  const unusual = /\$46 is unusually low\. Nearly all cars have \$[\d,]+-\$[\d,]+\./;

  await test.step("a cell", async () => {
    await editCell(price, "46");
    await expect(toastOf(page)).toHaveCount(1);
    await expect(toastOf(page)).toContainText("EV updated successfully. Price: $46 is unusually");
    await expect(toastOf(page)).toContainText(unusual);
    await undo.click();
    await expect(price).toHaveText("$40,000");
  });

  await test.step("a block, in one notification", async () => {
    await price.focus();
    await paste(page, "46\t1900\n47\t310\n");
    await page.getByRole("button", { name: "Save 2 rows" }).click();
    await expect(toastOf(page)).toContainText(
      "Changed 4 cells in 2 rows. 3 values are unusual, such as Price: $46.",
    );
    await undo.click();
    await expectStored(page, trim, { price: 40_000 });
    await expect(price).toHaveText("$40,000");
  });

  await test.step("a cell that reloads the page", async () => {
    const cargo = await cellOf(page, header, "Cargo Space");
    await cargo.click();
    await editorOf(page).fill("1900");
    const reloaded = page.waitForEvent("load");
    await page.keyboard.press("Enter");
    await reloaded;
    await expect(toastOf(page)).toContainText("Field updated. Cargo Space: 1,900 cu ft is");
    await undo.click();
    await expectStored(page, header, { cargoSpace: 24 });
  });

  await test.step("the form", async () => {
    await press(rowsWith(page, header).first(), /^Edit /);
    await fieldOf(page, "Range (mi)").fill("1,900");
    await page.keyboard.press("Enter");
    await expect(toastOf(page)).toContainText("EV updated successfully. Range: 1,900 mi is");
    await expect(page.getByRole("dialog")).toBeHidden();
    await undo.click();
    await expectStored(page, header, { range: 300 });
  });
});
