/**
 * Takes screenshots of the built app at four widths and in both themes. `node scripts/screenshots.ts [folder
 * [pattern]]` takes all of them, or those whose file names match the regular expression, such as `ev.*dark`.
 * Without a folder, it updates only the README's picture. Run `npm run build` first.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";

import { launchOptions } from "../e2e/chromium.ts";
import { ADMINISTRATOR, startSite } from "../e2e/site.ts";
import { addExamples, EMPTY_SCREENS, type Screen, screensOf } from "./screens.ts";

const README_PICTURE = "docs/screenshot.png";
const WIDTHS_PX = [375, 768, 1440, 1920];
const THEMES = ["light", "dark"] as const;
/** for one step of a visitor */
const ACT_MS = 5_000;
/** for one screenshot on a busy machine */
const PICTURE_MS = 30_000;
async function signIn(context: BrowserContext, origin: string): Promise<void> {
  await context.request.post(`${origin}/api/login`, { data: ADMINISTRATOR });
}

/** Where screenshots go, and which ones to take. */
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
        javaScriptEnabled: !screen.isWithoutScripts,
      });
      if (screen.isSignedIn) await signIn(context, origin);
      context.setDefaultTimeout(ACT_MS);
      const page = await context.newPage();
      await page.goto(origin + screen.path, { waitUntil: "networkidle" });
      await screen.act?.(page).catch((error: unknown) => console.warn(screen.name, String(error)));
      const file = join(folder, name);
      if (!screen.isWindow && !screen.isWithoutScripts) await comeToAll(page);
      await page.screenshot({ path: file, fullPage: !screen.isWindow, timeout: PICTURE_MS });
      await context.close();
      console.log(file);
    }
  }
}

/** Scrolls through the whole page, so that everything that loads late is there. */
async function comeToAll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
      scrollTo(0, y);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    scrollTo(0, 0);
  });
  await page.waitForLoadState("networkidle");
}

async function takeAll(browser: Browser, pictures: Pictures): Promise<void> {
  await mkdir(pictures.folder, { recursive: true });
  const full = await startSite();
  try {
    const context = await browser.newContext();
    await signIn(context, full.origin);
    await addExamples(context.request, full.origin);
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
