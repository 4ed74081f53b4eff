import type { Locator, Page } from "@playwright/test";
import { addRow, entriesOf, openDashboard, readRows, REFUSED_LINE, toastOf } from "./dashboard.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";

/** Sends a reader's correction. @returns the token of its status page */
async function send(page: Page, correction: object): Promise<string> {
  const headers = { origin: new URL(page.url()).origin };
  const answer = await page.request.post("/api/corrections", { data: correction, headers });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { token: string }).token;
}

async function stateOf(page: Page, token: string) {
  return (await (await page.request.get(`/api/corrections/${token}`)).json()) as object;
}

/** Opens the correction and returns it. */
async function open(item: Locator): Promise<Locator> {
  await item.getByRole("button", { expanded: false }).click();
  return item;
}

const itemsOf = (page: Page) =>
  page.getByRole("list", { name: "Corrections, the newest first" }).locator(":scope > li");

test.beforeEach(({ allowConsole }) => allowConsole(REFUSED_LINE));

test("corrections are accepted and declined @desktop", async ({ page }) => {
  await openDashboard(page);
  const car = await addRow(page.request, { range: 300 });
  const gone = await addRow(page.request, { range: 300 });
  const right = await send(page, {
    rowId: car.id,
    field: "range",
    value: 320,
    url: "https://www.example.com/range",
    note: "The label says so.",
    name: "Rita",
  });
  const wrong = await send(page, { rowId: car.id, field: "price", value: 1 });
  await send(page, { rowId: gone.id, field: "range", value: 310 });
  await page.request.delete(`/api/evs/${gone.id}`);

  await page.goto("/admin");
  await page.getByRole("link", { name: "Corrections 3 waiting" }).click();
  const items = itemsOf(page);
  await expect(items).toHaveCount(3);
  const deleted = items.filter({ hasText: "This car has since been deleted." });
  await expect(deleted.getByRole("button", { name: /^Accept/ })).toHaveCount(0);
  const first = await open(items.filter({ hasText: "320 mi" }));
  await expect(first).toContainText("300 mi → 320 mi");
  await expect(first).toContainText("by Rita");
  await expect(first.getByRole("link", { name: /example\.com/ })).toHaveAttribute(
    "rel",
    /noreferrer/,
  );
  await expectAccessible(page);

  // Another administrator changes the row while the source is being typed.
  await first.getByRole("button", { name: /^Accept/ }).click();
  const dialog = page.getByRole("dialog", { name: "Correct Range" });
  await expect(dialog.getByLabel("Source")).toHaveValue("example.com");
  await dialog.getByLabel("Source").fill("EPA label");
  await dialog.getByLabel("Where it comes from").selectOption("EPA label");
  await page.request.put(`/api/evs/${car.id}`, { data: { range: 305 } });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Accept" }).click();
  await expect(dialog.getByRole("alert")).toContainText(
    "You changed this range in another tab or browser. Range is now 305 mi",
  );
  await expect(dialog.getByLabel("Source")).toHaveValue("EPA label");
  await dialog.getByRole("button", { name: "Accept" }).click();
  await expect(toastOf(page).first()).toContainText("was corrected");
  await expect(items).toHaveCount(2);
  await expect(page.getByRole("heading", { name: "Corrections" })).toBeFocused();
  expect((await readRows(page.request, car.model)).evs).toMatchObject([{ range: 320 }]);
  expect(await stateOf(page, right)).toMatchObject({ status: "accepted" });

  const second = await open(items.filter({ hasText: "Price" }));
  await second.getByRole("button", { name: /^Decline/ }).click();
  const refusal = page.getByRole("dialog", { name: "Decline this correction?" });
  await refusal.getByRole("button", { name: "Decline" }).click();
  await expect(refusal).toContainText("Reason is required");
  await refusal.getByLabel("Reason").fill("No car costs a dollar.");
  await refusal.getByRole("button", { name: "Decline" }).click();
  await expect(items).toHaveCount(1);
  expect(await stateOf(page, wrong)).toMatchObject({
    status: "declined",
    reason: "No car costs a dollar.",
  });

  await page.getByRole("button", { name: "Declined" }).click();
  await expect(items).toContainText("No car costs a dollar.");
});

test("a missing car is added, and nothing typed is discarded @desktop", async ({ page }) => {
  await openDashboard(page);
  const token = await send(page, { missing: { make: "Zeta", model: "Lost", trim: "One" } });
  const car = await addRow(page.request, { range: 300 });
  await send(page, { rowId: car.id, field: "range", value: 321 });
  await page.goto("/admin?view=corrections");
  await test.step("a missing car is added and then accepted", async () => {
    const item = itemsOf(page).filter({ hasText: "A car is missing: Zeta Lost One" });
    await (await open(item)).getByRole("button", { name: /^Mark as added/ }).click();
    const dialog = page.getByRole("dialog", { name: "Which EV was added?" });
    await expect(dialog).toContainText("No EV in the list matches.");
    await dialog.getByRole("button", { name: "Add this EV" }).click();
    const form = page.getByRole("dialog", { name: "Add New EV" });
    await expect(form.getByRole("combobox", { name: "Model" })).toHaveValue("Lost");
    await form.getByRole("button", { name: "Add EV" }).click();
    await expect(form).toHaveCount(0);
    await page.getByRole("link", { name: /^Corrections/ }).click();
    await (await open(item)).getByRole("button", { name: /^Mark as added/ }).click();
    await dialog.getByRole("radio", { name: /Zeta Lost One$/ }).check();
    await dialog.getByRole("button", { name: "Accept" }).click();
    await expect(toastOf(page).first()).toContainText("Zeta Lost One was accepted");
    expect(await stateOf(page, token)).toMatchObject({ status: "accepted" });
  });
  await test.step("another administrator's decision discards nothing that was typed", async () => {
    const item = itemsOf(page).filter({ hasText: "321 mi" });
    await item.getByRole("button", { name: /^Decline/ }).click();
    const dialog = page.getByRole("dialog", { name: "Decline this correction?" });
    await dialog.getByLabel("Reason").fill("A long thought.");
    const list = await page.request.get("/api/corrections?status=received");
    const { corrections } = (await list.json()) as { corrections: { id: number; value: number }[] };
    const id = corrections.find(({ value }) => value === 321)?.id;
    await page.request.post(`/api/corrections/${id}/decline`, { data: { reason: "No." } });
    await dialog.getByRole("button", { name: "Decline" }).click();
    await expect(dialog.getByRole("alert")).toContainText("has already been decided");
    await expect(dialog.getByLabel("Reason")).toHaveValue("A long thought.");
  });
});

test("several corrections are declined at once, for one reason @desktop", async ({ page }) => {
  await openDashboard(page);
  const car = await addRow(page.request, { range: 300 });
  const tokens: string[] = [];
  for (const value of [311, 312, 313]) {
    tokens.push(await send(page, { rowId: car.id, field: "range", value }));
  }
  await page.goto("/admin?view=corrections");
  const items = itemsOf(page);
  await page.getByRole("checkbox", { name: "Select all" }).check();
  await items.filter({ hasText: "312 mi" }).getByRole("checkbox").uncheck();
  const waiting = (await items.count()) - 1;
  await page.getByRole("button", { name: `Decline ${waiting} corrections` }).click();
  const dialog = page.getByRole("dialog", { name: `Decline ${waiting} corrections?` });
  await dialog.getByLabel("Reason").fill("No source.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Decline" }).click();
  await expect(toastOf(page).first()).toContainText(`${waiting} corrections were declined`);
  await expect(items).toHaveCount(1);
  const states = await Promise.all(tokens.map((token) => stateOf(page, token)));
  expect(states).toMatchObject([
    { status: "declined", reason: "No source." },
    { status: "received" },
    { status: "declined", reason: "No source." },
  ]);

  // The activity lists it as one.
  await page.getByRole("link", { name: "Activity" }).click();
  const declined = `admin · declined ${waiting} corrections`;
  await expect(entriesOf(page).first()).toContainText(declined);
});
