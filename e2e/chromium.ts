import { existsSync } from "node:fs";

/** The same browser without a window system needs a third less CPU time. */
const HEADLESS = "/usr/bin/chromium-headless-shell";
const USUAL_PATHS = [
  HEADLESS,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:/Program Files/Google/Chrome/Application/chrome.exe",
];

/** Keeps the browser from making requests of its own. */
const QUIET = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-gpu",
  "--no-first-run",
  "--disable-quic",
];

/** The browser to test with: `CHROMIUM_PATH`, else an installed Chromium or Chrome, if any. */
export function findChromium(): string | undefined {
  const chosen = process.env["CHROMIUM_PATH"];
  return (chosen ? [chosen] : USUAL_PATHS).find((path) => existsSync(path));
}

/** Whether the tests run in the cheaper headless shell. */
export const isHeadlessShell = (program: string | undefined) => program === HEADLESS;

/** Launch options for every browser of this project. Chromium's sandbox refuses to run as root. */
export function launchOptions(): { executablePath?: string; args: string[] } {
  const executablePath = findChromium();
  return {
    ...(executablePath && { executablePath }),
    args: process.getuid?.() === 0 ? [...QUIET, "--no-sandbox"] : QUIET,
  };
}
