import {
  addRow,
  entriesOf,
  openDashboard,
  patchRows,
  readRows,
  rowOf,
  toastOf,
} from "./dashboard.ts";
import { boxOf, expect, expectAccessible, press, pressFirst, signIn, test } from "./fixtures.ts";

test("finds a change, opens its row and restores the old value @desktop", async ({ page }) => {
  await openDashboard(page);
  const car = await addRow(page.request, { price: 40_000 });
  const other = await addRow(page.request, { price: 50_000 });
  await patchRows(page.request, [car], { price: 45_000 });
  await patchRows(page.request, [car, other], { range: 222 });
  await page.request.delete(`/api/evs/${other.id}`);

  await page.getByRole("link", { name: "Activity" }).click();
  const entries = entriesOf(page);
  await expect(entries.filter({ hasText: "2 rows" }).first()).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("searchbox", { name: /^Search the activity/ }).fill(`${car.model} zeta`);
  await expect(entries).toHaveCount(3);
  await page.getByRole("button", { name: "Filters" }).click();
  const kind = page.getByLabel("Kind", { exact: true });
  await kind.selectOption("Deleted");
  await expect(page.getByText("No activity found")).toBeVisible();
  await page.getByRole("button", { name: "Show all changes" }).click();
  await kind.selectOption("Changed");

  const priced = entries.filter({ hasText: "· $40,000 → $45,000" }).first();
  await expect(priced).toContainText(`admin · Price of ${car.year} ${car.make} ${car.model}`);
  await expect(priced.locator("bdi")).toContainText(["$40,000", "$45,000"]);
  const restore = priced.getByRole("button", { name: "Restore Price: $40,000" });
  const isShown = () => restore.evaluate((it) => it.checkVisibility({ opacityProperty: true }));
  await page.mouse.move(0, 0);
  expect(await isShown()).toBe(false);
  await restore.focus();
  expect(await isShown()).toBe(true);
  await priced.hover();
  expect(await isShown()).toBe(true);
  await restore.click();
  await expect(toastOf(page).first()).toContainText("is $40,000 again");
  await expect(entries.first()).toContainText("admin · reverted Price of");
  const rowIn = async ({ id, model }: typeof car) =>
    (await readRows(page.request, model)).evs.find((row) => row.id === id);
  expect((await rowIn(car))?.price).toBe(40_000);

  await kind.selectOption("Deleted");
  await page.getByRole("button", { name: new RegExp(`^Restore .*${other.trim}$`) }).click();
  await expect(toastOf(page).first()).toContainText("is back, without its reviews and votes");
  await kind.selectOption("Added");
  await pressFirst(page, new RegExp(`${other.trim}$`), "link");
  await expect(rowOf(page, other.trim)).toBeVisible();
  await expect(page).not.toHaveURL(/row=/);
});

test("one car or person is shown, and one row of many restored @desktop", async ({ page }) => {
  await signIn(page);
  await test.step("only one car or one person", async () => {
    const car = await addRow(page.request);
    await page.goto("/admin?view=activity");
    const entries = entriesOf(page);
    await press(entries.first(), /^All changes to this model/);
    await expect(entries).toHaveCount(1);
    await expect(entries).toContainText(car.trim);
    await page.getByRole("button", { name: "Remove Changes of one model" }).click();
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByLabel("Person", { exact: true }).selectOption("admin");
    await expect(page.getByRole("button", { name: "Filters (1)" })).toBeVisible();
    await expect(entries.first()).toContainText(car.trim);
  });
  const [car, other] = [await addRow(page.request, { price: 40_000 }), await addRow(page.request)];
  const ids = [car.id, other.id];
  expect((await page.request.delete("/api/evs", { data: { ids } })).status()).toBe(200);
  await page.goto("/admin?view=activity");
  const rows = page.getByRole("list", { name: "Rows of this change" });
  await rows.getByRole("button", { name: new RegExp(`^Restore .*${car.trim}$`) }).click();
  await expect(toastOf(page).first()).toContainText("is back, without its reviews and votes");
  const { evs } = await readRows(page.request, car.model);
  expect(evs).toMatchObject([{ trim: car.trim, price: 40_000 }]);
});

test("the open entry is beside the list, on a phone below its line @desktop", async ({ page }) => {
  await openDashboard(page);
  const name = "Long Range All-Wheel Drive Launch Edition";
  const rows = await Promise.all(
    Array.from({ length: 60 }, (_, at) => addRow(page.request, { trim: `${at} ${name}` })),
  );
  await patchRows(page.request, rows, { range: 222 });

  await page.goto("/admin?view=activity");
  const entries = entriesOf(page);
  await expect(entries).toHaveCount(50);
  await expect(entries.first()).toContainText("admin · Range of 60 rows");
  const changed = entries.getByRole("list", { name: "Rows of this change" });
  await expect(changed.getByRole("listitem").first()).toContainText("Range: N/A → 222 mi");
  await page.getByRole("button", { name: "Show more rows" }).click();
  await expect(changed.getByRole("listitem")).toHaveCount(60);
  const line = entries.first().locator("time");
  expect((await boxOf(changed)).x).toBeGreaterThan((await boxOf(line)).right);

  await page.setViewportSize({ width: 375, height: 740 });
  await page.evaluate(() => scrollTo(0, 0));
  await expect(changed).toHaveCount(0);
  await expect(entries.first()).toBeInViewport();
  await entries.first().getByRole("button", { expanded: false }).click();
  await expect(changed).toBeVisible();
  expect((await boxOf(changed)).right).toBeLessThanOrEqual(375);
  // No word of a button is broken beside a long name.
  const widths = await changed
    .getByRole("button")
    .evaluateAll((all) => all.map((button) => button.clientWidth));
  expect(new Set(widths).size).toBe(1);
  await expectAccessible(page);
  await entries.first().getByRole("button", { expanded: true }).click();
  await expect(changed).toHaveCount(0);
});

test("a phone offers to restore in the open entry only @phone", async ({ page }) => {
  await signIn(page);
  await patchRows(page.request, [await addRow(page.request, { price: 40_000 })], { price: 45_000 });
  await page.goto("/admin?view=activity");
  const changed = entriesOf(page).filter({ hasText: "$40,000 → $45,000" }).first();
  const restore = changed.getByRole("button", { name: "Restore Price: $40,000" });
  await expect(restore).toBeHidden();
  await changed.getByRole("button", { expanded: false }).click();
  await expect(restore).toBeVisible();
  await expectAccessible(page);
});
