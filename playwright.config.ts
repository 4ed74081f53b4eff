import { defineConfig, devices } from "@playwright/test";

import { launchOptions } from "./e2e/chromium.ts";

/** Tests of one size only carry `@desktop` or `@phone` in their title or tags. */
export default defineConfig({
  testDir: "e2e",
  testMatch: "*.spec.ts",
  outputDir: "test-results",
  forbidOnly: true,
  // A second try keeps a busy machine from refusing a change; the report names what needed it.
  retries: process.env["CI"] ? 1 : 0,
  workers: 2,
  timeout: 30_000,
  expect: { timeout: 10_000 },
  reporter: process.env["CI"] ? [["list"]] : [["line"]],
  use: {
    launchOptions: launchOptions(),
    locale: "en-US",
    timezoneId: "UTC",
    // Recording every test costs a third of the run; ask for it with --trace on.
    trace: "off",
    screenshot: "only-on-failure",
  },
  projects: [
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
