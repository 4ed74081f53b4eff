import type { APIRequestContext, Locator, Page, PlaywrightWorkerArgs } from "@playwright/test";

import type { RowListAnswer } from "../src/features/admin/rows/rows.schema.ts";
import type { EvRow } from "../src/domain/vehicle.ts";
import { boxOf, expect, signIn } from "./fixtures.ts";
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

export function gridOf(page: Page): Locator {
  return page.getByRole("grid", { name: "EVs" });
}

export function rowsOf(page: Page): Locator {
  return gridOf(page).locator("tbody").getByRole("row");
}

export function rowOf(page: Page, trim: string): Locator {
  return rowsOf(page).filter({ has: page.getByRole("rowheader", { name: trim }) });
}

export async function chooseMore(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name }).click();
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

/** The row of a trim whose name is also the beginning of another trim's name. */
export function rowsWith(page: Page, { trim }: EvRow): Locator {
  return page
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name: new RegExp(`${trim}$`) }) });
}

/** Adds an administrator. @returns also the calls of a browser in which they are signed in */
export async function addAdministrator(
  page: Page,
  playwright: PlaywrightWorkerArgs["playwright"],
  baseURL: string | undefined,
  username = `Other ${Date.now()}`,
): Promise<{ username: string; password: string; request: APIRequestContext }> {
  const { link } = await (await page.request.post("/api/invitations")).json();
  const inviteCode = String(link).split("=")[1];
  const other = { username, password: "a long password" };
  const request = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  const registered = await request.post("/api/register", { data: { ...other, inviteCode } });
  expect(registered.status()).toBe(201);
  return { ...other, request };
}
