import type { APIRequestContext, Page } from "@playwright/test";
import sharp from "sharp";

import { addRow, footerOf, gridOf, openDashboard, readRows, rowsOf, toastOf } from "./dashboard.ts";
import { fieldOf } from "./ev-form.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";

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
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await overflow(), `at ${size.width}`).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  }
}

const photograph = (background: string) =>
  sharp({ create: { width: 1600, height: 900, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** Adds models of a misspelled make. @returns one with a vote and a review */
async function addMisspelled(editor: APIRequestContext, visitor: APIRequestContext) {
  const car = { make: "Porshe", year: 2025, bodyType: "Sedan" as const, range: 300 };
  const misspelt = await addRow(editor, { ...car, model: "Taycan", trim: "Black Edition" });
  await addRow(editor, { ...car, model: "Boxster", trim: "Electric" });
  for (let at = 0; at < 10; at++) {
    await addRow(editor, { ...car, model: "Taycan", trim: `Edition ${at}` });
  }
  const model: { id: number } = await (await visitor.get(`/api/evs/${misspelt.id}/fresh`)).json();
  const post = async (call: string, data: object) =>
    expect((await visitor.post(`/api/evs/${model.id}/${call}`, { data })).status()).toBe(201);
  await post("votes", { isUpvote: true });
  await post("reviews", { userName: "Ada", rating: 5, comment: "Quick." });
  return model;
}

test("an editor's half hour @desktop", async ({ page, browser, site, context }) => {
  test.slow();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const reader = await browser.newContext({ baseURL: site.origin });
  await openDashboard(page);
  const misspelled = await addMisspelled(page.request, reader.request);

  const bar = page.getByRole("region", { name: "Selected rows" });
  const dialog = page.getByRole("dialog");
  const question = page.getByRole("alertdialog");
  const search = (text: string) =>
    page.getByRole("searchbox", { name: /^Search by make/ }).fill(text);
  const stored = (text: string) => readRows(page.request, text);
  const filter = async (column: string, way: string, ends?: readonly [string, string]) => {
    await page.getByRole("button", { name: "Sort and filter" }).click();
    await dialog.getByLabel("Column", { exact: true }).selectOption(column);
    await dialog.getByLabel("Filter", { exact: true }).selectOption(way);
    for (const [at, end] of ends?.entries() ?? []) {
      await dialog.getByLabel(at === 0 ? "From" : "To", { exact: true }).fill(end);
    }
    await dialog.getByRole("button", { name: "Show rows" }).click();
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
    await bar.getByRole("button", { name: "Select the whole page" }).click();
    const all = bar.getByRole("button", { name: /^Select all/ });
    const count = Number(/\d+/.exec(await all.innerText())?.[0]);
    await all.click();
    await expect(bar).toContainText(`${count} rows selected`);
    return count;
  };

  await test.step("a new model with four trims and pictures", async () => {
    await page.getByRole("button", { name: "Add New EV" }).click();
    for (const [at, trim] of ["Standard", "Long", "Dual", "Performance"].entries()) {
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
      const isLast = at === 3;
      const name = isLast ? "Add EV" : "Save and add another trim";
      await dialog.getByRole("button", { name }).click();
      if (isLast) continue;
      await expect(fieldOf(page, "Trim")).toHaveValue("");
      await expect(fieldOf(page, "Trim")).toBeFocused();
    }
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

  await test.step("the model year 2027 from 2026", async () => {
    await filter("Year", "From ... to", ["2026", "2026"]);
    const count = await chooseAll();
    await bar.getByRole("button", { name: "New model year" }).click();
    await expect(question).toContainText(`Add ${count} rows for 2027?`);
    const of2027 = async () => (await stored("")).evs.filter(({ year }) => year === 2027);
    await question.getByRole("button", { name: `Add ${count} rows` }).click();
    const added = toastOf(page).filter({ hasText: `${count} rows added` });
    await added.getByRole("button", { name: "Undo" }).click();
    await expect(toastOf(page)).toContainText(`Removed ${count} rows`);
    expect(await of2027()).toHaveLength(4);
    await chooseAll();
    await bar.getByRole("button", { name: "New model year" }).click();
    await question.getByRole("button", { name: `Add ${count} rows` }).click();
    await added.getByRole("link", { name: "Show" }).click();
    await expect(footerOf(page)).toContainText(`Found ${count + 4} matches`);
    expect(await of2027()).toHaveLength(count + 4);
    await clearFilters();
  });

  await test.step("a misspelt make, merged with its votes and reviews", async () => {
    await search("Porshe");
    await expect(footerOf(page)).toContainText("Found 12 matches");
    await page
      .getByRole("checkbox", { name: /^Select 2025 Porshe/ })
      .first()
      .click();
    await bar.getByRole("button", { name: "Select the whole page" }).click();
    await bar.getByRole("button", { name: "Select all 12 rows" }).click();
    await bar.getByRole("button", { name: "Set a field" }).click();
    await dialog.getByLabel("Field").selectOption("Make");
    await dialog.getByLabel("Value").fill("Porsche");
    await dialog.getByRole("button", { name: "Show changes" }).click();
    await expect(question.getByRole("radio", { name: "Porsche", exact: true })).toBeChecked();
    await question.getByRole("button", { name: "Merge" }).click();
    await expect(toastOf(page).first()).toContainText("12 rows moved to Porsche");
    const visited = await reader.newPage();
    await visited.goto(`/ev/${misspelled.id}`);
    await expect(visited.getByRole("heading", { level: 1 })).toContainText("Porsche Taycan");
    await expect(visited.locator("#reviews")).toContainText("Ada");
    await visited.goto("/#ranking-section");
    const voted = visited.getByRole("button", {
      name: "You have already voted for Porsche Taycan",
    });
    await expect(voted.first()).toBeVisible();
    await search("");
  });
  await reader.close();
});
