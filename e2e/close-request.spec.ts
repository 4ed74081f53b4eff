import type { Page } from "@playwright/test";

import { comeTo, expect, expectAccessible, test } from "./fixtures.ts";

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "A car is missing" });
const questionOf = (page: Page) =>
  page.getByRole("alertdialog", { name: "Discard what you typed?" });

async function openDialog(page: Page): Promise<void> {
  await page.getByRole("button", { name: "A car is missing" }).click();
  await expect(dialogOf(page)).toBeVisible();
}

/** Each step presses nothing but Escape, so that the browser has no reason to allow another watcher. */
async function expectOneAtATime(page: Page): Promise<void> {
  await openDialog(page);
  await page.keyboard.press("Escape");
  await expect(dialogOf(page)).toBeHidden();

  await openDialog(page);
  const make = dialogOf(page).getByRole("textbox", { name: "Make" });
  await make.fill("Kia");
  for (let time = 1; time <= 3; time += 1) {
    await page.keyboard.press("Escape");
    await expect(questionOf(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(questionOf(page)).toBeHidden();
    await expect(make).toHaveValue("Kia");
  }
  await page.keyboard.press("Escape");
  await expectAccessible(page, "[role=alertdialog]");
  await questionOf(page).getByRole("button", { name: "Discard" }).click();
  await expect(dialogOf(page)).toBeHidden();
}

test("a close request closes the dialog on top and nothing else @phone", async ({ page }) => {
  await page.goto("/");
  await comeTo(page.getByRole("button", { name: "A car is missing" }));
  // Without a key event the browser's close request is all that the page learns of Escape.
  await page.evaluate(() => {
    addEventListener("keydown", (event) => event.stopImmediatePropagation(), { capture: true });
  });
  await expectOneAtATime(page);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/");
});

for (const how of ["with", "without"]) {
  test(`Escape closes one dialog at a time ${how} close watchers @desktop`, async ({ page }) => {
    if (how === "without") {
      await page.addInitScript(() => Reflect.deleteProperty(globalThis, "CloseWatcher"));
    }
    await page.goto("/");
    await comeTo(page.getByRole("button", { name: "A car is missing" }));
    expect(await page.evaluate(() => "CloseWatcher" in globalThis)).toBe(how === "with");
    await expectOneAtATime(page);
  });
}

test("Escape in a field of a dialog is for the field first @desktop", async ({ page }) => {
  await page.goto("/table");
  await page.getByRole("button", { name: "Filter by Price" }).click();
  const dialog = page.getByRole("dialog", { name: "Filter by Price" });
  const field = dialog.getByRole("textbox", { name: /^Maximum price/ });
  const before = await field.inputValue();
  await field.fill("30");
  await page.keyboard.press("Escape");
  await expect(field).toHaveValue(before);
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});
