import type { Locator, Page } from "@playwright/test";

import { comeTo, expect, noticeOf, readClipboard, test } from "./fixtures.ts";
import { openRanking } from "./ranking.ts";

/** Presses Tab or Shift+Tab until the wanted element is focused. */
async function tabTo(page: Page, wanted: Locator, key = "Tab", most = 200): Promise<void> {
  for (let pressed = 0; pressed < most; pressed++) {
    if (await wanted.evaluateAll((nodes) => nodes.some((node) => node === document.activeElement)))
      return;
    await page.keyboard.press(key);
  }
  throw new Error(`${String(wanted)} is not reached by ${key}.`);
}

/** Acts like a visitor without a mouse: no clicks, no pointer, and no focus set by the test. */
test("a posted review and a shared comparison, by keyboard alone @desktop", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openRanking(page);
  const main = page.getByRole("main");
  const toast = noticeOf(page);

  // Open the leader's dialog, vote, and get the focus back.
  const leader = main.getByRole("list", { name: "Top 5" }).getByRole("heading").first();
  const name = await leader.innerText();
  await tabTo(page, leader.getByRole("link"));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name });
  await expect(dialog).toBeVisible();
  await tabTo(page, dialog.getByRole("button", { name: `Upvote ${name}` }));
  await page.keyboard.press("Space");
  await expect(toast).toContainText(`Successfully upvoted ${name}`);
  // The first Escape closes the notification.
  await page.keyboard.press("Escape");
  await expect(toast).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(leader.getByRole("link")).toBeFocused();

  await page.keyboard.press("Tab");
  await expect(page.locator(":focus")).toHaveText(/reviews?(?: yet)? of the/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  const reviews = page.locator("#reviews");
  await tabTo(page, reviews.getByRole("button", { name: "Write a review" }));
  await page.keyboard.press("Enter");
  await expect(reviews.getByLabel("Name")).toBeFocused();
  await page.keyboard.type("Keyboard");
  await page.keyboard.press("Tab");
  await expect(reviews.getByRole("radio", { name: "1 star" })).toBeFocused();
  await page.keyboard.press("Space");
  for (let step = 1; step < 4; step++) await page.keyboard.press("ArrowRight");
  await expect(reviews.getByRole("radio", { name: "4 stars" })).toBeChecked();
  await tabTo(page, reviews.getByLabel("Comment"), "Tab", 4);
  await page.keyboard.type("Typed without a mouse.");
  await tabTo(page, reviews.getByRole("button", { name: "Submit review" }), "Tab", 3);
  await page.keyboard.press("Enter");
  await expect(toast).toContainText("Your review has been submitted successfully!");
  const first = reviews.getByRole("list", { name: "Reviews", exact: true }).getByRole("listitem");
  await expect(first.first()).toBeFocused();
  await expect(first.first()).toContainText("Typed without a mouse.");

  // Go back, add the first card of the list to the comparison, and share the comparison.
  await tabTo(page, page.getByRole("link", { name: "Back to Showcase" }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Rankings" })).toBeVisible();
  await comeTo(page.locator("#database"));
  const cards = page.getByRole("region", { name: "Electric vehicles" }).getByRole("article");
  const tray = page.getByRole("region", { name: "Your comparison" });
  for (const card of [cards.nth(0), cards.nth(1)]) {
    const back = tray.getByRole("button", { name: "Back to the list" });
    if (await back.isVisible()) {
      await tabTo(page, back, "Tab", 5);
      await page.keyboard.press("Enter");
    }
    await tabTo(page, card.getByRole("button", { name: /^Compare / }).first());
    await page.keyboard.press("Enter");
    await expect(tray).toBeFocused();
    await expect(tray).toHaveAccessibleDescription(/ is now first in the comparison[.]$/);
  }
  await tabTo(page, tray.getByRole("link", { name: "Full comparison" }), "Tab", 5);
  await page.keyboard.press("Enter");
  await expect(page.getByText("2 of 3 selected")).toBeVisible();
  await tabTo(page, page.getByRole("button", { name: "Copy link" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("Link copied", { exact: true })).toBeVisible();
  expect(await readClipboard(page)).toMatch(/\/compare\?ev=\d+,\d+$/);

  // Read the costs of the two, with one figure changed.
  const costs = page.getByRole("link", { name: "See costs for your state" });
  await tabTo(page, costs, "Shift+Tab");
  await page.keyboard.press("Enter");
  const savings = page.locator("#saving");
  await expect(savings).toBeFocused();
  await comeTo(savings);
  await tabTo(page, savings.getByRole("textbox", { name: "Miles per year" }));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("15000");
  await expect(savings.locator("[data-saves]")).toHaveCount(2);
  const share = savings.getByRole("button", { name: "Copy link" });
  await tabTo(page, share);
  await page.keyboard.press("Enter");
  await expect(toast.filter({ hasText: "Link copied" }).first()).toBeVisible();
  const shared = await readClipboard(page);
  expect(shared).toMatch(/[?&]saveEv=\d+,\d+&saveMiles=15000#savings-result$/);
});
