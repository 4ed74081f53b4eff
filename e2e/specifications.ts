import type { Page } from "@playwright/test";

/** Opens the groups of figures that are collapsed on a phone. */
export async function unfoldSpecifications(page: Page): Promise<void> {
  const region = page.getByRole("region", { name: "Specifications" });
  const folded = region.locator("details:not([open]) > summary");
  while ((await folded.count()) > 0) await folded.first().click();
}
