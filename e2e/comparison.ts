import type { Locator, Page } from "@playwright/test";

import type { EvListEntry } from "../src/domain/vehicle.ts";

/** Entries of the starter catalogue for one make, including every trim. */
export async function rowsOf(page: Page, make: string): Promise<EvListEntry[]> {
  const answer = await page.request.get(`/api/evs?make=${encodeURIComponent(make)}`);
  const entries: EvListEntry[] = await answer.json();
  return entries;
}

export async function someTrims(page: Page, count: number): Promise<EvListEntry[]> {
  const entries = await rowsOf(page, "Audi");
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
  return row.getByRole("cell").allInnerTexts();
}
