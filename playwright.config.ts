import { defineConfig, devices } from "@playwright/test";

import { findFirefox, findWebKit } from "./browsers/programs.ts";
import { launchOptions } from "./e2e/chromium.ts";

/** Driven by themselves where they are installed: see docs/browsers.md. */
const OTHERS = [
  { name: "firefox", isThere: findFirefox() !== undefined },
  { name: "webkit", isThere: findWebKit() !== undefined },
].filter(({ isThere }) => isThere);

/** `scripts/test.ts` reads the failed tests from it. */
const report = process.env["TEST_REPORT"];

/**
 * Tests of one size only carry `@desktop` or `@phone` in their title or tags. Those of the main journeys
 * have `@main` in their title and run with `npm test`, at the size of a desktop; `@main-phone` runs on
 * the phone as well, where the screen differs. All others run with `npm run test:all`.
 */
export default defineConfig({
  testDir: "e2e",
  testMatch: "*.spec.ts",
  outputDir: "test-results",
  forbidOnly: true,
  // Another try keeps a busy machine from refusing a change; the report names what needed it.
  retries: process.env["CI"] ? 2 : 0,
  workers: 2,
  // Three times what the slowest take on a slow machine; nothing waits so long for what is there.
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
    // Recording every test costs a third of the run; ask for it with --trace on.
    trace: "off",
    screenshot: "only-on-failure",
  },
  projects: [
    ...OTHERS.map(({ name }) => ({ name, testDir: "browsers" })),
    {
      name: "desktop",
      grepInvert: /@phone/,
      use: { ...devices["Desktop Chrome"], viewport: { width: 1440, height: 900 } },
    },
    {
      name: "phone",
      grepInvert: /@desktop/,
      // What does not depend on the size is tested once.
      testIgnore: /(discover-(address|storage|states)|ev-detail-document|live|pictures)\.spec\.ts/,
      use: {
        ...devices["Pixel 7"],
        viewport: { width: 375, height: 812 },
        screen: { width: 375, height: 812 },
      },
    },
  ],
});
