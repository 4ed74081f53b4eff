import { defineConfig, devices } from "@playwright/test";

import { findFirefox, findWebKit } from "./browsers/programs.ts";
import { launchOptions } from "./e2e/chromium.ts";

/** Browsers that are tested by programs of their own where they are installed; see docs/browsers.md. */
const OTHERS = [
  { name: "firefox", isThere: findFirefox() !== undefined },
  { name: "webkit", isThere: findWebKit() !== undefined },
].filter(({ isThere }) => isThere);

/** Tests read what a button has copied. */
const CLIPBOARD = ["clipboard-read", "clipboard-write"];

/** `scripts/test.ts` reads the failed tests from this report. */
const report = process.env["TEST_REPORT"];

/**
 * Tests for only one size carry `@desktop` or `@phone` in their title or tags. The main journeys have `@main`
 * in their title and run with `npm test` at desktop size; `@main-phone` also runs on the phone, where the
 * screen differs. All other tests run with `npm run test:all`.
 */
export default defineConfig({
  testDir: "e2e",
  testMatch: "*.spec.ts",
  outputDir: "test-results",
  forbidOnly: true,
  // Retries keep a busy machine from rejecting a change; the report names the tests that needed one.
  retries: process.env["CI"] ? 2 : 0,
  workers: 2,
  // Three times what the slowest tests take on a slow machine; no test waits this long for something that is
  // there.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [
    [process.env["CI"] ? "list" : "line"],
    ...(report ? [["json", { outputFile: report }] as const] : []),
  ],
  use: {
    launchOptions: launchOptions(),
    locale: "en-US",
    timezoneId: "UTC",
    // Recording every test takes a third longer; use --trace on when you need it.
    trace: "off",
    screenshot: "only-on-failure",
  },
  projects: [
    ...OTHERS.map(({ name }) => ({ name, testDir: "browsers" })),
    {
      name: "desktop",
      grepInvert: /@phone/,
      use: {
        ...devices["Desktop Chrome"],
        viewport: { width: 1440, height: 900 },
        permissions: CLIPBOARD,
      },
    },
    {
      name: "phone",
      grepInvert: /@desktop/,
      // Tests that do not depend on the window size run once.
      testIgnore: /(discover-(address|storage|states)|ev-detail-document|live|pictures)\.spec\.ts/,
      use: {
        ...devices["Pixel 7"],
        viewport: { width: 375, height: 812 },
        screen: { width: 375, height: 812 },
        permissions: CLIPBOARD,
      },
    },
  ],
});
