import type { APIRequestContext, Locator, Page } from "@playwright/test";

import type { RowListAnswer } from "../src/features/admin/rows/rows.schema.ts";
import type { EvRow } from "../src/domain/vehicle.ts";
import { expect, signIn } from "./fixtures.ts";
import { ADMINISTRATOR } from "./site.ts";

/** What the browser says by itself about a call that was refused. */
export const REFUSED_LINE = /^Failed to load resource: the server responded with a status of 4\d\d/;

/** Signs in by the screen's own form. */
export async function signInByForm(page: Page): Promise<void> {
  await page.getByLabel("Username").fill(ADMINISTRATOR.username);
  await page.getByLabel("Password", { exact: true }).fill(ADMINISTRATOR.password);
  await page.getByRole("button", { name: "Login" }).click();
}

/** Opens the dashboard, signed in, and waits for its rows. */
export async function openDashboard(page: Page, query = ""): Promise<void> {
  await signIn(page);
  await page.goto(`/admin${query}`);
  await expect(rowsOf(page).first()).toBeVisible();
}

export function gridOf(page: Page): Locator {
  return page.getByRole("grid", { name: "EVs" });
}

/** The rows of the table without its header. */
export function rowsOf(page: Page): Locator {
  return gridOf(page).locator("tbody").getByRole("row");
}

/** The row of one trim. */
export function rowOf(page: Page, trim: string): Locator {
  return rowsOf(page).filter({ has: page.getByRole("rowheader", { name: trim }) });
}

/** `Showing a-b of N …` or `Found N matches …` */
export function footerOf(page: Page): Locator {
  return page.getByRole("status").filter({ hasText: /^(Showing|Found) / });
}

/** A notification, also while a dialog is open. */
export function toastOf(page: Page): Locator {
  return page
    .getByRole("region", { name: /notifications/i, includeHidden: true })
    .getByRole("listitem", { includeHidden: true });
}

/** The administrator's list, past the screen. */
export async function readRows(request: APIRequestContext, search = ""): Promise<RowListAnswer> {
  const query = search && `&search=${encodeURIComponent(search)}`;
  return (await (await request.get(`/api/evs?view=admin${query}`)).json()) as RowListAnswer;
}

let added = 0;

/** A car that no other test knows; a model of its own unless told otherwise. */
export async function addRow(request: APIRequestContext, row: Partial<EvRow> = {}): Promise<EvRow> {
  added += 1;
  const data = {
    make: "Zeta",
    model: `Zett ${added}a`,
    trim: `Trim ${added}a`,
    year: 2025,
    bodyType: "Sedan",
    ...row,
  };
  const answer = await request.post("/api/evs", { data });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()) as EvRow;
}

/** The row of a trim whose name another trim's begins with. */
export function rowsWith(page: Page, { trim }: EvRow): Locator {
  return page
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name: new RegExp(`${trim}$`) }) });
}
