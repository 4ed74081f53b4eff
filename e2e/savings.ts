import { expect, type Page } from "@playwright/test";

/** Scrolls to the section of the home page and waits until it is hydrated. */
export async function openSavings(page: Page, search = "") {
  await page.goto(`/${search}`);
  const section = page.locator("#saving");
  await section.scrollIntoViewIfNeeded();
  // The link to the car is there from the start; the picker opens only after its code has loaded.
  const picker = section.getByRole("combobox", { name: "Electric car", exact: true });
  await expect(async () => {
    await picker.click();
    await expect(picker).toHaveAttribute("aria-expanded", "true", { timeout: 500 });
  }).toPass();
  await picker.press("Escape");
  return { section, picker };
}
