import { expect, type Locator, type Page, type Response } from "@playwright/test";
import { comeTo } from "./fixtures.ts";

import type { EvListEntry } from "../src/domain/vehicle.ts";

/** The call by which the home page reads all models; after an event it includes a version. */
export const LIST_CALL = /\/api\/evs(\?_=\d+)?$/;

/** Opens the home page and waits until Discover is hydrated. @returns the response with the document */
export async function openDiscover(page: Page, address = "/"): Promise<Response | null> {
  const answer = await page.goto(address);
  // Its code loads when the section is nearly visible, which the ranking above may prevent.
  await comeTo(page.locator("#database"));
  return answer;
}

/** React marks each element that it has hydrated; the last element is marked last. */
export function isListening(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const last = [...document.querySelectorAll("#database :is(a, button)")].at(-1);
    return Object.keys(last ?? {}).some((key) => key.startsWith("__reactProps"));
  });
}

/** @param query of the public list, such as `make=Audi` */
export async function readEntries(page: Page, query = ""): Promise<EvListEntry[]> {
  const answer = await page.request.get(`/api/evs?${query}`);
  // The shape is fixed by calls.md#public-list and checked against openapi.json in the API tests.
  return (await answer.json()) as EvListEntry[];
}

export async function findEntry(page: Page, search: string): Promise<EvListEntry> {
  const [entry] = await readEntries(page, `search=${encodeURIComponent(search)}`);
  if (!entry) throw new Error(`The starter catalogue has no ${search}.`);
  return entry;
}

export function countModels(
  entries: readonly EvListEntry[],
  passes: (entry: EvListEntry) => boolean = () => true,
): number {
  return new Set(entries.filter(passes).map(({ ev }) => ev.id)).size;
}

/** What `awd suv under 50k` finds. */
export const isAwdSuvUnder50k = ({ ev, trim }: EvListEntry): boolean =>
  ev.bodyType === "SUV" && trim.driveType === "AWD" && (trim.price || Infinity) <= 50_000;

/** The list of cards, which has its own scrollbar. */
export const listOf = (page: Page) => page.getByRole("region", { name: "Electric vehicles" });

export const cardsOf = (page: Page) => listOf(page).getByRole("article");

export const namesOf = (page: Page) => cardsOf(page).getByRole("heading", { level: 3 });

/** The line above the list that says how many models match; an open dialog hides it from roles. */
export const matchCountOf = (page: Page) =>
  page
    .getByRole("paragraph", { includeHidden: true })
    .filter({ hasText: /^[\d,]+ models?, [\d,]+ trims?$/ });

export async function expectModels(page: Page, models: number): Promise<void> {
  const count = models.toLocaleString("en-US");
  await expect(matchCountOf(page)).toHaveText(new RegExp(`^${count} models?, `));
}

export function expectMatching(
  page: Page,
  entries: readonly EvListEntry[],
  passes?: (entry: EvListEntry) => boolean,
): Promise<void> {
  return expectModels(page, countModels(entries, passes));
}

export function brandOf(page: Page, make: string): Locator {
  const carousel = page.getByRole("region", { name: "Browse by brand" });
  return carousel.getByRole("link", { name: new RegExp(`^${make}`) });
}

/** The filters beside the list, on wide screens. */
export const panelOf = (page: Page) => page.getByRole("region", { name: "Filters", exact: true });

/** One of the two large sliders: a group on wide screens, a tab panel on a phone. */
export const showcaseOf = (page: Page, name: "Range" | "Price") =>
  page
    .getByRole("group", { name, exact: true })
    .or(page.getByRole("tabpanel", { name, exact: true }));

/** Scrolls to a showcase slider, selecting its tab where there are tabs. */
export async function showcaseThumb(page: Page, name: "Range" | "Price"): Promise<Locator> {
  const tab = page.getByRole("tab", { name });
  if (await tab.isVisible()) await tab.click();
  return showcaseOf(page, name).getByRole("slider");
}

export const chipsOf = (page: Page) =>
  page.getByRole("list", { name: "Active filters" }).getByRole("button");

export const chipOf = (page: Page, label: string) =>
  chipsOf(page).and(page.getByRole("button", { name: `Remove ${label}`, exact: true }));

export async function openQuickFilters(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: /^Filters/ }).click();
  const dialog = page.getByRole("dialog", { name: "Quick filters" });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** The visible search box: the page's own, or on a phone the one in the dialog (finding.md#search). */
export async function searchBoxOf(page: Page): Promise<Locator> {
  const own = page.getByRole("searchbox", { name: "Search make, model or trim" });
  if (await own.isVisible()) return own;
  const dialog = await openQuickFilters(page);
  return dialog.getByRole("searchbox", { name: "Search make, model or trim" });
}

/** Closes the dialog if the search was in it, to uncover the page. */
export async function closeQuickFilters(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Quick filters" });
  if (await dialog.isVisible()) await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
}

export const stored = (page: Page, key: string) =>
  page.evaluate((name) => localStorage.getItem(name), key);

export async function expectViewed(page: Page, modelId: number | undefined): Promise<void> {
  await expect.poll(() => stored(page, "ev_recently_viewed")).toContain(`{"id":${modelId},`);
}

export async function store(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  await page.addInitScript((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value);
  }, Object.entries(values));
}
