import type { ReviewsAnswer } from "../src/features/reviews/reviews.schema.ts";
import type { EvRow } from "../src/domain/vehicle.ts";
import { addRow, modelOf } from "./dashboard.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { fill, openForm, parts, takeCar } from "./reviews.ts";
import { ADMINISTRATOR } from "./site.ts";

/** What happens to a typed review when the network, the answer or the trim is missing. */

// Other requests of the page fail too while it is offline.
test("unsent words survive offline @desktop", async ({ page, context, request, allowConsole }) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|^The votes could not be loaded/);
  const car = await takeCar(request, 0, 2);
  await page.goto(`/ev/${car.id}`);
  const { name, comment, stars, form, submit, toast, section, items } = parts(page);
  await fill(page, { name: "Ada", stars: 3, comment: "Kept." });
  await form.getByLabel("Trim").selectOption({ index: 1 });
  await page.reload();
  await expect(submit).toBeEnabled();
  await expect(name).toHaveValue("Ada");
  await expect(stars(3)).toBeChecked();
  await expect(comment).toHaveValue("Kept.");
  await expect(section.getByText("5 / 2,000")).toBeVisible();
  await expect(form.getByLabel("Trim")).toHaveValue(String(car.trims[1]?.rowId));

  const sentence = /You’re offline\. Your review is still here/;
  await context.setOffline(true);
  await submit.click();
  const outcome = form.getByRole("status");
  await expect(outcome).toHaveText(sentence);
  const isSeen = () =>
    outcome.evaluate((said) => {
      const { left, right, bottom } = said.getBoundingClientRect();
      return document.elementFromPoint((left + right) / 2, bottom - 2) === said;
    });
  await expect.poll(isSeen).toBe(true);
  await expect(submit).toBeEnabled();
  await expect(submit).toHaveText("Submit review");
  await expect(comment).toHaveValue("Kept.");
  await expectAccessible(page, "#reviews");
  await context.setOffline(false);
  await submit.click();
  await expect(toast).toContainText("Your review has been submitted successfully!");
  await expect(items).toHaveText([/Kept\./]);
  await openForm(page);
  await expect(form.getByRole("status")).toBeEmpty();
  await expect(comment).toHaveValue("");
  await expect(form.getByLabel("Trim")).toHaveValue(String(car.trims[0]?.rowId));
  const answer = await request.get(`/api/evs/${car.id}/trims/1/reviews`);
  expect((await answer.json()) as ReviewsAnswer).toMatchObject({ total: 1 });

  await page.reload();
  await openForm(page);
  await expect(name).toHaveValue("");
  await expect(comment).toHaveValue("");
});

test("a review without an answer is kept and stands once @desktop", async ({ page, request }) => {
  const car = await takeCar(request, 1);
  await page.clock.install();
  await page.goto(`/ev/${car.id}`);
  const { submit, toast, form, items, comment } = parts(page);
  await fill(page, { name: "Ada", stars: 3, comment: "Perhaps." });
  const calls = `**/api/evs/${car.id}/reviews`;
  // The request arrives, but its answer does not.
  const arrived = Promise.withResolvers<void>();
  await page.route(calls, async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await route.fetch();
    arrived.resolve();
  });
  await submit.click();
  await expect(form.getByRole("button", { name: "Sending..." })).toBeDisabled();
  await arrived.promise;
  await page.clock.fastForward(20_000);
  const sentence = /We couldn’t confirm that your review arrived/;
  await expect(toast).toContainText(sentence);
  await expect(form.getByRole("status")).toHaveText(sentence);
  await expect(submit).toBeEnabled();
  await expect(comment).toHaveValue("Perhaps.");
  // The list has been reloaded by now.
  await expect(items).toHaveText([/Perhaps\./]);
  // Sending it again does not create a second review, even after a reload.
  await page.unroute(calls);
  await page.reload();
  await openForm(page);
  await expect(comment).toHaveValue("Perhaps.");
  await submit.click();
  await expect(toast).toContainText("Your review has been submitted successfully!");
  await expect(form).toBeHidden();
  const answer = await request.get(`/api/evs/${car.id}/reviews`);
  expect((await answer.json()) as ReviewsAnswer).toMatchObject({ total: 1 });
  // Sending the same text again is treated as the same review (reviews.md#own-reviews).
  await fill(page, { name: "Ada", stars: 3, comment: "Perhaps." });
  await submit.click();
  await expect(form).toBeHidden();
  await expect(items).toHaveText([/Perhaps\./]);
});

test("a deleted trim is said to be gone @desktop", async ({ page, guest, request }) => {
  const admin = guest.request;
  expect((await admin.post("/api/login", { data: ADMINISTRATOR })).status()).toBe(200);
  const first = await addRow(admin);
  const { make, model } = first;
  const second = await addRow(admin, { make, model });
  const third = await addRow(admin, { make, model });
  const remove = async (row: EvRow) =>
    expect((await admin.delete(`/api/evs/${row.id}`)).status()).toBe(204);
  const id = await modelOf(request, second);

  await page.goto(`/ev/${id}?trim=1&trimName=${encodeURIComponent(second.trim)}`);
  const { submit, form, comment, items, toast } = parts(page);
  await fill(page, { name: "Ada", stars: 4, comment: "Of the second." });
  const trims = form.getByLabel("Trim");
  await expect(trims).toHaveValue(String(second.id));
  await remove(second);
  const note = page.getByRole("status").filter({ hasText: "is no longer listed" });
  await expect(note).toHaveText(`${second.trim} is no longer listed. This is ${third.trim}.`);
  await expect(comment).toHaveValue("Of the second.");
  await expect(trims).toHaveValue("");
  await expect(form.getByText(/The trim you reviewed is no longer/)).toBeVisible();
  await expectAccessible(page);
  await submit.click();
  await expect(trims).toBeFocused();
  await expect(toast).toHaveCount(0);
  expect(await (await request.get(`/api/evs/${id}/reviews`)).json()).toMatchObject({ total: 0 });

  // The same applies to a trim that was selected by hand: the review is not sent to another trim.
  await trims.selectOption(String(third.id));
  await expect(form.getByText(/is no longer listed/)).toHaveCount(0);
  await remove(third);
  await expect(trims).toHaveValue("");
  await trims.selectOption(String(first.id));
  await submit.click();
  await expect(items).toHaveText([/Of the second\./]);
});
