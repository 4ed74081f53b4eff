import type { Page } from "@playwright/test";

import { findEntry } from "./discover.ts";
import { expect, NOT_FOUND_LINE, test } from "./fixtures.ts";

const modelId = async (page: Page, search: string) => (await findEntry(page, search)).ev.id;

async function structuredData(page: Page) {
  const scripts = page.locator('script[type="application/ld+json"]');
  await expect(scripts).toHaveCount(1);
  return JSON.parse((await scripts.textContent()) ?? "");
}

test.describe("what the page says about itself", () => {
  test.use({ javaScriptEnabled: false });

  test("its head and structured data hold what is known of the trim shown", async ({ page }) => {
    await test.step("title, description and previews", async () => {
      const id = await modelId(page, "Lucid Air Sapphire");
      await page.goto(`/ev/${id}?trimName=sapphire`);
      await expect(page).toHaveTitle("Lucid Air Sapphire AWD · EV Catalogue");
      const content = (name: string) => page.locator(`meta[${name}]`).getAttribute("content");
      const description = await content("name=description");
      expect(description).toContain("Lucid Air Sapphire AWD: 427 miles of range");
      expect(description).toContain("$249,000");
      expect(await content('property="og:title"')).toBe("Lucid Air Sapphire AWD · EV Catalogue");
      expect(await content('property="og:description"')).toBe(description);
      // The server does not know its origin, so it does not invent one (everywhere.md#search-engines).
      expect(await content('property="og:url"')).toBe(`/ev/${id}`);
      await expect(page.locator("link[rel=canonical]")).toHaveCount(0);
    });
    await test.step("structured data of the trim shown", async () => {
      const id = await modelId(page, "Audi Q6 e-tron");
      await page.goto(`/ev/${id}?trim=1`);
      expect(await structuredData(page)).toMatchObject({
        "@context": "https://schema.org",
        "@type": ["Car", "Product"],
        name: "Audi Q6 e-tron",
        url: `/ev/${id}`,
        brand: { "@type": "Brand", name: "Audi" },
        vehicleConfiguration: "Premium quattro",
        vehicleModelDate: "2025",
        vehicleSeatingCapacity: 5,
        offers: {
          "@type": "AggregateOffer",
          lowPrice: 63800,
          highPrice: 65800,
          priceCurrency: "USD",
        },
      });
    });
    await test.step("structured data leaves out what is not known", async () => {
      await page.goto(`/ev/${await modelId(page, "Sierra EV")}?trimName=Elevation%20Standard`);
      const data = await structuredData(page);
      expect(data).not.toHaveProperty("aggregateRating");
      expect(JSON.stringify(data)).not.toContain("null");
    });
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, allowedConsole: [NOT_FOUND_LINE] });

  test("trims, specifications and the way back are there and work @main", async ({ page }) => {
    const id = await modelId(page, "Lucid Air");
    await page.goto(`/ev/${id}?trimName=touring`);
    // Two trims contain the word; the one with the shorter name is the better match.
    await expect(page.getByRole("table", { name: "Range and battery" })).toContainText("431 miles");
    await page
      .getByRole("navigation", { name: "Trims" })
      .getByRole("link", { name: /^Grand Touring AWD/ })
      .click();
    await expect(page).toHaveURL(`/ev/${id}?trim=2&trimName=Grand%20Touring%20AWD`);
    await expect(page.getByRole("table", { name: "Range and battery" })).toContainText("512 miles");
    await expect(page.getByText("Scrolling to top")).toHaveCount(0);
    await expect(page.getByText("with a loan at 7%")).toBeVisible();
    await page.getByRole("link", { name: "Back to Showcase" }).click();
    await page.getByRole("link", { name: "Lucid Air" }).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lucid Air");
  });
});
