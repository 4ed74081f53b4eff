import { addRow, gridOf, readRows, rowOf } from "./dashboard.ts";
import { expect, signIn } from "./fixtures.ts";
import type { EvRow } from "../src/domain/vehicle.ts";
import type { Locator, Page } from "@playwright/test";

const FULL = { price: 40_000, range: 300, zeroToSixty: 4.85, seatingCapacity: 5, cargoSpace: 24 };

/** Opens a page of the dashboard that shows one model with two trims. */
export async function openModel(page: Page, second: Partial<EvRow> = {}): Promise<[EvRow, EvRow]> {
  await signIn(page);
  const header = await addRow(page.request, FULL);
  const { make, model } = header;
  const trim = await addRow(page.request, { ...FULL, make, model, ...second });
  await page.goto(`/admin?search=${encodeURIComponent(model)}`);
  await expect(rowOf(page, trim.trim)).toBeVisible();
  return [header, trim];
}

export async function cellOf(
  page: Page,
  { trim }: { trim: string },
  heading: string,
): Promise<Locator> {
  const column = gridOf(page).getByRole("columnheader", { name: heading, exact: true });
  const index = await column.getAttribute("aria-colindex");
  return rowOf(page, trim).locator(`[aria-colindex="${index}"]`);
}

/** Waits until a row is stored with these values. */
export async function expectStored(page: Page, row: EvRow, values: Partial<EvRow>): Promise<void> {
  const stored = async () => {
    const { evs } = await readRows(page.request, row.model);
    return evs.find(({ id }) => id === row.id);
  };
  await expect.poll(stored).toMatchObject(values);
}

/** Opens a cell by a click, replaces its value and saves it with Enter. */
export async function editCell(cell: Locator, text: string): Promise<void> {
  await cell.click();
  await cell.page().keyboard.type(text);
  await cell.page().keyboard.press("Enter");
}

export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press("Control+v");
}

/** Scrolls the table sideways inside its container. */
export async function scrollGrid(page: Page, left: number): Promise<void> {
  const container = gridOf(page).locator("..");
  await container.evaluate((scroller, x) => scroller.scrollTo(x, 0), left);
}

export const editorOf = (page: Page) => gridOf(page).getByRole("textbox");
