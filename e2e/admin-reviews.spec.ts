import type { Page } from "@playwright/test";
import { expect, expectAccessible, signIn, test } from "./fixtures.ts";

interface Row {
  id: number;
  make: string;
  model: string;
  trim: string;
}

async function firstRow(page: Page): Promise<Row> {
  const answer = await page.request.get("/api/evs?view=admin&search=lucid&page=1");
  const { evs } = (await answer.json()) as { evs: [Row] };
  return evs[0];
}

/** Writes a review of the row's trim, flagged by the given number of visitors. */
async function review(page: Page, row: Row, userName: string, flags: number): Promise<void> {
  const answer = await page.request.post(`/api/evs/${await modelOf(page, row)}/reviews`, {
    data: { userName, rating: 2, comment: `${userName} says <b>no</b>.\nTwice.`, rowId: row.id },
  });
  const { id } = (await answer.json()) as { id: number };
  for (let flag = 0; flag < flags; flag++) {
    // Every request without a cookie counts as another visitor.
    await fetch(new URL(`/api/reviews/${id}/flag`, page.url()), { method: "POST" });
  }
}

async function modelOf(page: Page, { id }: Row): Promise<number> {
  return ((await (await page.request.get(`/api/evs/${id}`)).json()) as { id: number }).id;
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
  await all
    .getByRole("link", { name: `${row.make} ${row.model}` })
    .first()
    .click();
  await expect(page.getByText("Good Gert says")).toBeVisible();
  await expect(page.getByText("Rude Rudi says")).toHaveCount(0);

  await page.goto("/admin?view=activity");
  const changes = page.getByRole("list", { name: "Changes, the latest first" });
  const removed = changes.getByRole("listitem").filter({ hasText: "removed Rude Rudi's review" });
  await expect(removed.getByText("Rude Rudi says <b>no</b>.")).toBeVisible();
});

test.describe("when it cannot be read at first", () => {
  test.use({ allowedConsole: [/^Failed to load resource/] });

  test("the activity shows old values, to be typed in again @desktop", async ({ page }) => {
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
    const changes = page.getByRole("list", { name: "Changes, the latest first" });
    const deleted = changes.getByRole("listitem").first();
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
});
