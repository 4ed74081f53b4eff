import { expect, expectAccessible, test, themeOf } from "./fixtures.ts";

test("the calls are a page, linked from the footer, with examples to copy @main", async ({
  page,
  context,
  site,
}, { project }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.emulateMedia({ colorScheme: themeOf(project), reducedMotion: "reduce" });
  await page.goto("/ai");
  await page.getByRole("contentinfo").getByRole("link", { name: "API documentation" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "API documentation" })).toBeVisible();

  await page.getByRole("button", { name: "Copy the example of GET /api/evs/{id}/history" }).click();
  await expect(page.getByRole("status")).toHaveText("Copied");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(`curl '${site.origin}/api/evs/1/history'`);

  await page.goto("/api/docs#vote");
  await expect(page.getByRole("article", { name: "POST /api/evs/{id}/votes" })).toBeInViewport();
  await expectAccessible(page);
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(tooWide, "nothing is wider than the screen").toBe(0);
});
