import { expect, type Locator, type Page } from "@playwright/test";

/** Opens the list of cars; a press counts only once the section has hydrated. */
export async function openPicker(page: Page, picker: Locator) {
  const dialog = page.getByRole("dialog", { name: "Select EV to Compare" });
  await expect(async () => {
    if (!(await dialog.isVisible())) await picker.click({ timeout: 2_000 });
    await expect(dialog).toBeVisible({ timeout: 2_000 });
  }).toPass();
  return dialog;
}

export async function openSavings(page: Page, search = "") {
  await page.goto(`/${search}`);
  const section = page.locator("#saving");
  await section.scrollIntoViewIfNeeded();
  const picker = section.getByRole("button", { name: /^Electric car: / });
  const dialog = await openPicker(page, picker);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  return { section, picker };
}
