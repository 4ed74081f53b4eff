/**
 * Takes pictures of the built product in three widths and both themes:
 * `node scripts/screenshots.ts [folder]`; without a folder it renews the README's picture only.
 * Needs `npm run build` before.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { type Browser, chromium } from "@playwright/test";

import { launchOptions } from "../e2e/chromium.ts";
import { startSite } from "../e2e/site.ts";

const README_PICTURE = "docs/screenshot.png";
const SCREENS = { home: "/", compare: "/compare", ai: "/ai", "not-found": "/no-such-page" };
const WIDTHS_PX = [375, 768, 1440];
const THEMES = ["light", "dark"] as const;

interface Shot {
  url: string;
  file: string;
  width: number;
  theme: (typeof THEMES)[number];
  isWhole: boolean;
}

async function take(browser: Browser, { url, file, width, theme, isWhole }: Shot): Promise<void> {
  const page = await browser.newPage({
    viewport: { width, height: 900 },
    colorScheme: theme,
    reducedMotion: "reduce",
  });
  await page.goto(url, { waitUntil: "networkidle" });
  await page.screenshot({ path: file, fullPage: isWhole });
  await page.close();
  console.log(file);
}

const folder = process.argv[2];
const site = await startSite();
const browser = await chromium.launch(launchOptions());
try {
  if (folder) {
    await mkdir(folder, { recursive: true });
    // The list call gives the address of an actual vehicle, whatever the catalogue holds.
    const response = await fetch(`${site.origin}/api/evs?limit=1`);
    const [first] = (await response.json()) as { ev: { id: number } }[]; // the shape of §7
    const screens = { ...SCREENS, ...(first && { ev: `/ev/${first.ev.id}` }) };
    for (const [name, path] of Object.entries(screens)) {
      for (const width of WIDTHS_PX) {
        for (const theme of THEMES) {
          const file = join(folder, `${name}-${width}-${theme}.png`);
          await take(browser, { url: site.origin + path, file, width, theme, isWhole: true });
        }
      }
    }
  } else {
    const shot = { file: README_PICTURE, width: 1440, theme: "light", isWhole: false } as const;
    await take(browser, { url: site.origin, ...shot });
  }
} finally {
  await browser.close();
  await site.stop();
}
