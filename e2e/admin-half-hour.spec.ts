import type { APIRequestContext, Page } from "@playwright/test";
import { photograph } from "../test/pictures.ts";

import { addRow, footerOf, gridOf, openDashboard, readRows, rowsOf, toastOf } from "./dashboard.ts";
import { fieldOf } from "./ev-form.ts";
import { expect, expectAccessible, overflowOf, pressFirst, test } from "./fixtures.ts";

/** An editor's screen sizes; the half hour continues on the first one. */
const SIZES = [
  { width: 1920, height: 1080 },
  { width: 768, height: 1024 },
  { width: 375, height: 812 },
  { width: 1440, height: 900 },
];

async function expectFits(page: Page): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    expect(await overflowOf(page), `at ${size.width}`).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  }
}

async function addMisspelled(editor: APIRequestContext) {
  const car = { make: "Porshe", year: 2025, bodyType: "Sedan" as const, range: 300 };
  await addRow(editor, { ...car, model: "Boxster", trim: "Electric" });
  for (let at = 0; at < 11; at++)
    await addRow(editor, { ...car, model: "Taycan", trim: `Edition ${at}` });
}

test("an editor's half hour @desktop", async ({ page }) => {
  test.slow();
  await openDashboard(page);
  await addMisspelled(page.request);

  const bar = page.getByRole("region", { name: "Selected rows" });
  const dialog = page.getByRole("dialog");
  const question = page.getByRole("alertdialog");
  const search = (text: string) =>
    page.getByRole("searchbox", { name: /^Search by make/ }).fill(text);
  const stored = (text: string) => readRows(page.request, text);
  const filter = async (column: string, way: string) => {
    await page.getByRole("button", { name: "Sort and filter" }).click();
    await dialog.getByLabel("Column", { exact: true }).selectOption(column);
    await dialog.getByLabel("Filter", { exact: true }).selectOption(way);
    await dialog.getByRole("button", { name: "Apply" }).click();
  };
  const clearFilters = () =>
    page
      .getByRole("group", { name: "Sorted and filtered" })
      .getByRole("button", { name: /^Remove/ })
      .click();
  /** Selects all rows that match. @returns their number */
  const chooseAll = async () => {
    await expect(footerOf(page)).toContainText("Found");
    await rowsOf(page).first().getByRole("checkbox").first().click();
    const all = bar.getByRole("button", { name: /^Select all/ });
    const count = Number(/\d+/.exec(await all.innerText())?.[0]);
    await all.click();
    await expect(bar).toContainText(`${count} rows selected`);
    return count;
  };

  await test.step("a new model with four trims and pictures", async () => {
    for (const [at, trim] of ["Standard", "Long", "Dual", "Performance"].entries()) {
      if (at === 0) await page.getByRole("button", { name: "Add New EV" }).click();
      else await bar.getByRole("button", { name: "Add trim" }).click();
      if (at === 0) {
        await fieldOf(page, "Make").fill("Polestar");
        await fieldOf(page, "Model").fill("7");
        await fieldOf(page, "Year").fill("2027");
        await fieldOf(page, "Body Type").selectOption("SUV");
      }
      await fieldOf(page, "Trim").fill(trim);
      await fieldOf(page, "Price ($)").fill(String(52_000 + at * 4000));
      await dialog.getByLabel("Image URL, picture file").setInputFiles({
        name: `${trim}.jpg`,
        mimeType: "image/jpeg",
        buffer: await photograph(["#083", "#a40", "#248", "#555"][at] ?? ""),
      });
      await expect(fieldOf(page, "Image URL")).toHaveValue(/^\/images\/upload\//);
      await dialog.getByRole("button", { name: "Add EV" }).click();
      await expect(dialog).toHaveCount(0);
      if (at > 0) continue;
      await page.getByRole("checkbox", { name: "Select 2027 Polestar 7 Standard" }).click();
    }
    await bar.getByRole("button", { name: "Clear" }).click();
    await expect(dialog).toHaveCount(0);
    const { evs } = await stored("polestar 7 2027");
    expect(evs.map(({ price }) => price)).toEqual([52_000, 56_000, 60_000, 64_000]);
    expect(new Set(evs.map(({ image }) => image)).size).toBe(4);
  });

  await test.step("thirty prices, pasted over three pages", async () => {
    await search("hyundai");
    await expect(footerOf(page)).toHaveText("Found 30 matches (showing 1-10)");
    const before = (await stored("hyundai")).evs.map(({ price }) => price);
    const prices = Array.from({ length: 30 }, (_, at) => 30_000 + at * 500);
    const column = gridOf(page).getByRole("columnheader", { name: "Price", exact: true });
    const index = await column.getAttribute("aria-colindex");
    const text = prices.map((price) => `$${price.toLocaleString("en-US")}`).join("\n");
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    // The click opens a cell for editing, but pasting a block still fills a block.
    await rowsOf(page).first().locator(`[aria-colindex="${index}"]`).click();
    await page.keyboard.press("Control+v");
    const plan = page.getByRole("dialog", { name: "Change 30 cells in 30 rows?" });
    await expect(plan).toBeVisible();
    await expectFits(page);
    await plan.getByRole("button", { name: "Save 30 rows" }).click();
    await expect(toastOf(page)).toContainText("Changed 30 cells in 30 rows");
    const standing = async () => (await stored("hyundai")).evs.map(({ price }) => price);
    expect(await standing()).toEqual(prices);
    // One undo step covers all its pages.
    await page.keyboard.press("Control+z");
    await expect(toastOf(page).first()).toContainText("Reverted 30 rows");
    expect(await standing()).toEqual(before);
    await page.keyboard.press("Control+y");
    await expect(toastOf(page).first()).toContainText("Redid 30 rows");
    expect(await standing()).toEqual(prices);
    await search("");
  });

  await test.step("every row without a charging time, found and filled", async () => {
    await filter("10-80%", "Is empty");
    const count = await chooseAll();
    await expectFits(page);
    await bar.getByRole("button", { name: "Set a field" }).click();
    await dialog.getByLabel("Field").selectOption("10-80%");
    await dialog.getByLabel("Value (min)").fill("35");
    await dialog.getByRole("button", { name: "Show changes" }).click();
    await dialog.getByRole("button", { name: `Save ${count} rows` }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText("No EVs match these filters")).toBeVisible();
    const { evs } = await stored("");
    expect(evs.filter(({ charging }) => !charging)).toEqual([]);
    await clearFilters();
    await bar.getByRole("button", { name: "Clear" }).click();
  });

  await test.step("a misspelt make, merged into the right one", async () => {
    await search("Porshe");
    await expect(footerOf(page)).toContainText("Found 12 matches");
    await pressFirst(page, /^Select 2025 Porshe/, "checkbox");
    await bar.getByRole("button", { name: "Select all 12 rows" }).click();
    await bar.getByRole("button", { name: "Set a field" }).click();
    await dialog.getByLabel("Field").selectOption("Make");
    await dialog.getByLabel("Value").fill("Porsche");
    await dialog.getByRole("button", { name: "Show changes" }).click();
    await expect(question.getByRole("radio", { name: "Porsche", exact: true })).toBeChecked();
    await question.getByRole("button", { name: "Merge" }).click();
    await expect(toastOf(page).first()).toContainText("12 rows moved to Porsche");
    expect((await stored("porshe")).evs).toEqual([]);
  });
});
