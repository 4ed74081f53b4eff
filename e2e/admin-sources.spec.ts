import type { Page } from "@playwright/test";
import { chooseMore, confirmDelete, gridOf, REFUSED_LINE, rowsOf, toastOf } from "./dashboard.ts";
import { expect, expectAccessible, press, pressFirst, test } from "./fixtures.ts";
import { cellOf, editorOf, expectStored, openModel } from "./grid.ts";

test.beforeEach(({ allowConsole }) => allowConsole(REFUSED_LINE));

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Sources of Range" });
const formOf = (page: Page) => page.getByRole("dialog", { name: "Add source" });

test("sources of a cell are named, used, changed and deleted @desktop", async ({ page }) => {
  const [header] = await openModel(page);
  const range = await cellOf(page, header, "Range");

  await range.click();
  await editorOf(page).fill("310");
  await page.keyboard.press("Control+Enter");
  const form = formOf(page);
  await expect(form.getByLabel("Value")).toHaveValue("310");
  await form.getByRole("button", { name: "Save source" }).click();
  await expect(form).toContainText("Source is required");
  await form.getByLabel("Source").fill("Zeta Motors");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Save source" }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByRole("listitem")).toContainText("Same as the list");
  await expect(dialog).toContainText("Manufacturer: Zeta Motors");

  await dialog.getByRole("button", { name: "Add source" }).click();
  await form.getByLabel("Value").fill("341");
  await form.getByLabel("Where it comes from").selectOption("EPA label");
  await form.getByLabel("Source").fill("EPA");
  await form.getByLabel("Link").fill("http://example.com");
  await form.getByRole("button", { name: "Save source" }).click();
  await expect(form).toContainText("begins with https://");
  await form.getByLabel("Link").fill("https://example.com/label");
  await form.getByRole("button", { name: "Save source" }).click();
  await dialog.getByRole("button", { name: "Add source" }).click();
  await form.getByLabel("Figure").selectOption("Tested range");
  await form.getByLabel("Value").fill("280");
  await form.getByLabel("Source").fill("Edmunds");
  await form.getByRole("button", { name: "Save source" }).click();
  await expect(dialog.getByRole("listitem")).toHaveCount(3);
  const epa = dialog.getByRole("listitem").filter({ hasText: "EPA label: EPA" });
  await expect(epa).toContainText("Differs from the list");
  const tested = dialog.getByRole("listitem").filter({ hasText: "Tested range" });
  await expect(tested.getByRole("button", { name: /^Use this value/ })).toHaveCount(0);
  await expectAccessible(page);

  await epa.getByRole("button", { name: /^Use this value/ }).click();
  await expect(epa).toContainText("Same as the list");
  await expectStored(page, header, { range: 341 });
  await epa.getByRole("button", { name: /^Delete/ }).click();
  await confirmDelete(page);
  await expect(dialog.getByRole("listitem")).toHaveCount(2);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(range).toBeFocused();

  await page.keyboard.press("Control+z");
  await expect(toastOf(page).first()).toContainText("Reverted");
  await expect(range).toHaveText("310");

  await range.press("Shift+F2");
  await expect(dialog.getByRole("listitem")).toHaveCount(2);
  await page.keyboard.press("Escape");
  await range.click({ button: "right" });
  await page.getByRole("menuitem", { name: "Sources" }).click();
  await expect(dialog).toBeVisible();
  await pressFirst(dialog, /^Change/);
  const change = page.getByRole("dialog", { name: "Change source" });
  await change.getByLabel("Source").fill("Zeta Motors press kit");
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Keep editing" }).click();
  await change.getByRole("button", { name: "Save source" }).click();
  await expect(dialog).toContainText("Zeta Motors press kit");
});

test("the form offers to name the sources of what it has changed @desktop", async ({ page }) => {
  const [header] = await openModel(page);
  await press(rowsOf(page).first(), /^Edit /);
  const edit = page.getByRole("dialog", { name: "Edit EV" });
  await edit.getByLabel("Price ($)").fill("41500");
  await edit.getByLabel("Range (mi)").fill("333");
  await edit.getByRole("button", { name: "Save changes" }).click();
  await toastOf(page).getByRole("button", { name: "Name the source" }).click();
  const form = formOf(page);
  await expect(form).toContainText("Price of 2025 Zeta");
  await form.getByLabel("Source").fill("Zeta Motors");
  await form.getByRole("button", { name: "Save source" }).click();
  await expect(form).toContainText("Range of 2025 Zeta");
  await expect(form.getByLabel("Value")).toHaveValue("333");
  await expectAccessible(page);
  // A source is always optional.
  await form.getByRole("button", { name: "Cancel" }).click();
  await expect(form).toBeHidden();
  const claims = await (await page.request.get(`/api/evs/${header.id}/claims`)).json();
  const { fields } = claims.trims.find(({ rowId }: { rowId: number }) => rowId === header.id);
  expect(Object.keys(fields)).toEqual(["price"]);
});

test("sources come as a file, and figures without one are marked @desktop", async ({ page }) => {
  const [header, trim] = await openModel(page);
  await test.step("sources come as a file, checked first, and go again", async () => {
    const { make, model, year } = header;
    const file = (value: string) => ({
      name: "sources.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(
        `make,model,trim,year,field,value,method,source\n${make},${model},${header.trim},${year},range,${value},maker,Zeta\n`,
      ),
    });
    await chooseMore(page, "Sources");
    const dialog = page.getByRole("dialog", { name: "Sources" });
    const input = dialog.getByLabel("CSV file of sources");
    await input.setInputFiles(file("far"));
    await expect(dialog.getByRole("listitem")).toContainText("Range must be a number");
    await expectAccessible(page);
    await input.setInputFiles(file("300"));
    await expect(dialog).toContainText("1 source would be added.");
    await dialog.getByRole("button", { name: "Add 1 source" }).click();
    await expect(toastOf(page)).toContainText("1 source added");
    await toastOf(page).getByRole("button", { name: "Undo" }).click();
    await expect(toastOf(page)).toContainText("1 source removed");
    await input.setInputFiles(file("300"));
    await page.route(/claims\/upload\?$/, async (route) => {
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await route.fulfill({ status: 409, json: { error: "The file is too late" } });
    });
    await dialog.getByRole("button", { name: "Add 1 source" }).click();
    await expect(toastOf(page)).toContainText("The file is too late");
  });
  await test.step("figures without a source are marked and filtered", async () => {
    const claim = { rowId: header.id, field: "range", value: 300, method: "maker", source: "Zeta" };
    expect((await page.request.post("/api/claims", { data: claim })).status()).toBe(201);
    await chooseMore(page, "Sources");
    const dialog = page.getByRole("dialog", { name: "Sources" });
    await dialog.getByText("Mark figures without a source").click();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(await cellOf(page, trim, "Range")).toContainText("no source");
    await expect(await cellOf(page, header, "Range")).not.toContainText("no source");
    await expectAccessible(page);

    await (await cellOf(page, trim, "Range")).focus();
    await page.keyboard.press("Alt+ArrowDown");
    await page.getByLabel("Filter", { exact: true }).selectOption("Has no source");
    const lists: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("view=admin")) lists.push(request.url());
    });
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(rowsOf(page)).toHaveCount(1);
    await expect(gridOf(page)).toContainText(trim.trim);
    // The counts of the dashboard's header come with the list.
    expect(lists.filter((url) => !url.includes("gaps=true"))).toEqual([]);
    await page.getByRole("button", { name: "Remove Range has no source" }).click();
    await expect(rowsOf(page)).toHaveCount(2);
  });
});
