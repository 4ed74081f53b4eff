import type { Locator, Page } from "@playwright/test";

import { expect } from "./fixtures.ts";
import type { EvListEntry } from "../src/domain/vehicle.ts";
import { readEntries } from "./discover.ts";

export async function someTrims(page: Page, count: number): Promise<EvListEntry[]> {
  const entries = await readEntries(page, "make=Audi");
  return entries.filter(({ trim }) => trim.index === 0).slice(0, count);
}

export const nameOf = ({ ev, trim }: EvListEntry) => `${ev.make} ${ev.model} ${trim.trim}`;
export const addressOf = (entries: readonly EvListEntry[]) =>
  `/compare?ev=${entries.map(({ trim }) => trim.rowId).join(",")}`;
export const slot = (page: Page, number: number) =>
  page
    .getByRole("list", { name: "Slots" })
    .getByRole("listitem")
    .nth(number - 1);
export const table = (page: Page) =>
  page.getByRole("table", { name: "Comparison of the selected vehicles" });

/** The cells of a row, with `Best` appended to the highlighted value. */
export async function cellsOf(within: Locator, label: string): Promise<string[]> {
  const row = within.getByRole("row").filter({
    has: within.page().getByRole("rowheader", {
      name: new RegExp(`^${RegExp.escape(label)}( Sources differ: .+)?$`),
    }),
  });
  await expect(row).toHaveCount(1);
  return row.getByRole("cell").allInnerTexts();
}
