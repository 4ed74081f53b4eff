/**
 * Takes pictures of the built product in four widths and both themes:
 * `node scripts/screenshots.ts [folder [pattern]]` takes those whose file names match the regular
 * expression, such as `ev.*dark`, or all; without a folder it renews the README's picture only.
 * Needs `npm run build` before.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";

import { launchOptions } from "../e2e/chromium.ts";
import { ADMINISTRATOR, startSite } from "../e2e/site.ts";

const README_PICTURE = "docs/screenshot.png";
const WIDTHS_PX = [375, 768, 1440, 1920];
const THEMES = ["light", "dark"] as const;
/** for one step of a visitor */
const ACT_MS = 5_000;
const LATE_MS = 2_000;
/** As long as the form lets it be, without a place to break. */
const LONG_CAR = {
  make: "Automobilfabrik".repeat(4),
  model: "Donaudampfschifffahrt".repeat(3) + " Elektro 12345",
  trim: "Long Range ".repeat(6) + "Launchedition".repeat(4),
  year: 2026,
  bodyType: "SUV",
  price: 9_999_999,
  range: 2_000,
};

interface Screen {
  /** begins with the site that it is of: `empty`, else the starter catalogue */
  name: string;
  path: string;
  isSignedIn?: true;
  /** what a visitor does before the picture is taken */
  act?: (page: Page) => Promise<void>;
}

async function screensOf(origin: string): Promise<Screen[]> {
  const list = await fetch(`${origin}/api/evs`);
  const entries = (await list.json()) as {
    ev: { id: number; make: string };
    trim: { rowId: number };
  }[]; // the shape of §7
  const first = entries.filter(
    ({ ev }, at) => ev.make !== LONG_CAR.make && ev.id !== entries[at - 1]?.ev.id,
  );
  const rows = first.slice(0, 3).map(({ trim }) => trim.rowId);
  const many = entries.find(({ ev }) => entries.filter((one) => one.ev.id === ev.id).length > 6);
  const long = entries.find(({ ev }) => ev.make === LONG_CAR.make);
  return [
    { name: "home", path: "/" },
    {
      name: "home-again",
      path: `/ev/${many?.ev.id}`,
      async act(page) {
        await page.getByRole("button", { name: /^Save/ }).first().click();
        await page
          .getByRole("button", { name: /^(Add|Compare)/ })
          .first()
          .click();
        await page.goto(origin, { waitUntil: "networkidle" });
      },
    },
    { name: "home-nothing-found", path: "/?search=hundai" },
    {
      name: "home-filters",
      path: "/",
      // Of a phone; on a wider screen they stand beside the list.
      act: (page) => page.getByRole("button", { name: /^Filters/ }).click(),
    },
    { name: "home-long-names", path: `/?search=Automobil&ev=${long?.trim.rowId}` },
    { name: "ev", path: `/ev/${first[0]?.ev.id}` },
    { name: "ev-many-trims", path: `/ev/${many?.ev.id}` },
    { name: "ev-long-names", path: `/ev/${long?.ev.id}` },
    { name: "ev-unknown", path: "/ev/987654321" },
    {
      name: "ev-error",
      path: "/",
      async act(page) {
        // Sooner the page before would stay, with a toast.
        await page.route(/api\/evs\/\d+$/, async (route) => {
          await setTimeout(LATE_MS);
          await route.fulfill({ status: 503 });
        });
        await page.locator("#database").scrollIntoViewIfNeeded();
        await page.waitForLoadState("networkidle");
        await page.getByRole("link", { name: "Lucid Air" }).first().click();
        await page.getByRole("alert").waitFor();
      },
    },
    { name: "compare", path: `/compare?ev=${rows.join(",")}` },
    { name: "compare-none", path: "/compare" },
    { name: "compare-long-names", path: `/compare?ev=${long?.trim.rowId},${rows.join(",")}` },
    { name: "ai", path: "/ai" },
    { name: "not-found", path: "/no-such-page" },
    { name: "auth", path: "/auth" },
    { name: "admin", path: "/admin", isSignedIn: true },
  ];
}

const EMPTY_SCREENS: readonly Screen[] = [
  { name: "empty-home", path: "/" },
  { name: "empty-compare", path: "/compare" },
  { name: "empty-admin", path: "/admin", isSignedIn: true },
];

async function signIn(context: BrowserContext, origin: string): Promise<void> {
  await context.request.post(`${origin}/api/login`, { data: ADMINISTRATOR });
}

/** where its pictures go, and which of them are wanted */
interface Pictures {
  folder: string;
  asked: RegExp;
}

async function take(browser: Browser, origin: string, screen: Screen, { folder, asked }: Pictures) {
  for (const width of WIDTHS_PX) {
    for (const theme of THEMES) {
      const name = `${screen.name}-${width}-${theme}.png`;
      if (!asked.test(name)) continue;
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        colorScheme: theme,
        reducedMotion: "reduce",
      });
      if (screen.isSignedIn) await signIn(context, origin);
      context.setDefaultTimeout(ACT_MS);
      const page = await context.newPage();
      await page.goto(origin + screen.path, { waitUntil: "networkidle" });
      await screen.act?.(page).catch((error: unknown) => console.warn(screen.name, String(error)));
      const file = join(folder, name);
      await page.screenshot({ path: file, fullPage: true });
      await context.close();
      console.log(file);
    }
  }
}

async function takeAll(browser: Browser, pictures: Pictures): Promise<void> {
  await mkdir(pictures.folder, { recursive: true });
  const full = await startSite();
  try {
    const context = await browser.newContext();
    await signIn(context, full.origin);
    const added = await context.request.post(`${full.origin}/api/evs`, { data: LONG_CAR });
    if (!added.ok()) throw new Error(await added.text());
    await context.close();
    for (const screen of await screensOf(full.origin)) {
      await take(browser, full.origin, screen, pictures);
    }
  } finally {
    await full.stop();
  }
  const empty = await startSite({ STARTER_CATALOGUE: "false" });
  try {
    for (const screen of EMPTY_SCREENS) await take(browser, empty.origin, screen, pictures);
  } finally {
    await empty.stop();
  }
}

async function takeReadmePicture(browser: Browser): Promise<void> {
  const site = await startSite();
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(site.origin, { waitUntil: "networkidle" });
  await page.screenshot({ path: README_PICTURE });
  await site.stop();
}

const [folder, pattern = ""] = process.argv.slice(2);
const browser = await chromium.launch(launchOptions());
try {
  if (folder) await takeAll(browser, { folder, asked: new RegExp(pattern) });
  else await takeReadmePicture(browser);
} finally {
  await browser.close();
}
