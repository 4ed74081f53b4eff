import type { Page } from "@playwright/test";

import type { EvListEntry } from "../src/domain/vehicle.ts";
import {
  cardsOf,
  chipOf,
  countModels,
  expectModels,
  expectViewed,
  matchCountOf,
  namesOf,
  openDiscover,
  readEntries,
} from "./discover.ts";
import { comeTo, expect, test } from "./fixtures.ts";

/**
 * Ten questions that shoppers ask, each answered from the home page with one sentence or at most three
 * presses. Presses of a mouse or finger are counted across pages and reloads; typing is not.
 */
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    const count = () =>
      sessionStorage.setItem("presses", String(Number(sessionStorage.getItem("presses")) + 1));
    addEventListener("pointerdown", count, true);
  });
});

async function expectPresses(page: Page, presses: 0 | 1 | 2 | 3): Promise<void> {
  const counted = await page.evaluate(() => Number(sessionStorage.getItem("presses")));
  expect(counted, "presses").toBe(presses);
}

/** Types one sentence into the search of the first screen. */
async function ask(page: Page, sentence: string): Promise<void> {
  await page.goto("/");
  const box = page.getByRole("searchbox", { name: "Find an electric car" });
  await box.fill(sentence);
  await expect(page.getByRole("button", { name: /^Understood: / })).toBeVisible();
  await box.press("Enter");
}

test("one sentence finds cars by their figures, the best of them, and a comparison @desktop", async ({
  page,
}) => {
  // Each question is that of a new visitor.
  await page.addInitScript(() => localStorage.clear());
  const entries = await readEntries(page);
  await test.step("seven seats under $60k over 280 miles", async () => {
    await ask(page, "seven seats under $60k over 280 miles");
    const models = countModels(
      entries,
      ({ trim }) =>
        (trim.seating ?? 0) >= 7 && (trim.price || Infinity) <= 60_000 && (trim.range ?? 0) >= 280,
    );
    expect(models).toBeGreaterThan(0);
    await expectModels(page, models);
    await expect(chipOf(page, "7+ seats")).toBeVisible();
    await expect(namesOf(page)).toHaveCount(models);
    await expectPresses(page, 0);
  });
  await test.step("the cheapest that charges 10-80 % in under 25 minutes", async () => {
    await ask(page, "the cheapest that charges 10-80 % in under 25 minutes");
    const quick = entries.filter(({ trim }) => trim.price && trim.charging && trim.charging <= 25);
    const cheapest = Math.min(...quick.map(({ trim }) => trim.price ?? Infinity));
    const names = quick
      .filter(({ trim }) => trim.price === cheapest)
      .map(({ ev }) => `${ev.make} ${ev.model}`);
    await expect(page).toHaveURL(/maxCharging=25&sort=price&order=asc$/);
    await expect(cardsOf(page).first()).toContainText(`$${cheapest.toLocaleString("en-US")}`);
    expect(names).toContain(await namesOf(page).first().innerText());
    await expectPresses(page, 0);
  });
  const isRoomy = ({ ev, trim }: (typeof entries)[number]) =>
    ev.bodyType === "SUV" && (trim.price || Infinity) <= 50_000;
  const mostCargo = Math.max(...entries.filter(isRoomy).map(({ trim }) => trim.cargoCapacity ?? 0));
  // What tows 5,000 lb, what is under 165 inches, and the SUV with the most cargo space.
  for (const [sentence, address, passes, figure] of [
    [
      "tows 5000 lb",
      /\/\?towing=5000-$/,
      ({ trim }) => (trim.towing ?? 0) >= 5_000,
      /towing \d+,\d{3} lb/,
    ],
    [
      "under 165 inches",
      /\/\?length=-165$/,
      ({ trim }) => !!trim.length && trim.length <= 165,
      /length 1\d\d(\.\d)? in/,
    ],
    [
      "SUV with most cargo under $50k",
      /\/\?bodyType=SUV&maxPrice=50000&sort=cargo$/,
      isRoomy,
      `cargo ${mostCargo} cu ft`,
    ],
  ] as [string, RegExp, (entry: (typeof entries)[number]) => boolean, string | RegExp][])
    await test.step(sentence, async () => {
      await ask(page, sentence);
      await expect(page).toHaveURL(address);
      await expectModels(page, countModels(entries, passes));
      await expect(cardsOf(page).first()).toContainText(figure);
      await expectPresses(page, 0);
    });
  await test.step("Model Y, Ioniq 5 and Equinox EV side by side", async () => {
    await ask(page, "Model Y, Ioniq 5 and Equinox EV side by side");
    await expect(page).toHaveURL(/\/compare\?ev=\d+,\d+,\d+$/);
    await expect(page.getByText("3 of 3 selected")).toBeVisible();
    for (const name of ["Tesla Model Y", "Hyundai Ioniq 5", "Chevrolet Equinox EV"])
      await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
    await expectPresses(page, 0);
  });
});

test("a link to exactly what is seen @desktop", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openDiscover(page, "/?towing=5000-&newest=true&sort=towing");
  const first = await namesOf(page).first().innerText();
  await page
    .getByRole("region", { name: "Discover", exact: true })
    .getByRole("button", { name: "Copy link" })
    .click();
  await expect(page.getByText("Link copied", { exact: true })).toBeVisible();
  await expectPresses(page, 1);
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/\?towing=5000-&newest=true&sort=towing#discover$/);
  const other = await context.newPage();
  await other.goto(link);
  await expect(matchCountOf(other)).toBeInViewport();
  await expect(namesOf(other).first()).toHaveText(first);
  // Reloading or returning restores the visitor's scroll position.
  await expect(other).toHaveURL(/sort=towing$/);
  await other.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  await other.reload();
  await expect(other.getByRole("heading", { level: 1 })).toBeInViewport();
});

test("the three cars looked at yesterday @desktop", async ({ page }) => {
  const entries = await readEntries(page);
  const models = [...new Map(entries.map(({ ev }) => [ev.id, ev])).values()].slice(0, 3);
  await page.clock.install();
  for (const { id, make, model } of models) {
    await page.goto(`/ev/${id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${make} ${model}`);
    await expectViewed(page, id);
  }
  await page.clock.fastForward("24:00:00");
  await page.goto("/");
  const viewed = page.getByRole("region", { name: "Recently viewed" }).getByRole("link");
  for (const [at, { make, model }] of models.toReversed().entries())
    await expect(viewed.nth(at)).toContainText(`${make} ${model}`);
  await viewed.nth(2).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    `${models[0]?.make} ${models[0]?.model}`,
  );
  await expectPresses(page, 1);
});

test("whether the Ioniq 5 is cheaper than last year @desktop", async ({ page }) => {
  const trims = (await readEntries(page)).filter(({ ev }) => ev.model === "Ioniq 5");
  const { trim } = trims.find(({ trim: { year, price } }) => year === 2026 && price) ?? {};
  const before = trims.find((one) => one.trim.year === 2025 && one.trim.trim === trim?.trim);
  const less = (before?.trim.price ?? 0) - (trim?.price ?? 0);
  expect(less).toBeGreaterThan(0);
  await page.goto("/");
  const box = page.getByRole("searchbox", { name: "Find an electric car" });
  await box.fill("ioniq 5");
  await box.press("Enter");
  await cardsOf(page)
    .filter({ has: page.getByRole("heading", { name: "Hyundai Ioniq 5", exact: true }) })
    .getByRole("link", { name: /^Hyundai Ioniq 5 / })
    .first()
    .click();
  const pill = page
    .getByRole("navigation", { name: "Trims" })
    .getByRole("link", { name: new RegExp(`^${trim?.trim} \\(2026\\)`) });
  await expect(pill).toContainText(`$${less.toLocaleString("en-US")} less`);
  await expect(pill).toContainText("than the 2025");
  await expectPresses(page, 1);
});

test("what it costs over six years at 15,000 miles in California @desktop", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/#saving");
  const section = page.locator("#saving");
  await comeTo(section);
  await section.getByRole("button", { name: "Use my state’s prices" }).click();
  const state = section.getByRole("combobox", { name: "State" });
  await expect(state).toBeFocused();
  await state.selectOption("California");
  await section.getByRole("textbox", { name: "Miles per year" }).fill("15000");
  await section.getByRole("textbox", { name: "Years you keep it" }).fill("6");
  // 4,680 kWh x (0.8 x $0.3325 + 0.2 x $0.50) = $1,712.88, $915 and $121 a year, against
  // 602.41 gal x $6.331 = $3,813.86 and $1,515: $2,579.98 x 6 - $3,600.
  const net = section.getByText("$11,880 ahead after 6 years");
  await expect(net).toBeInViewport({ ratio: 1 });
  await expect(section.getByText("Fuel alone: $12,606 saved")).toBeInViewport({ ratio: 1 });
  // The choice in the list of states counts as a press.
  await expectPresses(page, 1);
  await expect(section.getByRole("row", { name: /^EV fee per year/ })).toContainText("$121");
  for (const [name, source] of [
    ["Electricity price", /^California, homes, January to July 2026 \(EIA\)/],
    ["Gas price", /^California, October 9, 2026 \(AAA\)/],
  ] as const)
    await expect(section.getByRole("textbox", { name })).toHaveAccessibleDescription(source);
  await expect(page).toHaveURL(/\?saveState=CA&saveMiles=15000&saveYears=6#saving$/);

  await section.getByRole("button", { name: "Copy link" }).click();
  await page.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await expect(net).toBeInViewport({ ratio: 1 });
});

test("how long 500 miles take @desktop", async ({ page }) => {
  const entries = await readEntries(page);
  const entry = entries.find(({ trim }) => trim.range && trim.charging);
  await page.goto(`/ev/${entry?.ev.id}?trim=${entry?.trim.index}`);
  const trip = page.getByRole("region", { name: "A long drive" });
  const expected = (miles: number, share: number) => {
    const highway = (entry?.trim.range ?? 0) * share;
    const charges = Math.max(0, miles - 0.9 * highway) / (0.7 * highway);
    const minutes =
      (miles / 70) * 60 + charges * (entry?.trim.charging ?? 0) + Math.ceil(charges) * 5;
    const whole = Math.round(minutes);
    return `${Math.floor(whole / 60)} h ${whole % 60} min`;
  };
  await expect(trip.getByText(expected(500, 0.95), { exact: true })).toBeVisible();
  await comeTo(trip);
  await trip.getByRole("checkbox", { name: "Winter, 20 °F" }).check();
  await expect(trip.getByText(expected(500, 0.95 * 0.7), { exact: true })).toBeVisible();
  await trip.getByRole("textbox", { name: "Distance" }).fill("800");
  await expect(trip.getByText(expected(800, 0.95 * 0.7), { exact: true })).toBeVisible();
  await trip.getByText("How we calculate this").click();
  await expect(
    trip.getByRole("textbox", { name: "Range left in winter" }),
  ).toHaveAccessibleDescription(/Recurrent/);
  await trip.getByRole("button", { name: "75 mph" }).click();
  await expect(page).toHaveURL(/&tripMph=75&tripWinter=true&tripMiles=800$/);
  const factor = trip.getByRole("textbox", { name: "Share of EPA range at this speed" });
  await expect(factor).toHaveValue("87.5");
  await factor.fill("112.5");
  expect(await factor.evaluate((box) => box.scrollWidth <= box.clientWidth), "in sight").toBe(true);
  await factor.fill("87.5");
  const shown = await trip.getByRole("definition").first().innerText();
  await page.reload();
  await expect(trip.getByRole("definition").first()).toHaveText(shown);
  const withoutTime = entries.filter(({ trim: { range, charging } }) => range && !charging);
  const isEstimated = ({ trim }: EvListEntry) => Boolean(trim.battery && trim.maxChargingSpeed);
  const estimated = withoutTime.find(isEstimated);
  await page.goto(`/ev/${estimated?.ev.id}?trim=${estimated?.trim.index}`);
  await expect(trip.getByRole("definition").first()).toHaveText(/^about \d+ h/);
  await expect(trip).toContainText("an estimated");
  // Don't offer a setting that could not change an unknown answer.
  const unknown = withoutTime.find((one) => !isEstimated(one));
  await page.goto(`/ev/${unknown?.ev.id}?trim=${unknown?.trim.index}`);
  await expect(trip).toContainText("Fast charging time unknown");
  await expect(trip.getByRole("checkbox")).toHaveCount(0);
});
