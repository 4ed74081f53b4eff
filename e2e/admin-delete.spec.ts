import type { EvRow } from "../src/domain/vehicle.ts";
import {
  addRow,
  confirmDelete,
  modelOf,
  openDashboard,
  rowOf,
  rowsWith,
  toastOf,
} from "./dashboard.ts";
import { expect, expectAccessible, press, signIn, test } from "./fixtures.ts";

test("deletes after saying what goes with it @desktop @main", async ({ page }) => {
  await signIn(page);
  const first = await addRow(page.request);
  const { make, model } = first;
  const last = await addRow(page.request, { make, model });
  const id = await modelOf(page.request, last);
  for (const [at, row] of [first, last, last].entries()) {
    const review = { userName: "Grace", rating: 4, comment: `Quiet, ${at}.` };
    const data = { ...review, rowId: row.id, trimId: row === first ? 0 : 1 };
    expect((await page.request.post(`/api/evs/${id}/reviews`, { data })).status()).toBe(201);
  }
  expect(
    (await page.request.post(`/api/evs/${id}/votes`, { data: { isUpvote: true } })).status(),
  ).toBe(201);

  await openDashboard(page, `?search=${encodeURIComponent(model)}`);
  const openDelete = async (row: EvRow) => {
    await press(rowsWith(page, row), /^Delete /);
    return page.getByRole("alertdialog", { name: "Delete this EV?" });
  };
  const question = await openDelete(last);
  await expect(question).toContainText(
    `${last.year} ${make} ${model} ${last.trim} will be deleted. This action cannot be undone.`,
  );
  await expect(question).toContainText("2 reviews of this trim will be deleted too.");
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(question).toBeHidden();
  await expect(rowsWith(page, last)).toBeVisible();

  await openDelete(last);
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(toastOf(page)).toContainText(`${make} ${model} was deleted successfully`);
  await expect(rowsWith(page, last)).toHaveCount(0);
  await expect(page.getByRole("region", { name: "EVs" })).toBeFocused();

  await openDelete(first);
  await expect(question).toContainText(
    `This is the last trim of the ${make} ${model}: the model will be deleted too, with its 1 vote and 1 review.`,
  );
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText(`No EVs match “${model}”`)).toBeVisible();
  expect((await page.request.get(`/api/evs/${id}`)).status()).toBe(404);
});

test("a deletion that is refused can be tried again @desktop", async ({ page, allowConsole }) => {
  allowConsole(/^Failed to load resource/);
  await signIn(page);
  // Without events, only the refused call reveals the change.
  await page.route("**/api/events", (route) => route.abort());
  await test.step("says why, in the server's words", async () => {
    const row = await addRow(page.request);
    await openDashboard(page, `?search=${encodeURIComponent(row.trim)}`);
    await page.route(`**/api/evs/${row.id}`, (route) =>
      route.fulfill({ status: 409, json: { error: "It is needed elsewhere." } }),
    );
    await press(rowOf(page, row.trim), /^Delete /);
    await confirmDelete(page);
    await expect(toastOf(page)).toContainText("Error");
    await expect(toastOf(page)).toContainText("It is needed elsewhere.");
    await expect(rowOf(page, row.trim)).toBeVisible();
  });
  await test.step("can be tried again on a row that somebody else has changed", async () => {
    const row = await addRow(page.request);
    await page.getByRole("searchbox").fill(row.trim);
    await expect(rowOf(page, row.trim)).toBeVisible();
    const remove = async () => {
      await press(rowOf(page, row.trim), /^Delete /);
      await confirmDelete(page);
    };
    // Without events the list is polled, which must not reveal the change either.
    const list = /\/api\/evs\?view=admin/;
    await page.route(list, (route) => route.abort());
    await page.request.put(`/api/evs/${row.id}`, { data: { price: 31_250 } });
    const deletion = page.waitForRequest((request) => request.method() === "DELETE");
    await Promise.all([deletion.then(() => page.unroute(list)), remove()]);
    await expect(toastOf(page)).toContainText("You have just changed this EV yourself.");
    await expect(rowOf(page, row.trim)).toContainText("$31,250");
    await remove();
    await expect(rowOf(page, row.trim)).toHaveCount(0);
  });
});
