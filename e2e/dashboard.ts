import type { APIRequestContext, Locator, Page } from "@playwright/test";

import type { RowListAnswer } from "../src/features/admin/rows/rows.schema.ts";
import type { EvRow } from "../src/domain/vehicle.ts";
import { boxOf, expect, press, signIn } from "./fixtures.ts";
import { ADMINISTRATOR } from "./site.ts";

/** What the browser itself prints about a call that was refused. */
export const REFUSED_LINE = /^Failed to load resource: the server responded with a status of 4\d\d/;

export async function signInByForm(page: Page): Promise<void> {
  await page.getByLabel("Username").fill(ADMINISTRATOR.username);
  await page.getByLabel("Password", { exact: true }).fill(ADMINISTRATOR.password);
  await page.getByRole("button", { name: "Login" }).click();
}

export async function openDashboard(page: Page, query = ""): Promise<void> {
  await signIn(page);
  await page.goto(`/admin${query}`);
  await expect(rowsOf(page).first()).toBeVisible();
}

export const gridOf = (page: Page) => page.getByRole("grid", { name: "EVs" });

export const rowsOf = (page: Page) => gridOf(page).locator("tbody").getByRole("row");

export const rowOf = (page: Page, trim: string) =>
  rowsOf(page).filter({ has: page.getByRole("rowheader", { name: trim }) });

export async function chooseMore(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name }).click();
}

/** `Showing a-b of N …` or `Found N matches …` */
export const footerOf = (page: Page) =>
  page.getByRole("status").filter({ hasText: /^(Showing|Found) / });

/** The bar with what can be done with the selected rows. */
export const barOf = (page: Page) => page.getByRole("region", { name: "Selected rows" });

/** The entries of the activity. */
export const entriesOf = (page: Page) =>
  page.getByRole("list", { name: "Changes, the latest first" }).locator(":scope > li");

/** A notification, also while a dialog is open. */
export const toastOf = (page: Page) =>
  page
    .getByRole("region", { name: /notifications/i, includeHidden: true })
    .getByRole("listitem", { includeHidden: true });

/** Neither covers any part of the other. */
export async function expectApart(one: Locator, other: Locator): Promise<void> {
  const [a, b] = [await boxOf(one), await boxOf(other)];
  const isApart = a.right <= b.x || b.right <= a.x || a.bottom <= b.y || b.bottom <= a.y;
  expect(isApart).toBe(true);
}

export async function readRows(request: APIRequestContext, search = ""): Promise<RowListAnswer> {
  const query = search && `&search=${encodeURIComponent(search)}`;
  return (await (await request.get(`/api/evs?view=admin${query}`)).json()) as RowListAnswer;
}

let added = 0;

/** Adds a car that no other test uses, of a new model unless `row` names one. */
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

/** Changes some fields of several rows with one call. */
export async function patchRows(request: APIRequestContext, rows: EvRow[], set: Partial<EvRow>) {
  const answer = await request.patch("/api/evs", { data: { ids: rows.map(({ id }) => id), set } });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** The id of the model that a row belongs to. */
export async function modelOf(request: APIRequestContext, { id }: Pick<EvRow, "id">) {
  return ((await (await request.get(`/api/evs/${id}`)).json()) as { id: number }).id;
}

/** Presses Delete in the question that is open. */
export const confirmDelete = (page: Page) =>
  page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();

/** The row of a trim whose name is also the beginning of another trim's name. */
export const rowsWith = (page: Page, { trim }: EvRow) =>
  page
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name: new RegExp(`${trim}$`) }) });

/** Adds an administrator, who signs in in the browser of `guest`. */
export async function addAdministrator(page: Page, guest: Page, username = `Other ${Date.now()}`) {
  const { link } = await (await page.request.post("/api/invitations")).json();
  const other = { username, password: "a long password" };
  const data = { ...other, inviteCode: String(link).split("=")[1] };
  expect((await guest.request.post("/api/register", { data })).status()).toBe(201);
  return other;
}

export const dialogOf = (page: Page, name: string) => page.getByRole("dialog", { name });

export const fieldOf = (page: Page, label: string) =>
  page.getByRole("dialog").getByLabel(label, { exact: true });

export async function openEdit(page: Page, row: EvRow): Promise<void> {
  await openDashboard(page, `?search=${encodeURIComponent(row.trim)}`);
  await press(rowOf(page, row.trim), /^Edit /);
  await expect(dialogOf(page, "Edit EV")).toBeVisible();
}
