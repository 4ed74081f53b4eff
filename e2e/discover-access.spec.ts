import { brandOf, cardsOf, namesOf, openDiscover, openQuickFilters } from "./discover.ts";
import { expect, expectAccessible, test, themeOf } from "./fixtures.ts";

test("axe finds nothing in any state of Discover", async ({ page }, { project }) => {
  test.slow();
  await page.emulateMedia({ colorScheme: themeOf(project), reducedMotion: "reduce" });
  await openDiscover(page, "/?minRange=300&maxPrice=80000&drive=AWD&quick=fastest");
  await expect(page.getByRole("region", { name: "Quick filter" })).toBeVisible();
  await expectAccessible(page, "#database");
  await openDiscover(page, "/?make=Fiat&minRange=400");
  await expect(page.getByRole("button", { name: /^Without Fiat/ })).toBeVisible();
  await expectAccessible(page, "#database");
  await openQuickFilters(page);
  await expectAccessible(page, '[role="dialog"]');
});

test("the strict policy is in force @desktop", async ({ page }) => {
  const answer = await openDiscover(page);
  const policy = answer?.headers()["content-security-policy"] ?? "";
  const scripts = policy.split(";").find((part) => part.trim().startsWith("script-src "));
  expect(scripts?.trim()).toMatch(/^script-src 'self' 'sha256-[^ ]+'$/);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the page shows 24 vehicles whose links work @desktop", async ({ page }) => {
    await page.goto("/");
    await expect(cardsOf(page)).toHaveCount(24);
    await expect(cardsOf(page).last()).toBeVisible();
    const links = cardsOf(page).getByRole("heading").getByRole("link");
    const addresses = await links.evaluateAll((found) =>
      found.map((link) => link.getAttribute("href") ?? ""),
    );
    expect(new Set(addresses).size).toBe(24);
    for (const address of addresses) {
      expect((await page.request.get(address)).status(), address).toBe(200);
    }
    const name = await namesOf(page).first().innerText();
    await links.first().click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
    await page.getByRole("link", { name: "Back to Showcase" }).click();
    await expect(cardsOf(page)).toHaveCount(24);
  });

  test("brands lead to their models @desktop", async ({ page }) => {
    await page.goto("/");
    await brandOf(page, "Polestar").click();
    await expect(page).toHaveURL(/\?make=Polestar$/);
    await expect(namesOf(page)).toHaveText([/^Polestar/, /^Polestar/, /^Polestar/]);
  });
});
