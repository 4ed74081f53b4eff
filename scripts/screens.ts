/** The screens that `screenshots.ts` takes, and the data that they need. */
import { setTimeout } from "node:timers/promises";

import type { APIRequestContext, Page } from "@playwright/test";

const LATE_MS = 2_000;
/** The longest name that the form accepts, without spaces to break at. */
const LONG_CAR = {
  make: "Automobilfabrik".repeat(4),
  model: "Donaudampfschifffahrt".repeat(3) + " Elektro 12345",
  trim: "Long Range ".repeat(6) + "Launchedition".repeat(4),
  year: 2026,
  bodyType: "SUV",
  price: 9_999_999,
  range: 2_000,
};

export interface Screen {
  /** begins with its site: `empty`, otherwise the starter catalogue */
  name: string;
  path: string;
  isSignedIn?: true;
  isWithoutScripts?: true;
  /** captures only the window, such as for a dialog, instead of the whole page */
  isWindow?: true;
  /** what a visitor does before the screenshot */
  act?: (page: Page) => Promise<void>;
}

interface Entry {
  ev: { id: number; make: string };
  trim: { rowId: number };
}

async function readEntries(origin: string): Promise<Entry[]> {
  const list = await fetch(`${origin}/api/evs`);
  return (await list.json()) as Entry[]; // the shape of calls.md#public-list
}

/** Adds a car with the longest names, and reviews and votes for a model. */
export async function addExamples(request: APIRequestContext, origin: string): Promise<void> {
  const post = async (path: string, data: object) => {
    const answer = await request.post(origin + path, { data });
    if (!answer.ok()) throw new Error(await answer.text());
  };
  await post("/api/evs", LONG_CAR);
  const [first] = await readEntries(origin);
  for (const [at, rating] of [5, 4, 4, 2].entries()) {
    const comment = at === 1 ? "Quiet, quick and comfortable. ".repeat(12) : "Quiet.";
    await post(`/api/evs/${first?.ev.id}/reviews`, { userName: `Reader ${at}`, rating, comment });
  }
  await post(`/api/evs/${first?.ev.id}/votes`, { isUpvote: true });
}

function press(...names: (string | RegExp)[]) {
  return async (page: Page) => {
    for (const name of names) await page.getByRole("button", { name }).first().click();
  };
}

/** Presses buttons until a dialog with its pictures is open. */
function pressToOpen(...names: (string | RegExp)[]) {
  return async (page: Page) => {
    await press(...names)(page);
    await page.getByRole("dialog").or(page.getByRole("alertdialog")).waitFor();
    await page.waitForLoadState("networkidle");
  };
}

/** Presses the first matching link that opens a dialog. */
function open(part: string) {
  return async (page: Page) => {
    await page.locator(part).scrollIntoViewIfNeeded();
    await page.waitForLoadState("networkidle");
    await page.locator(part).locator("h3").getByRole("link").first().click();
    await page.getByRole("dialog").waitFor();
  };
}

/** The cars of the catalogue that appear in screenshots. */
interface ShownCars {
  origin: string;
  /** ids of models */
  plain: number | undefined;
  reviewed: number | undefined;
  manyTrims: number | undefined;
  /** ids of rows */
  rows: readonly number[];
  long: Entry | undefined;
}

async function findCars(origin: string): Promise<ShownCars> {
  const entries = await readEntries(origin);
  const first = entries.filter(
    ({ ev }, at) => ev.make !== LONG_CAR.make && ev.id !== entries[at - 1]?.ev.id,
  );
  const many = entries.find(({ ev }) => entries.filter((one) => one.ev.id === ev.id).length > 6);
  return {
    origin,
    plain: first[0]?.ev.id,
    reviewed: first[1]?.ev.id,
    manyTrims: many?.ev.id,
    rows: first.slice(0, 3).map(({ trim }) => trim.rowId),
    long: entries.find(({ ev }) => ev.make === LONG_CAR.make),
  };
}

const homeScreens = ({ origin, manyTrims, rows, long }: ShownCars): Screen[] => [
  { name: "home", path: "/" },
  {
    name: "home-again",
    path: `/ev/${manyTrims}`,
    async act(page) {
      await page.getByRole("button", { name: /^Save/ }).first().click();
      await page
        .getByRole("button", { name: /^(Add|Compare)/ })
        .first()
        .click();
      await page.goto(origin, { waitUntil: "networkidle" });
    },
  },
  { name: "home-plain", path: `/?saveEv=${rows[0]}&ev=${rows[1]}`, isWithoutScripts: true },
  { name: "home-nothing-found", path: "/?search=hundai" },
  { name: "home-filtered", path: "/?make=Kia,Tesla&maxPrice=60000&minRange=250&maxCharging=30" },
  { name: "home-understood", path: "/?search=awd+suv+under+50k", act: press("Show Remaining") },
  // Phones only; on wider screens, the filters are next to the list.
  {
    name: "home-filters",
    path: "/",
    isWindow: true,
    act: pressToOpen(/^Filters/),
  },
  { name: "home-leader", path: "/", isWindow: true, act: open("#ranking-section") },
  { name: "home-model", path: "/", isWindow: true, act: open("#database") },
  {
    name: "home-saved",
    path: `/ev/${manyTrims}`,
    isWindow: true,
    act: pressToOpen(/^Save (?!.*cars)/, /^Saved cars/),
  },
  {
    name: "home-costs",
    path: `/?saveEv=${rows.join()}&saveState=CA&saveLoan=true#saving`,
    async act(page) {
      await page.getByText("Assumptions", { exact: true }).click();
      await page.getByText("Year by year").click();
    },
  },
  { name: "home-long-names", path: `/?search=Automobil&ev=${long?.trim.rowId}` },
];

const evScreens = ({ plain, reviewed, manyTrims, long }: ShownCars): Screen[] => [
  { name: "ev", path: `/ev/${plain}` },
  {
    name: "ev-review",
    path: `/ev/${reviewed}#reviews`,
    async act(page) {
      const write = page.getByRole("button", { name: "Write a review" });
      if (await write.isVisible()) await write.click();
      await page.getByRole("button", { name: "Submit review" }).click();
    },
  },
  { name: "ev-plain", path: `/ev/${plain}`, isWithoutScripts: true },
  { name: "ev-many-trims", path: `/ev/${manyTrims}` },
  { name: "ev-long-names", path: `/ev/${long?.ev.id}` },
  { name: "ev-unknown", path: "/ev/987654321" },
  {
    name: "ev-error",
    path: "/",
    async act(page) {
      // Any earlier, the previous page would stay and show a notification.
      await page.route(/api\/evs\/\d+(\?|$)/, async (route) => {
        await setTimeout(LATE_MS);
        await route.fulfill({ status: 503 });
      });
      await page.locator("#database").scrollIntoViewIfNeeded();
      await page.waitForLoadState("networkidle");
      await page.getByRole("link", { name: "Lucid Air" }).first().click();
      await page.getByRole("alert").waitFor();
    },
  },
];

const OTHER_SCREENS: readonly Screen[] = [
  { name: "ai", path: "/ai" },
  { name: "api-docs", path: "/api/docs", isWindow: true },
  { name: "not-found", path: "/no-such-page" },
  { name: "auth", path: "/auth" },
  { name: "auth-link-used", path: "/auth#password=used" },
  {
    name: "auth-refused",
    path: "/auth",
    async act(page) {
      await page.getByLabel("Username").fill("somebody");
      await page.getByLabel("Password", { exact: true }).fill("something");
      await page.getByRole("button", { name: "Login" }).click();
      await page.getByRole("main").getByRole("alert").waitFor();
    },
  },
];

const ADMIN_SCREENS: readonly Screen[] = [
  { name: "admin", path: "/admin", isSignedIn: true },
  { name: "admin-found", path: "/admin?search=tesla", isSignedIn: true, isWindow: true },
  { name: "admin-none", path: "/admin?search=no+such+car", isSignedIn: true, isWindow: true },
  {
    name: "admin-add",
    path: "/admin",
    isSignedIn: true,
    isWindow: true,
    act: pressToOpen("Add New EV", "Add EV"),
  },
  {
    name: "admin-import",
    path: "/admin",
    isSignedIn: true,
    isWindow: true,
    act: pressToOpen("Import CSV"),
  },
  {
    name: "admin-delete",
    path: "/admin",
    isSignedIn: true,
    isWindow: true,
    act: pressToOpen(/^Delete /),
  },
  { name: "admin-activity", path: "/admin?view=activity", isSignedIn: true },
  { name: "admin-reviews", path: "/admin?view=reviews", isSignedIn: true },
  { name: "admin-accounts", path: "/admin?view=accounts", isSignedIn: true },
];

export async function screensOf(origin: string): Promise<Screen[]> {
  const cars = await findCars(origin);
  const { rows, long } = cars;
  return [
    ...homeScreens(cars),
    ...evScreens(cars),
    { name: "compare", path: `/compare?ev=${rows.join(",")}` },
    { name: "compare-none", path: "/compare" },
    { name: "compare-long-names", path: `/compare?ev=${long?.trim.rowId},${rows.join(",")}` },
    ...OTHER_SCREENS,
    ...ADMIN_SCREENS,
  ];
}

export const EMPTY_SCREENS: readonly Screen[] = [
  { name: "empty-home", path: "/" },
  { name: "empty-compare", path: "/compare" },
  { name: "empty-admin", path: "/admin", isSignedIn: true },
];
