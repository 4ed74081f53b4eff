import type { Locator, Page } from "@playwright/test";

import type { EvRow } from "../src/domain/vehicle.ts";
import { openDashboard, readRows, rowOf } from "./dashboard.ts";
import { expect, press } from "./fixtures.ts";

export function dialogOf(page: Page, name: string): Locator {
  return page.getByRole("dialog", { name });
}

export function fieldOf(page: Page, label: string): Locator {
  return page.getByRole("dialog").getByLabel(label, { exact: true });
}

export async function openEdit(page: Page, row: EvRow): Promise<Locator> {
  await openDashboard(page, `?search=${encodeURIComponent(row.trim)}`);
  await press(rowOf(page, row.trim), /^Edit /);
  const dialog = dialogOf(page, "Edit EV");
  await expect(dialog).toBeVisible();
  return dialog;
}

export async function readRow(page: Page, { trim }: EvRow): Promise<EvRow | undefined> {
  return (await readRows(page.request, trim)).evs[0];
}
