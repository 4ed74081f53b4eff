import {
  cardsOf,
  chipOf,
  chipsOf,
  closeQuickFilters,
  expectMatching,
  expectModels,
  namesOf,
  openDiscover,
  readEntries,
  searchBoxOf,
} from "./discover.ts";
import { expect, hold, test } from "./fixtures.ts";

test("typing, moving and pressing before hydration counts @desktop", async ({ page }) => {
  const release = await hold(page, "**/assets/*.js");
  await page.goto("/", { waitUntil: "commit" });
  const box = page.getByRole("searchbox", { name: "Search make, model or trim" });
  await box.fill("ioniq");
  const thumb = page.getByRole("slider", { name: "Minimum range", exact: true }).first();
  await thumb.fill("260");
  // Press twice, as somebody does who sees no response.
  await page
    .getByRole("button", { name: /^Upvote / })
    .first()
    .click({ clickCount: 2 });
  const range = page.getByRole("button", { name: /^RANGE/ });
  await range.click();
  release();
  await expect(page).toHaveURL(/search=ioniq&minRange=260/);
  await expect(namesOf(page).first()).toContainText("Ioniq", { ignoreCase: true });
  await expect(box).toHaveValue("ioniq");
  await expect(thumb).toHaveValue("260");
  await expect(page.getByText(/^Successfully upvoted /)).toBeVisible();
  await expect(range).toHaveAccessibleName("RANGE shortest first");
});

test("the search selects brands and body types that it names @desktop", async ({ page }) => {
  await openDiscover(page);
  const entries = await readEntries(page);
  const box = await searchBoxOf(page);
  await test.step("text that names a brand becomes a selection, until the text changes", async () => {
    await box.fill("mercedes benz");
    await expectMatching(page, entries, ({ ev }) => ev.make === "Mercedes-Benz");
    await expect(chipsOf(page)).toHaveCount(1);
    await expect(chipOf(page, "Mercedes-Benz")).toBeVisible();
    await box.fill("rivian");
    await expectMatching(page, entries, ({ ev }) => ev.make === "Rivian");
  });
  await test.step("a search without hits leaves no card and names itself", async () => {
    await box.fill("");
    await expect(chipsOf(page)).toHaveCount(0);
    await box.fill("horse carriage");
    await expectModels(page, 0);
    await closeQuickFilters(page);
    await expect(cardsOf(page)).toHaveCount(0);
    await page.getByRole("button", { name: /^Clear “horse carriage”/ }).click();
    await expectMatching(page, entries);
  });
  await test.step("the search is in the page on a desktop", async () => {
    const own = page.getByRole("searchbox", { name: "Search make, model or trim" });
    await expect(own).toBeVisible();
    await page.setViewportSize({ width: 767, height: 900 });
    await expect(own).toBeHidden();
  });
});

test("clearing the text clears brands, and Undo restores them @desktop", async ({ page }) => {
  await openDiscover(page, "/?search=long&make=Tesla,Kia&bodyType=Sedan,SUV");
  const entries = await readEntries(page);
  await expect(chipsOf(page)).toHaveCount(5);
  const box = await searchBoxOf(page);
  await box.locator("..").getByRole("button", { name: "Clear search" }).click();
  await expect(box).toHaveValue("");
  await expectMatching(page, entries);
  const undo = page.getByRole("button", { name: "Undo" });
  await expect(undo).toBeVisible();
  await undo.click();
  await expectMatching(
    page,
    entries,
    ({ ev }) => ["Tesla", "Kia"].includes(ev.make) && ["Sedan", "SUV"].includes(ev.bodyType),
  );
  await expect(box).toHaveValue("");
});
