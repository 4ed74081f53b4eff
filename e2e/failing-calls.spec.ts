import type { Locator, Page, Route } from "@playwright/test";

import { comeTo, expect, test } from "./fixtures.ts";

type Fail = (route: Route) => Promise<void>;

/** No page shows a status code, markup or a parser's message for what a call answers (everywhere.md#waiting). */
const FAILURES: readonly [how: string, fail: Fail][] = [
  ["503 by a proxy", (route) => route.fulfill({ status: 503, body: "upstream connect error" })],
  ["HTML for JSON", (route) => route.fulfill({ body: "<!doctype html><title>Sign in</title>" })],
  ["the network gone", (route) => route.abort()],
];
const RAW =
  /\b[45]\d\d:|\b50[0-4]\b|Internal Server|Bad Gateway|Unavailable|upstream|Unexpected|JSON|undefined|\[object|Error:|<\w|fetch/;

async function expectWords(page: Page, title: string): Promise<void> {
  const alert = page.getByRole("alert").filter({ hasText: title });
  await expect(alert.first()).toBeVisible();
  await expect(alert.getByRole("button", { name: "Try again" }).first()).toBeVisible();
  expect((await page.getByRole("alert").allInnerTexts()).join("\n")).not.toMatch(RAW);
}

/** Makes calls fail once the page that was opened shows that it is loading. */
async function failWhileLoading(
  page: Page,
  { fail, press, loading }: { fail: Fail; press: Locator; loading: string },
): Promise<void> {
  const isLoading = Promise.withResolvers<void>();
  await page.route("**/api/**", async (route) => {
    if (new URL(route.request().url()).pathname === "/api/events") return route.continue();
    await isLoading.promise;
    return fail(route);
  });
  await press.click();
  await expect(page.getByText(loading).first()).toBeVisible();
  isLoading.resolve();
}

test.beforeEach(({ allowConsole }) => allowConsole(/^Failed to load resource|could not be loaded/));

for (const [how, fail] of FAILURES) {
  test(`pages say in words that a call failed: ${how} @desktop`, async ({ page }) => {
    await page.goto("/ai");
    const navigation = page.getByRole("navigation");

    await test.step("home", async () => {
      const press = navigation.getByRole("link", { name: "EVs", exact: true });
      await failWhileLoading(page, { fail, press, loading: "Loading EVs..." });
      await expectWords(page, "The ranking could not be loaded.");
      await comeTo(page.locator("#database"));
      await expectWords(page, "The vehicles could not be loaded.");
      await page.unrouteAll();
    });

    await test.step("comparison", async () => {
      await page.goto("/no/such/page");
      const press = page.getByRole("link", { name: "Compare EVs" });
      await failWhileLoading(page, { fail, press, loading: "Loading vehicles..." });
      await expectWords(page, "Error loading vehicles. Please try again later.");
      await page.unrouteAll();
    });

    await test.step("vehicle", async () => {
      await page.goto("/");
      const press = page.getByRole("list", { name: "Top 5" }).getByRole("link", { name: /review/ });
      const loading = "Loading vehicle details...";
      await failWhileLoading(page, { fail, press: press.first(), loading });
      await expectWords(page, "This vehicle could not be loaded.");
      await page.unrouteAll();
      await page.getByRole("alert").getByRole("button", { name: "Try again" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    });
  });
}
