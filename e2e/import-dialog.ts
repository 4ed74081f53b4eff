import type { Page } from "@playwright/test";

import { expect, signIn } from "./fixtures.ts";

export const HEADER = "make,model,trim,year,bodyType,price";

export async function openImport(page: Page) {
  await signIn(page);
  await page.goto("/admin");
  await page.getByRole("button", { name: "Import CSV" }).click();
  const dialog = page.getByRole("dialog", { name: /^Upload EVs from/ });
  await expect(dialog).toBeVisible();
  return {
    dialog,
    file: dialog.getByLabel("CSV file"),
    stored: dialog.getByRole("region", { name: "New EVs as stored" }),
    /** checks the file, or the rows once its columns are shown */
    upload: dialog.getByRole("button", { name: /^Check (file|rows)$/ }),
    step: (name: string) =>
      dialog.getByRole("listitem").filter({ hasText: new RegExp(`^${name}`) }),
    toast: page.getByRole("region", { name: /notifications/i }).getByRole("listitem"),
    count: (label: string) =>
      dialog.locator("dl > div").filter({ hasText: label }).getByRole("definition"),
    choose: (name: string, lines: readonly string[], mimeType = "text/csv") => {
      const buffer = Buffer.from(lines.map((line) => `${line}\n`).join(""));
      return dialog.getByLabel("CSV file").setInputFiles({ name, mimeType, buffer });
    },
  };
}
