import type { Locator, Page } from "@playwright/test";

import { addressOf, slot, someTrims } from "./comparison.ts";
import { LIST_CALL } from "./discover.ts";
import {
  comeTo,
  expect,
  expectAccessible,
  hold,
  press,
  pressFirst,
  test,
  themeOf,
} from "./fixtures.ts";

const section = (page: Page) => page.getByRole("region", { name: "Compare", exact: true });

/** Opens the picker of the first empty slot and selects the first trim that matches. */
async function pick(page: Page, text: string): Promise<string> {
  await pressFirst(section(page), /^Select EV for slot/);
  const dialog = page.getByRole("dialog", { name: "Select EV to Compare" });
  await dialog.getByRole("searchbox").fill(text);
  // The options follow the typed text.
  const found = dialog.getByRole("region", { name: text });
  const trim = found.getByRole("listitem").getByRole("button").first();
  await expect(dialog.getByRole("region").first()).toHaveAccessibleName(new RegExp(text, "i"));
  await expect(trim).toHaveText(/^.+ • (\d+\.\d s|N\/A) • (\d+ mi|N\/A)$/);
  const line = await trim.innerText();
  await trim.click();
  await expect(dialog).toBeHidden();
  return line.split(" • ")[0] ?? "";
}

test("picks trims and compares them in four rows @main @desktop", async ({ page }) => {
  await page.goto("/");
  await comeTo(section(page));
  await expect(section(page).getByText("0 of 3 selected")).toBeVisible();
  const compare = section(page).getByRole("button", { name: "Compare Selected" });
  await expect(compare).toBeDisabled();

  const name = await pick(page, "tesla model y");
  await expect(section(page).getByText("1 of 3 selected")).toBeVisible();
  await expect(section(page).getByRole("listitem").first()).toContainText(name);
  await pick(page, "RIVIAN");
  await expect(section(page).getByText("2 of 3 selected")).toBeVisible();
  await expect(page).toHaveURL(/\/\?ev=\d+,\d+$/);

  await compare.click();
  const dialog = page.getByRole("dialog", { name: "Compare Electric Vehicles" });
  await expect(dialog.getByRole("rowheader")).toHaveText([
    "Price",
    "Range",
    "Fast Charging",
    "Acceleration (0-60)",
  ]);
  await dialog.getByRole("link", { name: "Full comparison" }).click();
  await expect(page).toHaveURL(/\/compare\?ev=\d+,\d+$/);
  await expect(page.getByText("2 of 3 selected")).toBeVisible();
});

test("shows what its address says, also without JavaScript @desktop", async ({ page, plain }) => {
  const [first, second] = await someTrims(page, 2);
  if (!first || !second) throw new Error("The starter catalogue has two Audis.");
  const address = `/?make=Kia&ev=${first.trim.rowId},999999,${second.trim.rowId}`;
  for (const shown of [plain, page]) {
    await shown.goto(address);
    await expect(section(shown).getByText("2 of 3 selected")).toBeVisible();
    const slots = section(shown).getByRole("listitem");
    for (const [at, one] of [first, second].entries()) {
      await expect(slots.nth(at)).toContainText(`${one.ev.make} ${one.ev.model}`);
      await expect(slots.nth(at)).toContainText(one.trim.trim);
    }
    // Choosing a car requires JavaScript.
    await expect(slots).toHaveCount(shown === page ? 3 : 2);
    await expect(section(shown).getByText(/no longer listed/)).toBeVisible();
    // With scripts, the tray leads there.
    const within =
      shown === plain ? section(shown) : shown.getByRole("region", { name: "Your comparison" });
    await expect(within.getByRole("link", { name: "Full comparison" })).toHaveAttribute(
      "href",
      addressOf([first, second]),
    );
  }
});

test("is right at once, however far it is @desktop", async ({ page }) => {
  await page.goto("/");
  await expect(section(page).getByText("0 of 3 selected")).toBeVisible();
  const list = page.getByRole("region", { name: "Electric vehicles" });
  await comeTo(list);
  await expect(section(page)).not.toBeInViewport();
  await pressFirst(list, /^Compare /);
  await expect(section(page).getByText("1 of 3 selected")).toBeVisible();
  await expect(section(page).getByRole("button", { name: /^Remove / })).toHaveCount(1);
  await expect(section(page)).not.toBeInViewport();
  // The stored comparison appears before the section is scrolled to, and Back undoes it there.
  await page.goto("/?quick=fastest");
  await expect(section(page).getByText("1 of 3 selected")).toBeVisible();
  await expect(section(page).getByRole("button", { name: /^Remove / })).toHaveCount(1);
});

test("shares its choice with page, address and tabs @desktop", async ({ page, context }) => {
  const letListCome = await hold(page, LIST_CALL);
  await page.goto("/?quick=fastest");
  await comeTo(section(page));
  await test.step("keeps the focus in its slot and says what the box is for", async () => {
    const first = section(page).getByRole("listitem").first();
    await first.getByRole("button").focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Select EV to Compare" });
    const box = dialog.getByRole("searchbox");
    await expect(box).toHaveAttribute("placeholder", "SEARCH BY MAKE, MODEL, OR TRIM...");
    await expect(dialog.getByText("Loading vehicles...")).toBeVisible();
    await expect(box).toBeFocused();
    await page.keyboard.type("lucid");
    letListCome();
    await expect(dialog.getByRole("region").first()).toHaveAccessibleName(/^Lucid/);
    await dialog.getByRole("listitem").getByRole("button").first().press("Enter");
    await expect(first.getByRole("button", { name: /^Change Lucid/ })).toBeFocused();
    await first.getByRole("button", { name: /^Remove Lucid/ }).press("Enter");
    await expect(first.getByRole("button", { name: "Select EV for slot 1" })).toBeFocused();
  });
  await pick(page, "kia");
  await expect(page).toHaveURL(/quick=fastest&ev=\d+$/);
  await page.goBack();
  await expect(section(page).getByText("0 of 3 selected")).toBeVisible();
  await expect(page).toHaveURL("/?quick=fastest");
  await page.goForward();
  await expect(section(page).getByText("1 of 3 selected")).toBeVisible();
  const other = await context.newPage();
  await other.goto("/compare");
  await expect(other.getByText("1 of 3 selected")).toBeVisible();
  await expect(other).toHaveURL(/\/compare\?ev=\d+$/);
  await press(slot(other, 1), /^Remove/);
  await expect(section(page).getByText("0 of 3 selected")).toBeVisible();
  await expect(page).toHaveURL("/?quick=fastest");
});

test("puts a trim of the list first and scrolls to the top @desktop", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  await comeTo(page.locator("#database"));
  const cards = page.getByRole("region", { name: "Electric vehicles" }).getByRole("article");
  const dialog = page.getByRole("dialog");
  const compareIn = (part: Locator) => part.getByRole("button", { name: /^Compare / });
  await cards.nth(2).getByRole("heading").getByRole("link").click();
  // Press Compare on a card's trim, on one of its other trims and on a row of the model's dialog.
  for (const button of [
    compareIn(dialog.getByRole("row").nth(1)),
    compareIn(cards.nth(0)).first(),
    compareIn(cards.nth(1).getByRole("list")).first(),
  ]) {
    const label = (await button.getAttribute("aria-label")) ?? "";
    await button.click();
    await expect(dialog).toBeHidden();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    // The keyboard continues from what is visible.
    const tray = page.getByRole("region", { name: "Your comparison" });
    await expect(tray).toBeFocused();
    await expect(tray).toHaveAccessibleDescription(
      `${label.replace(/^Compare /, "")} is now first in the comparison.`,
    );
  }
});

test("is accessible with its dialogs", async ({ page }, { project }) => {
  await page.emulateMedia({ colorScheme: themeOf(project), reducedMotion: "reduce" });
  await page.goto("/");
  await comeTo(section(page));
  await pick(page, "audi");
  await section(page).getByRole("button", { name: "Compare Selected" }).click();
  await expect(page.getByRole("dialog", { name: "Compare Electric Vehicles" })).toBeVisible();
  await expectAccessible(page, '[role="dialog"]');
  await page.keyboard.press("Escape");
  await pressFirst(section(page), /^Select EV/);
  await expect(page.getByRole("dialog", { name: "Select EV to Compare" })).toBeVisible();
  await expectAccessible(page, '[role="dialog"]');
  await page.keyboard.press("Escape");
  await expectAccessible(page, "#compare");
});
