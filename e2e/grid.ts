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

export async function cellOf(page: Page, { trim }: EvRow, heading: string): Promise<Locator> {
  const column = gridOf(page).getByRole("columnheader", { name: heading, exact: true });
  const index = await column.getAttribute("aria-colindex");
  return rowOf(page, trim).locator(`[aria-colindex="${index}"]`);
}

export async function stored(page: Page, row: EvRow): Promise<EvRow> {
  const { evs } = await readRows(page.request, row.model);
  const found = evs.find(({ id }) => id === row.id);
  if (!found) throw new Error(`Row ${row.id} is not there.`);
  return found;
}

export const editorOf = (page: Page) => gridOf(page).getByRole("textbox");
