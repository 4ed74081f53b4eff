import type { Page } from "@playwright/test";

import type { EvRow } from "../src/domain/vehicle.ts";
import { addRow, toastOf } from "./dashboard.ts";
import { cardsOf, expectViewed, openDiscover, readEntries } from "./discover.ts";
import {
  expect,
  expectAccessible,
  hold,
  press,
  pressFirst,
  readClipboard,
  signIn,
  test,
} from "./fixtures.ts";

const KEY = "ev_saved";
const AT = "2026-11-22T10:00:00.000Z";

const header = (page: Page) => page.getByRole("button", { name: /^Saved cars/ });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Saved cars" });
const cars = (page: Page) => dialog(page).getByRole("listitem");
const strip = (page: Page, name: "Saved" | "Recently viewed") => page.getByRole("region", { name });
const stored = (page: Page) => page.evaluate((key) => localStorage.getItem(key), KEY);

type Names = Pick<EvRow, "make" | "model" | "trim" | "year" | "price">;

const savedFrom = (rowId: number, { make, model, trim, year, price }: Names) => ({
  rowId,
  make,
  model,
  trim,
  year,
  price,
  at: AT,
});

/** Set only once, so that later pages find what has become of the value. */
async function keep(page: Page, key: string, value: unknown): Promise<void> {
  await page.goto("/ai");
  await page.evaluate(([at, text]) => localStorage.setItem(at, text), [
    key,
    JSON.stringify(value),
  ] as const);
}

async function firstSaved(page: Page, count: number) {
  const entries = (await readEntries(page)).slice(0, count);
  return entries.map(({ ev, trim }) => savedFrom(trim.rowId, { ...ev, ...trim }));
}

test("a heart keeps a car, also in other tabs @desktop @main", async ({ page, context }) => {
  await openDiscover(page, "/?search=lucid+air");
  await expect(header(page)).toBeHidden();
  const heart = cardsOf(page).getByRole("button", { name: "Save Lucid Air Grand Touring AWD" });
  await expect(heart).toHaveAttribute("aria-pressed", "false");
  const box = await heart.boundingBox();
  expect([box?.width, box?.height]).toEqual([44, 44]);
  await heart.click();
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await expect(page).toHaveURL(/\/\?search=/);
  await expect(toastOf(page)).toContainText("Saved");
  await expect(header(page)).toHaveAccessibleName("Saved cars: 1");
  const [car] = JSON.parse((await stored(page)) ?? "");
  expect(car).toEqual({
    rowId: expect.any(Number),
    make: "Lucid",
    model: "Air",
    trim: "Grand Touring AWD",
    year: expect.any(Number),
    price: expect.any(Number),
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  });
  await expectAccessible(page, "header, #database");
  await header(page).click();
  await expect(cars(page)).toHaveCount(1);
  await expect(toastOf(page), "nothing lies over the list").toHaveCount(0);
  await page.keyboard.press("Escape");
  await heart.scrollIntoViewIfNeeded();

  await page.reload();
  await expect(header(page)).toHaveAccessibleName("Saved cars: 1");
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await press(strip(page, "Saved"), /^Lucid Air/, "link");
  await expect(page).toHaveURL(/\/ev\/\d+\?trim=\d+&trimName=Grand%20Touring%20AWD$/);
  const named = { name: /^Saved? Lucid Air Grand Touring AWD$/ };
  const onPage = page.getByRole("button", named);
  await expect(onPage).toHaveText("Saved");

  const other = await context.newPage();
  await other.goto(page.url());
  const onOther = other.getByRole("button", named);
  // The document is served without saved cars; until the page has read them, a press would save again.
  await expect(onOther).toHaveText("Saved");
  await onOther.click();
  await expect(toastOf(other)).toContainText("No longer saved");
  await expect(onPage).toHaveText("Save");
  await expect(header(page)).toBeHidden();
  // It keeps the price and time of the first save.
  await toastOf(other).getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => JSON.parse((await stored(page)) ?? "[]")).toEqual([car]);
});

test("the list says what has become of each car, and compares three @desktop", async ({ page }) => {
  await signIn(page);
  const { request } = page;
  const long = "Extraordinarily long name of a trim that nobody would ever read to its very end";
  const rows = await Promise.all([
    addRow(request, { price: 40_000 }),
    addRow(request, { price: 40_000, trim: long }),
    addRow(request, { price: 40_000 }),
    addRow(request),
    addRow(request, { price: 40_000 }),
  ]);
  const [cheaper, dearer, gone, again, same] = rows;
  await keep(
    page,
    KEY,
    rows.map((row) => savedFrom(row.id, row)),
  );
  const change = async (row: EvRow, price: number) => {
    const answer = await request.put(`/api/evs/${row.id}`, { data: { price } });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  await change(cheaper, 38_000);
  await change(dearer, 40_500);
  for (const row of [gone, again]) await request.delete(`/api/evs/${row.id}`);
  const { make, model, trim, year } = again;
  const added = await addRow(request, { make, model, trim: ` ${trim.toUpperCase()}`, year });

  await page.goto("/ai");
  await header(page).click();
  await expect(cars(page)).toHaveCount(5);
  await expect(cars(page).nth(0)).toContainText("$38,000");
  await expect(cars(page).nth(0)).toContainText("Price changed: -$2,000 since you saved it");
  await expect(cars(page).nth(1)).toContainText("Price changed: +$500 since you saved it");
  await expect(cars(page).nth(2)).toContainText("No longer listed");
  await expect(cars(page).nth(2).getByRole("checkbox")).toBeDisabled();
  await expect(cars(page).nth(2).getByRole("link")).toHaveCount(0);
  await expect(cars(page).nth(3)).toContainText(added.trim);
  await expect(cars(page).nth(4)).toContainText("$40,000");
  await expect(cars(page).nth(4)).not.toContainText("Price");
  await expectAccessible(page, '[role="dialog"]');

  const compare = dialog(page).getByRole("button", { name: "Compare", exact: true });
  await expect(compare).toBeDisabled();
  for (const at of [3, 0, 1]) await cars(page).nth(at).getByRole("checkbox").check();
  await expect(dialog(page).getByText("3 of 3 chosen")).toBeVisible();
  await expect(cars(page).nth(4).getByRole("checkbox")).toBeDisabled();
  await compare.click();
  await expect(page).toHaveURL(`/compare?ev=${added.id},${cheaper.id},${dearer.id}`);
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole("heading", { name: `${same.make} ${cheaper.model}` })).toBeVisible();

  // An open page would ask for pictures of deleted cars.
  await page.close();
  for (const { id } of [cheaper, dearer, same, added]) await request.delete(`/api/evs/${id}`);
});

test("a car is removed by keyboard, and brought back @desktop", async ({ page }) => {
  const [first, second] = await firstSaved(page, 2);
  await keep(page, KEY, [first, second]);
  await page.goto("/ai");
  await header(page).focus();
  await page.keyboard.press("Enter");
  const remove = dialog(page).getByRole("button", { name: /^Remove / });
  await remove.first().focus();
  await page.keyboard.press("Enter");
  await expect(cars(page)).toHaveCount(1);
  await expect(remove.first()).toBeFocused();
  await toastOf(page).getByRole("button", { name: "Undo" }).click();
  await expect(cars(page)).toHaveCount(2);
  expect(JSON.parse((await stored(page)) ?? "")).toEqual([first, second]);
  await remove.last().focus();
  await page.keyboard.press("Enter");
  await expect(remove).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toContainText("Tap the heart on a car to save it here.");
  await expect(dialog(page)).toBeFocused();
  expect(await stored(page)).toBeNull();
  await expectAccessible(page, '[role="dialog"]');
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await expect(header(page)).toBeHidden();
  await expect(page.getByRole("main")).toBeFocused();
});

test("the 101st car is refused with a sentence @desktop", async ({ page }) => {
  const old = { make: "Old", model: "Car", year: 2011, price: 20_000 };
  const others = Array.from({ length: 100 }, (_, at) =>
    savedFrom(1_000_000 + at, { ...old, trim: `Trim ${at}` }),
  );
  await keep(page, KEY, others);
  await openDiscover(page);
  await expect(header(page)).toHaveAccessibleName("Saved cars: 100");
  const heart = cardsOf(page)
    .first()
    .getByRole("button", { name: /^Save / });
  await heart.click();
  await expect(toastOf(page)).toContainText("You already have 100 saved cars. Remove one first.");
  await expect(heart).toHaveAttribute("aria-pressed", "false");
  await toastOf(page).getByRole("button", { name: "See saved" }).click();
  await expect(cars(page)).toHaveCount(100);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
});

// The picture is asked for until the list says that the car is gone.
test("a viewed car that was deleted says so @desktop", async ({ page, allowConsole }) => {
  allowConsole(/404|could not be loaded/);
  const trim = { index: 0, trim: "Base", year: 2026, rowId: 987_654 };
  const car = { id: 987_653, make: "Gone", model: "Car", bodyType: "Sedan", trim };
  await keep(page, "ev_recently_viewed", [car]);
  await page.goto("/");
  await expect(strip(page, "Recently viewed")).toContainText("Gone CarNo longer listed");
  await expect(strip(page, "Recently viewed").getByRole("link")).toHaveCount(0);
});

test("saved and viewed cars are one press from the home page", async ({ page }, { project }) => {
  const saved = await firstSaved(page, 3);
  await keep(page, KEY, saved);
  const entries = await readEntries(page);
  const looked = [30, 60, 90].map((at) => entries[at]?.ev.id ?? 0);
  for (const id of looked) {
    await page.goto(`/ev/${id}`);
    await expectViewed(page, id);
  }
  // The number and the placeholders are there before the page's own script.
  const arrive = await hold(page, "**/assets/entry.client-*.js");
  await page.goto("/", { waitUntil: "commit" });
  await expect(header(page)).toBeVisible();
  const topOfRankings = async () =>
    Math.round((await page.locator("#ranking-section").boundingBox())?.y ?? 0);
  const before = await topOfRankings();
  arrive();
  await expect(strip(page, "Recently viewed").getByRole("link")).toHaveCount(3);
  await expect(strip(page, "Saved").getByRole("img")).toHaveCount(0);
  await expect(strip(page, "Saved").locator("img")).toHaveCount(3);
  expect(await topOfRankings()).toBe(before);
  // On a phone the second strip is a swipe away, and its edge shows.
  await expect(strip(page, "Recently viewed").getByRole("link").first()).toBeInViewport();
  for (const place of await strip(page, "Recently viewed").getByRole("link").all()) {
    if (project.name === "phone")
      await place.evaluate((car) => car.scrollIntoView({ block: "nearest", inline: "center" }));
    await expect(place).toBeInViewport({ ratio: 0.9 });
  }
  await expectAccessible(page, "main");

  await strip(page, "Recently viewed").getByRole("link").last().click();
  await expect(page).toHaveURL(new RegExp(`/ev/${looked[0]}\\?`));
});

test("a press on the home page itself moves nothing @desktop", async ({ page }) => {
  await openDiscover(page, "/?search=lucid+air");
  await pressFirst(cardsOf(page), /^Save /);
  await expect(header(page)).toHaveAccessibleName("Saved cars: 1");
  await expect(strip(page, "Saved")).toHaveCount(0);
});

const viewed = (page: Page) =>
  page.evaluate(() => localStorage.getItem("ev_recently_viewed") ?? "[]");

test("a car in a background tab counts once it is shown @desktop", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
  });
  await page.goto("/ev/13");
  await expect(page.locator("html")).toHaveAttribute("data-hydrated", "");
  expect(await viewed(page)).toBe("[]");
  await page.evaluate(() => {
    Reflect.deleteProperty(document, "hidden");
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await expect.poll(() => viewed(page)).toContain('"id":13,');
});

test("a link to the saved cars opens these in the table @desktop", async ({ page }) => {
  const saved = await firstSaved(page, 3);
  await keep(page, KEY, saved);
  await page.goto("/");
  await header(page).click();
  await dialog(page).getByRole("button", { name: "Copy link" }).click();
  await expect(toastOf(page)).toContainText("It opens these cars in a table.");
  const address = await readClipboard(page);
  const ids = saved.map(({ rowId }) => rowId);
  expect(new URL(address).search).toBe(`?ids=${ids.join()}`);
  // One of them is gone by the time that the link is opened.
  await page.goto(`${address},987654`);
  await expect(page.locator("#main tbody tr")).toHaveCount(3);
  await expect(page.getByText("1 of the linked cars is no longer listed.").first()).toBeVisible();
  await page.getByRole("button", { name: "Remove 4 chosen cars" }).click();
  await expect(page).toHaveURL(/\/table$/);
});

test("the cars viewed last are compared, by their open trims @desktop", async ({ page }) => {
  const entries = await readEntries(page);
  const [one, other] = entries.filter(({ trim }) => trim.index === 1);
  for (const car of [one, other]) {
    await page.goto(`/ev/${car?.ev.id}?trim=1`);
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem("ev_recently_viewed")))
      .toContain(`"rowId":${car?.trim.rowId}`);
  }
  await page.goto("/");
  await strip(page, "Recently viewed").getByRole("button", { name: "Compare the 2" }).click();
  await expect(page).toHaveURL(`/compare?ev=${other?.trim.rowId},${one?.trim.rowId}`);
});
