import type { Page } from "@playwright/test";
import type { EvRow } from "../src/domain/vehicle.ts";
import { expect, expectAccessible, pressFirst, signIn, test } from "./fixtures.ts";
import { entriesOf, modelOf, readRows } from "./dashboard.ts";

async function firstRow(page: Page): Promise<EvRow> {
  const [row] = (await readRows(page.request, "lucid")).evs;
  if (!row) throw new Error("The starter catalogue has a Lucid.");
  return row;
}

/** Writes a review of the row's trim, flagged by the given number of visitors. */
async function review(page: Page, row: EvRow, userName: string, flags: number): Promise<void> {
  const answer = await page.request.post(`/api/evs/${await modelOf(page.request, row)}/reviews`, {
    data: { userName, rating: 2, comment: `${userName} says <b>no</b>.\nTwice.`, rowId: row.id },
  });
  const { id } = (await answer.json()) as { id: number };
  for (let flag = 0; flag < flags; flag++) {
    // Every request without a cookie counts as another visitor.
    await fetch(new URL(`/api/reviews/${id}/flag`, page.url()), { method: "POST" });
  }
}

test("flagged reviews are kept or removed, and leave a trace @desktop", async ({ page }) => {
  await signIn(page);
  await page.goto("/admin?view=reviews");
  await expect(page.getByText("No reviews to check")).toBeVisible();
  await expectAccessible(page);

  const row = await firstRow(page);
  await review(page, row, "Nobody Flagged", 0);
  await review(page, row, "Rude Rudi", 2);
  await review(page, row, "Good Gert", 1);
  await page.reload();
  const list = page.getByRole("list", { name: "Flagged reviews" });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expect(list.getByRole("listitem").first()).toContainText("Rude Rudi");
  await expect(list.getByRole("listitem").first()).toContainText("2 flags");
  await expect(list.getByText("Rude Rudi says <b>no</b>.")).toBeVisible();
  await expectAccessible(page);

  await list.getByRole("button", { name: "Remove the review by Rude Rudi" }).click();
  const question = page.getByRole("alertdialog", { name: "Remove this review?" });
  await expect(question).toContainText("cannot be undone");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await list.getByRole("button", { name: "Remove the review by Rude Rudi" }).press("Enter");
  await question.getByRole("button", { name: "Remove" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await expect(page.getByRole("heading", { name: "Reviews" })).toBeFocused();

  await list.getByRole("button", { name: "Keep the review by Good Gert" }).click();
  await expect(page.getByText("No reviews to check")).toBeVisible();
  await page.getByRole("button", { name: "All reviews" }).click();
  const all = page.getByRole("list", { name: "All reviews" });
  await expect(all.getByRole("listitem")).toHaveCount(2);
  await pressFirst(all, `${row.make} ${row.model}`, "link");
  await expect(page.getByText("Good Gert says")).toBeVisible();
  await expect(page.getByText("Rude Rudi says")).toHaveCount(0);

  await page.goto("/admin?view=activity");
  const removed = entriesOf(page).filter({ hasText: "removed Rude Rudi's review" });
  await expect(removed.getByText("Rude Rudi says <b>no</b>.")).toBeVisible();
});

test("the activity shows old values, to type again @desktop", async ({ page, allowConsole }) => {
  allowConsole(/^Failed to load resource/);
  await test.step("it says so and can be read again", async () => {
    await signIn(page);
    await page.route("**/api/activity*", (route) => route.fulfill({ status: 503, body: "" }));
    await page.goto("/admin?view=activity");
    await expect(page.getByText("The activity could not be loaded.")).toBeVisible();
    await expectAccessible(page);
    await page.unroute("**/api/activity*");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("The activity could not be loaded.")).toHaveCount(0);
  });
  const row = await firstRow(page);
  await page.request.put(`/api/evs/${row.id}`, { data: { price: 123456, zeroToSixty: null } });
  for (let price = 1; price <= 50; price++) {
    await page.request.put(`/api/evs/${row.id}`, { data: { price } });
  }
  await page.request.delete(`/api/evs/${row.id}`);
  await page.reload();
  const changes = entriesOf(page);
  const deleted = changes.first();
  await expect(deleted).toContainText(`admin · deleted`);
  await expect(deleted.getByText(`Trim: ${row.trim}`)).toBeVisible();
  await expect(changes.getByText("$49 → $50")).toBeVisible();
  await expectAccessible(page);

  await expect(changes.getByText("$123,456")).toHaveCount(0);
  await page.getByRole("button", { name: "Show earlier changes" }).click();
  await expect(changes.getByText("→ $1", { exact: false }).last()).toBeVisible();
  await changes.getByRole("button", { name: /Price and 0-60/ }).click();
  await expect(changes.getByText(/^Price: .* → \$123,456$/)).toBeVisible();
});
