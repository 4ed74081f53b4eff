import type { APIRequestContext, Page } from "@playwright/test";
import sharp from "sharp";

import {
  addRow,
  chooseMore,
  footerOf,
  gridOf,
  readRows,
  REFUSED_LINE,
  rowsOf,
  signInByForm,
  toastOf,
} from "./dashboard.ts";
import { fieldOf } from "./ev-form.ts";
import { expect, expectAccessible, signIn, test } from "./fixtures.ts";
import { csvFile } from "./import-dialog.ts";

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

/**
 * Counts mouse presses and key presses that enter no text. Typing a value and selecting an option or a file
 * are
 * free. @returns a function that gives the number of presses since its last call
 */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const KEY = "presses";
    const count = () =>
      sessionStorage.setItem(KEY, String(Number(sessionStorage.getItem(KEY)) + 1));
    addEventListener("pointerdown", count, true);
    const writes = ({ key, ctrlKey }: KeyboardEvent) => key.length === 1 && !ctrlKey;
    const isHeld = ({ key }: KeyboardEvent) => ["Control", "Shift", "Alt", "Meta"].includes(key);
    addEventListener("keydown", (event) => !writes(event) && !isHeld(event) && count(), true);
  });
  return () =>
    page.evaluate(() => {
      const presses = Number(sessionStorage.getItem("presses"));
      sessionStorage.removeItem("presses");
      return presses;
    });
}

const photograph = (background: string) =>
  sharp({ create: { width: 1600, height: 900, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** Leaves the mess that others made: a misspelled make with a vote and a review, and a wrong value. */
async function leaveWork(editor: APIRequestContext, visitor: APIRequestContext) {
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
  const { evs } = await readRows(editor, "bmw");
  const set = { seatingCapacity: 9 };
  await editor.patch("/api/evs", { data: { ids: evs.map(({ id }) => id), set } });
  return { model, seats: evs.map(({ seatingCapacity }) => seatingCapacity) };
}

// The page asks once more for a row that a colleague has deleted.
test.use({ allowedConsole: [REFUSED_LINE] });

test("an editor's half hour @desktop", async ({ page, browser, site, context }) => {
  test.slow();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const reader = await browser.newContext({ baseURL: site.origin });
  const colleague = await browser.newContext({ baseURL: site.origin });
  await signIn(await colleague.newPage());
  const work = await leaveWork(colleague.request, reader.request);

  const takePresses = await countPresses(page);
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

  await page.goto("/admin");
  await signInByForm(page);
  await expect(rowsOf(page).first()).toBeVisible();

  await test.step("yesterday's mistake, restored", async () => {
    await page.getByRole("link", { name: "Activity" }).click();
    const changes = page.getByRole("list", { name: "Changes, the latest first" });
    const mistake = changes.locator(":scope > li").filter({ hasText: "13 rows" }).first();
    await expectFits(page);
    await mistake.getByRole("button", { name: "Restore all 13 rows" }).click();
    await question.getByRole("button", { name: "Restore" }).click();
    await expect(toastOf(page).first()).toContainText("13 rows have the values from before again");
    const seats = (await stored("bmw")).evs.map(({ seatingCapacity }) => seatingCapacity);
    expect(seats).toEqual(work.seats);
    await page.goto("/admin");
  });

  await test.step("a new model with four trims and pictures", async () => {
    await takePresses();
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
    expect(await takePresses()).toBe(5);
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
    await takePresses();
    // The click opens a cell for editing, but pasting a block still fills a block.
    await rowsOf(page).first().locator(`[aria-colindex="${index}"]`).click();
    await page.keyboard.press("Control+v");
    const plan = page.getByRole("dialog", { name: "Change 30 cells in 30 rows?" });
    await expect(plan).toBeVisible();
    await expectFits(page);
    await plan.getByRole("button", { name: "Save 30 rows" }).click();
    await expect(toastOf(page)).toContainText("Changed 30 cells in 30 rows");
    expect(await takePresses()).toBe(3);
    const standing = async () => (await stored("hyundai")).evs.map(({ price }) => price);
    expect(await standing()).toEqual(prices);
    // One undo step covers all its pages.
    await page.keyboard.press("Control+z");
    await expect(toastOf(page).first()).toContainText("Reverted 30 rows");
    expect(await takePresses()).toBe(1);
    expect(await standing()).toEqual(before);
    await page.keyboard.press("Control+y");
    await expect(toastOf(page).first()).toContainText("Redid 30 rows");
    expect(await standing()).toEqual(prices);
    await search("");
  });

  await test.step("two percent more for all of them, which turned pages do not touch", async () => {
    await search("hyundai");
    await expect(footerOf(page)).toContainText("Found 30 matches");
    const before = (await stored("hyundai")).evs.map(({ price }) => price ?? 0);
    await takePresses();
    await rowsOf(page).first().getByRole("checkbox").first().click();
    await bar.getByRole("button", { name: "Select the whole page" }).click();
    await bar.getByRole("button", { name: "Select all 30 rows" }).click();
    await expect(bar).toContainText("30 rows selected");
    await bar.getByRole("button", { name: "Set a field" }).click();
    await dialog.getByLabel("Field").selectOption("price");
    await dialog.getByLabel("Value").fill("+2%");
    await dialog.getByRole("button", { name: "Show changes" }).click();
    await dialog.getByRole("button", { name: "Save 30 rows" }).click();
    await expect(toastOf(page)).toContainText("Changed 30 cells in 30 rows");
    expect(await takePresses()).toBe(6);
    const after = (await stored("hyundai")).evs.map(({ price }) => price);
    expect(after).toEqual(before.map((price) => Math.round(price * 1.02)));
    await bar.getByRole("button", { name: "Clear" }).click();
    // Selections follow the row, not its position in the grid.
    await gridOf(page).locator('[data-row="0"] [data-column="7"]').focus();
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("PageDown");
    await expect(footerOf(page)).toContainText("(showing 11-20)");
    await expect(gridOf(page).locator("[aria-selected=true]")).toHaveCount(0);
    await search("");
  });

  await test.step("the next year of a model, and undone", async () => {
    await search("Polestar 7");
    await expect(rowsOf(page)).toHaveCount(4);
    await takePresses();
    await rowsOf(page).first().getByRole("checkbox").first().click();
    await bar.getByRole("button", { name: "Select the whole page" }).click();
    await bar.getByRole("button", { name: "New model year" }).click();
    await question.getByRole("button", { name: "Add 4 rows" }).click();
    const added = toastOf(page).filter({ hasText: "4 rows added" });
    await expect(added).toBeVisible();
    expect(await takePresses()).toBe(4);
    await added.getByRole("button", { name: "Undo" }).click();
    await expect(toastOf(page)).toContainText("Removed 4 rows");
    expect(await takePresses()).toBe(1);
    await search("");
  });

  await test.step("prices updated from a file", async () => {
    const [car] = (await stored("polestar 7")).evs;
    await takePresses();
    await page.getByRole("button", { name: "Import CSV" }).click();
    const line = [car?.make, car?.model, car?.trim, car?.year, car?.bodyType, 51_500].join(",");
    await dialog
      .getByLabel("CSV file")
      .setInputFiles(csvFile("prices.csv", ["make,model,trim,year,bodyType,price", line]));
    await dialog.getByRole("button", { name: "Check file" }).click();
    await dialog.getByLabel("Update what differs").check();
    await dialog.getByRole("button", { name: /update 1/i }).click();
    await expect(dialog.getByRole("status")).toContainText("Updated 1 existing EV");
    await dialog.getByRole("button", { name: "Done" }).click();
    expect(await takePresses()).toBe(5);
    expect((await stored("polestar 7")).evs.map(({ price }) => price)).toContain(51_500);
  });

  await test.step("a reader's correction", async () => {
    const [car] = (await stored("polestar 7")).evs;
    const correction = { rowId: car?.id, field: "range", value: 345 };
    const sent = await reader.request.post("/api/corrections", { data: correction });
    expect(sent.status()).toBe(201);
    await page.goto("/admin?view=corrections");
    await takePresses();
    await page.getByRole("button", { name: /^Accept the correction: Range of/ }).click();
    await dialog.getByRole("button", { name: "Accept" }).click();
    await expect(toastOf(page)).toContainText("was corrected");
    expect(await takePresses()).toBe(2);
    expect((await stored("polestar 7")).evs.map(({ range }) => range)).toContain(345);
    await page.goto("/admin");
  });

  await test.step("what was typed into a row that a colleague deletes", async () => {
    const gone = await addRow(colleague.request, { trim: "Short-lived" });
    await search("Short-lived");
    await expect(rowsOf(page)).toHaveCount(1);
    await gridOf(page).locator('[data-row="0"] [data-column="6"]').focus();
    await page.keyboard.type("44000");
    await colleague.request.delete(`/api/evs/${gone.id}`);
    const notice = page.getByRole("alertdialog", { name: "This row was just deleted" });
    await expect(notice.getByLabel("Price")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(notice.getByLabel("Price")).toHaveValue("44000");
    await notice.getByRole("button", { name: "Close" }).last().click();
    await search("");
  });

  await test.step("a view of what is missing, saved and opened again", async () => {
    await filter("10-80%", "Is empty");
    await expect(footerOf(page)).toContainText("Found");
    const address = new URL(page.url()).search;
    await takePresses();
    await chooseMore(page, "Views");
    await dialog.getByLabel("Save the current list as").fill("No charging time");
    await page.keyboard.press("Enter");
    await expect(
      dialog.getByRole("button", { name: "No charging time", exact: true }),
    ).toBeVisible();
    await page.keyboard.press("Escape");
    expect(await takePresses()).toBe(4);
    await page.goto("/admin");
    await chooseMore(page, "Views");
    await dialog.getByRole("button", { name: "No charging time", exact: true }).click();
    expect(await takePresses()).toBe(3);
    await expect(footerOf(page)).toContainText("Found");
    expect(new URL(page.url()).search).toContain(address.slice(1));
    await clearFilters();
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
    await takePresses();
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
    expect(await takePresses()).toBe(6);
    await expect(toastOf(page).first()).toContainText("12 rows moved to Porsche");
    const visited = await reader.newPage();
    await visited.goto(`/ev/${work.model.id}`);
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
  await colleague.close();
});
