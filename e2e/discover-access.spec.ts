import { brandOf, cardsOf, namesOf, openDiscover, openQuickFilters } from "./discover.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: "reduce" } });

    test.beforeEach(() => test.slow());

    test("axe finds nothing on the page", async ({ page }) => {
      await openDiscover(page);
      await expectAccessible(page);
    });

    test("axe finds nothing with filters, banner and dimmed trims", async ({ page }) => {
      await openDiscover(page, "/?minRange=300&maxPrice=80000&drive=AWD&quick=fastest");
      await expect(page.getByRole("region", { name: "Quick filter" })).toBeVisible();
      await expectAccessible(page);
    });

    test("axe finds nothing where nothing matches", async ({ page }) => {
      await openDiscover(page, "/?make=Fiat&minRange=400");
      await expect(page.getByRole("button", { name: /^Without Fiat/ })).toBeVisible();
      await expectAccessible(page);
    });

    test("axe finds nothing with the dialog open", async ({ page }) => {
      await openDiscover(page, "/?search=tesla&drive=RWD");
      await openQuickFilters(page);
      await expectAccessible(page);
    });
  });
}

test("the strict policy is in force", async ({ page }) => {
  const answer = await openDiscover(page);
  const policy = answer?.headers()["content-security-policy"] ?? "";
  const scripts = policy.split(";").find((part) => part.trim().startsWith("script-src "));
  expect(scripts?.trim()).toBe("script-src 'self'");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the page shows 24 vehicles whose links work", async ({ page }) => {
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

  test("brands lead to their models", async ({ page }) => {
    await page.goto("/");
    await brandOf(page, "Polestar").click();
    await expect(page).toHaveURL(/\?make=Polestar$/);
    await expect(namesOf(page)).toHaveText([/^Polestar/, /^Polestar/, /^Polestar/]);
  });
});
