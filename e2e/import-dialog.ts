import type { Page } from "@playwright/test";

import { expect, noticeOf, signIn } from "./fixtures.ts";

export const HEADER = "make,model,trim,year,bodyType,price";

export async function openImport(page: Page) {
  await signIn(page);
  await page.goto("/admin");
  await page.getByRole("button", { name: "Import CSV" }).click();
  const dialog = page.getByRole("dialog", { name: "Upload EVs from CSV" });
  await expect(dialog).toBeVisible();
  const file = dialog.getByLabel("CSV file");
  // Checks the file, or the rows once its columns are shown.
  const upload = dialog.getByRole("button", { name: /^Check (file|rows)$/ });
  const choose = (name: string, lines: readonly string[], mimeType = "text/csv") =>
    file.setInputFiles({ name, mimeType, buffer: Buffer.from(`${lines.join("\n")}\n`) });
  return {
    dialog,
    file,
    upload,
    choose,
    stored: dialog.getByRole("region", { name: "New EVs as stored" }),
    step: (name: string) =>
      dialog.getByRole("listitem").filter({ hasText: new RegExp(`^${name}`) }),
    toast: noticeOf(page),
    count: (label: string) =>
      dialog.locator("dl > div").filter({ hasText: label }).getByRole("definition"),
    async check(...chosen: Parameters<typeof choose>) {
      await choose(...chosen);
      await upload.click();
    },
  };
}
