import type { Page } from "@playwright/test";

import { cellsOf, table } from "./comparison.ts";
import { addRow, dialogOf, modelOf } from "./dashboard.ts";
import { expect, expectAccessible, signIn, test, themeOf } from "./fixtures.ts";
import { cellOf, expectStored, openModel } from "./grid.ts";
import { unfoldSpecifications } from "./specifications.ts";

const FACTS = {
  range: 300,
  charging: 20,
  consumption: 25,
  chargePort: "NACS",
  homeCharging: 7.5,
  curbWeight: 4_661,
  length: 184.8,
  width: 74.4,
  height: 61,
  batteryWarranty: "8 yr / 100,000 mi",
} as const;

/** The figures of a group of specifications, by label. */
async function sheetOf(page: Page, title: string): Promise<Record<string, string>> {
  const rows = await page.getByRole("table", { name: title }).getByRole("row").all();
  const pairs = rows.map(async (row) => [
    await row.getByRole("rowheader").innerText(),
    await row.getByRole("cell").innerText(),
  ]);
  return Object.fromEntries(await Promise.all(pairs)) as Record<string, string>; // each row has both
}

test("columns are hidden by keyboard, and stay so @desktop", async ({ page }) => {
  const [header] = await openModel(page, {});
  const price = await cellOf(page, header, "Price");
  await price.focus();
  await page.keyboard.press("End");
  await expect(await cellOf(page, header, "Acceleration")).toBeFocused();

  const columns = page.getByRole("button", { name: /^Columns/ });
  await columns.focus();
  await page.keyboard.press("Enter");
  const dialog = dialogOf(page, "Columns");
  await expect(dialog.getByRole("checkbox", { name: "Trim" })).toHaveCount(0);
  for (const name of ["Acceleration", "Body Type"]) {
    await dialog.getByRole("checkbox", { name, exact: true }).focus();
    await page.keyboard.press("Space");
  }
  await expectAccessible(page, "[role=dialog]");
  await page.keyboard.press("Escape");
  await expect(columns).toBeFocused();
  await expect(columns).toHaveText("Columns2 hidden");

  const heading = (name: string) => page.getByRole("columnheader", { name, exact: true });
  await page.reload();
  await expect(heading("10-80%")).toBeVisible();
  await expect(heading("Acceleration")).toHaveCount(0);
  await expect(heading("Body Type")).toHaveCount(0);
  // Pasted and typed values go to the visible columns.
  const year = await cellOf(page, header, "Year");
  await year.focus();
  await page.keyboard.press("ArrowRight");
  await expect(await cellOf(page, header, "Price")).toBeFocused();
  await page.keyboard.press("End");
  await expect(await cellOf(page, header, "10-80%")).toBeFocused();
  await page.keyboard.type("18");
  await page.keyboard.press("Enter");
  await expectStored(page, header, { charging: 18 });

  await columns.click();
  await dialog.getByRole("button", { name: "Show all" }).click();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(heading("Acceleration")).toHaveCount(1);
  await expect(columns).toHaveText("Columns");
});

test("detail page and comparison show the facts that are known", async ({ page }, { project }) => {
  await page.emulateMedia({ colorScheme: themeOf(project) });
  await signIn(page);
  const model = `Facts ${project.name}`;
  const known = await addRow(page.request, { ...FACTS, model, trim: "Known" });
  const blank = await addRow(page.request, { model, trim: "Blank" });
  const id = await modelOf(page.request, known);

  await page.goto(`/ev/${id}?trimName=Known`);
  await unfoldSpecifications(page);
  expect(await sheetOf(page, "Range and battery")).toEqual({
    Range: "300 miles",
    Consumption: "25.0 kWh/100 mi",
    "Battery capacity": "N/A",
    "Battery warranty": "8 yr / 100,000 mi",
  });
  expect(await sheetOf(page, "Charging")).toMatchObject({
    "Charge port": "NACS",
    "Full charge at home, 240 V": "7.5 h",
  });
  expect(await sheetOf(page, "Size and weight")).toMatchObject({
    "Width, without mirrors": "74.4 in",
    "Curb weight": "4,661 lb",
  });
  await expectAccessible(page, "main");
  await page.getByRole("link", { name: "25.0 kWh/100 mi" }).click();
  const sources = page.getByRole("dialog", { name: "Sources: Consumption" });
  await expect(sources.getByText("4 mi/kWh, 135 MPGe")).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: /distances/i }).click();
  await expect(page.getByRole("row", { name: "Consumption 15.5 kWh/100 km" })).toBeVisible();
  await expect(page.getByRole("row", { name: "Length 469 cm", exact: true })).toBeVisible();
  await expect(page.getByRole("row", { name: "Curb weight 4,661 lb" })).toBeVisible();
  await page.getByRole("button", { name: /distances/i }).click();

  // Unknown values are not mentioned, except in the fields that the specification requires.
  await page.goto(`/ev/${id}?trimName=Blank`);
  await expect(page.getByRole("rowheader", { name: "Range", exact: true })).toBeVisible();
  await expect(page.getByRole("rowheader", { name: "Consumption" })).toHaveCount(0);
  await expect(page.getByRole("table", { name: "Size and weight" })).toHaveCount(0);

  await page.goto(`/compare?ev=${known.id},${blank.id}`);
  await expect(table(page)).toBeVisible();
  expect(await cellsOf(table(page), "Added in 10 minutes")).toEqual(["105 miles", "N/A"]);
  // 1.44 kW for 10 hours, at 25.0 kWh/100 mi
  expect(await cellsOf(table(page), "120 V outlet, 10 hours")).toEqual(["about 58 miles", "N/A"]);
  expect(await cellsOf(table(page), "Size (L × W × H)")).toEqual(["184.8 × 74.4 × 61 in", "N/A"]);
  await expectAccessible(page, "main");
});
