import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, test, themeOf } from "./fixtures.ts";

/** Swagger UI puts a link into the button of each call. */
const NESTED = "nested-interactive";
/** The button that opens a call, by its operationId. */
const callButton = (page: Page, id: string): Locator =>
  page.locator(`[id$="-${id}"] .opblock-summary-control`);

const DARK = "rgb(13, 17, 25)";

test("the calls are a page, linked from the footer, and open by keyboard", async ({ page }, {
  project,
}) => {
  await page.emulateMedia({ colorScheme: themeOf(project), reducedMotion: "reduce" });
  await page.goto("/ai");
  await page.getByRole("contentinfo").getByRole("link", { name: "API documentation" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "API documentation" })).toBeVisible();
  for (const topic of ["Catalogue", "Votes", "Import and export", "Service"]) {
    await expect(
      page.getByRole("heading", { level: 3, name: new RegExp(`^${topic}`) }),
    ).toBeVisible();
  }

  const call = callButton(page, "getEvHistory");
  await call.focus();
  await page.keyboard.press("Enter");
  await expect(call).toHaveAttribute("aria-expanded", "true");
  await expect(page.locator(".opblock-body")).toContainText("Try it out");
  await expectAccessible(page, "html", NESTED);
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(tooWide, "nothing is wider than the screen").toBe(0);

  await page.getByRole("banner").getByRole("link", { name: "EVs" }).click();
  await expect(page).toHaveURL("/");
});

test("an earlier link to a call or a topic leads to it in the dark theme @desktop", async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem("theme", "dark"));
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.goto("/api/docs?from=here#vote");
  const vote = callButton(page, "vote");
  await expect(vote).toHaveAttribute("aria-expanded", "true");
  await expect(vote).toBeInViewport();
  await expect(page.locator("body")).toHaveCSS("background-color", DARK);
  await expectAccessible(page, "html", NESTED);

  await page.goto("/api/docs");
  await page.goto("/api/docs#import-and-export");
  await page.reload();
  await expect(page.getByRole("heading", { level: 3, name: "Import and export" })).toBeInViewport();
});

test("a call is tried out on the page @desktop", async ({ page }) => {
  await page.goto("/api/docs#countEvs");
  await page.getByRole("button", { name: "Try it out" }).click();
  await page.getByRole("button", { name: "Execute" }).click();
  await expect(page.locator(".live-responses-table")).toContainText("200");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the page lists the calls @desktop", async ({ page }) => {
    await page.goto("/api/docs#vote");
    const vote = page.getByRole("listitem").filter({ hasText: "POST /api/evs/{id}/votes" });
    await expect(vote).toHaveText("POST /api/evs/{id}/votes Vote for a model, once per visitor");
    await expect(vote).toBeInViewport();
    await expect(page.getByRole("link", { name: "OpenAPI 3.1" })).toHaveAttribute(
      "href",
      "/api/openapi.json",
    );
  });
});
