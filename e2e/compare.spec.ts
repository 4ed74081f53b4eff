import { DEFAULT_SETTINGS } from "../src/features/compare/differences.ts";
import { recommend, describeDifferences } from "../src/features/compare/verdict.ts";
import { formatAcceleration, formatPrice, formatRange } from "../src/domain/format.ts";
import { groupEntries, zeroToSixtyOf } from "../src/domain/trims.ts";
import { addressOf, cellsOf, nameOf, slot, someTrims, table } from "./comparison.ts";
import { expect, expectAccessible, hold, test } from "./fixtures.ts";
import { readEntries } from "./discover.ts";

test("shows the trims of its address, also without JavaScript @main-phone", async ({ plain }) => {
  const trims = await someTrims(plain, 3);
  await plain.goto(addressOf(trims));
  await expect(plain.getByText("3 of 3 selected")).toBeVisible();
  await expect(plain).toHaveTitle(
    new RegExp(trims.map(nameOf).join(" vs ").replace(/[()]/g, "\\$&")),
  );
  for (const [index, one] of trims.entries()) {
    const filled = slot(plain, index + 1);
    await expect(filled.getByRole("heading")).toHaveText(`${one.ev.make} ${one.ev.model}`);
    await expect(filled).toContainText(one.trim.trim);
    await expect(filled.getByRole("img")).toBeVisible();
    await expect(filled.locator("dl")).toHaveText(
      `Price${formatPrice(one.trim.price)}Range${formatRange(one.trim.range)}` +
        `0-60${formatAcceleration(zeroToSixtyOf(one.trim))}Body type${one.ev.bodyType}`,
    );
  }
  await expect(table(plain).getByRole("row").nth(1)).toContainText("Price");
  const chosen = groupEntries(trims).flatMap((ev) => ev.trims.map((trim) => ({ ev, trim })));
  const sentences = describeDifferences(chosen, DEFAULT_SETTINGS);
  expect(sentences).toHaveLength(3);
  for (const sentence of sentences)
    await expect(plain.getByText(sentence, { exact: true })).toBeVisible();
  const needs = plain.getByRole("list", { name: "Best for each need" });
  for (const { need, cars } of recommend(chosen, DEFAULT_SETTINGS))
    await expect(needs).toContainText(`${need}: ${cars}`);
  await expect(
    plain.getByRole("rowheader", { name: "Seating" }),
    "nothing is folded",
  ).toBeVisible();
  const costs = plain.getByText("See costs for your state");
  await expect(costs, "the costs need JavaScript").toBeHidden();
});

test("fills a slot by search, with the keyboard alone @desktop @main", async ({ page }) => {
  await page.goto("/compare");
  const box = slot(page, 1).getByRole("combobox");
  await expect(box).toHaveAttribute("placeholder", "Search models...");
  await box.focus();
  // The full list loads after hydration.
  await page.keyboard.type("TESLA mod");
  const options = page.getByRole("listbox", { name: "Models" }).getByRole("option");
  await expect(options.filter({ hasText: "Tesla Model 3" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  const chosen = await options.first().locator("span").first().innerText();
  await page.keyboard.press("Enter");
  await expect(slot(page, 1).getByRole("heading")).toHaveText(chosen);
  await expect(slot(page, 1), "the focus stays at the slot").toBeFocused();
  await expect(page).toHaveURL(/\/compare\?ev=\d+$/);
  await expect(page.getByText("1 of 3 selected")).toBeVisible();

  await slot(page, 1)
    .getByRole("button", { name: /^Remove / })
    .press("Enter");
  await expect(slot(page, 1).getByRole("combobox")).toBeVisible();
  await expect(page).toHaveURL("/compare");
});

test("vehicles are found and added by name @desktop", async ({ page }) => {
  await page.goto("/compare");
  const grid = page.getByRole("region", { name: "Available Vehicles" });
  await test.step("closes its suggestions with Escape and says when nothing is found", async () => {
    const box = slot(page, 2).getByRole("combobox");
    await box.fill("no such car");
    await expect(page.getByText("No model matches “no such car”.")).toBeVisible();
    await box.press("Escape");
    await expect(page.getByText("No model matches “no such car”.")).toBeHidden();
  });
  await test.step("shows more of the available vehicles", async () => {
    const cards = grid.getByRole("listitem");
    await grid.getByRole("button", { name: "Show more" }).click();
    await expect(cards).toHaveCount(48);
  });
  await test.step("adds the trim that a tile or a suggestion names", async () => {
    const named = /^(?<trim>.+)\n(?<price>\$[\d,]+)\s·\s(?<range>\d+\smiles)$/m;
    const expectIn = async (number: number, words: string) => {
      const { trim = "", price = "", range = "" } = named.exec(words)?.groups ?? {};
      expect(trim, words).not.toBe("");
      await expect(slot(page, number)).toHaveAccessibleName(
        new RegExp(`: .+ ${RegExp.escape(trim)}$`),
      );
      await expect(slot(page, number).locator("dl")).toContainText(`Price${price}Range${range}`);
    };
    // Include models with several trims and several years.
    for (const [at, model] of ["Chevrolet Equinox EV", "Hyundai IONIQ 5"].entries()) {
      const tile = grid.getByRole("button", { pressed: false, name: model }).first();
      const words = await tile.innerText();
      await tile.click();
      await expectIn(at + 1, words);
      // Once pressed, the button names what it removes, also when another trim was selected in its slot.
      const select = slot(page, at + 1).getByRole("combobox");
      await select.selectOption({ index: 1 });
      const pressed = grid.getByRole("button", { pressed: true, name: model });
      await expectIn(at + 1, await pressed.innerText());
    }
    await slot(page, 3).getByRole("combobox").fill("ioniq 5");
    const option = page.getByRole("option", { name: /IONIQ 5/i }).first();
    const words = await option.innerText();
    expect(words).toMatch(/\(20\d\d\)/);
    await option.click();
    await expectIn(3, words);
  });
});

test("toggles in the grid and refuses a fourth @desktop @main", async ({ page }) => {
  const trims = await someTrims(page, 2);
  const release = await hold(page, "**/assets/*.js");
  await page.goto(addressOf(trims), { waitUntil: "commit" });
  const grid = page.getByRole("region", { name: "Available Vehicles" });
  const cards = grid.getByRole("button", { pressed: false }).filter({ hasNotText: "Show more" });
  await expect(grid.getByRole("button").first(), "chosen elsewhere, so first").toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await cards.first().click();
  const differences = page.getByRole("checkbox", { name: "Only differences" });
  await differences.check();
  const alike = table(page).getByRole("rowheader", { name: "Seating" });
  release();
  await expect(page.getByText("3 of 3 selected")).toBeVisible();
  await expect(differences).toBeChecked();
  await expect(alike, "what is ticked counts").toHaveCount(0);
  await expect(cards.first(), "folded once three are chosen").toBeHidden();
  await grid.getByText("Available Vehicles").click();
  await cards.first().click();
  await expect(
    page.getByText("You already have three. Remove one first.", { exact: true }),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Full comparison" }), "it is here").toHaveCount(0);
  await expect(page.getByText("3 of 3 selected")).toBeVisible();

  await grid.getByRole("button", { pressed: true }).first().click();
  await expect(page.getByText("2 of 3 selected")).toBeVisible();
  await page.goBack();
  await expect(page.getByText("3 of 3 selected"), "Back undoes").toBeVisible();
});

test("marks the best of each row and hides what is alike @desktop @main", async ({ page }) => {
  const [first, second] = await readEntries(page, "make=Tesla");
  if (!first || !second) throw new Error("The starter catalogue has several Teslas.");
  await page.goto(addressOf([first, second]));
  const prices = await cellsOf(table(page), "Price");
  const cheaper = Number(first.trim.price) <= Number(second.trim.price) ? 0 : 1;
  expect(prices[cheaper]).toContain("Best");
  // A larger battery is not better as such; the better value has the longer bar.
  await table(page).getByRole("button", { name: "More figures" }).click();
  expect((await cellsOf(table(page), "Battery")).join()).not.toContain("Best");
  const bars = await table(page)
    .getByRole("row")
    .filter({ hasText: "Price" })
    .getByRole("cell")
    .evaluateAll((cells) =>
      cells.map((cell) => cell.lastElementChild?.firstElementChild?.clientWidth ?? 0),
    );
  expect(bars[cheaper]).toBeGreaterThan(bars[1 - cheaper] ?? 0);
  for (const row of await table(page).getByRole("row").all()) {
    const [one, other] = await row.getByRole("cell").allInnerTexts();
    expect(one === other && /Best/.test(`${one}`), `${one} beside ${other}`).toBe(false);
  }
});

test("swaps the trims of all models for the cheapest ones @desktop", async ({ page }) => {
  const entries = [
    ...(await readEntries(page, "make=Tesla")),
    ...(await readEntries(page, "make=Hyundai")),
  ];
  const trimsOf = (model: string) =>
    entries.filter(({ ev, trim }) => ev.model === model && trim.year === ev.year);
  const [modelY, ioniq5] = [trimsOf("Model Y"), trimsOf("Ioniq 5")];
  const cheapest = [modelY, ioniq5].flatMap((trims) =>
    trims.toSorted((one, other) => Number(one.trim.price) - Number(other.trim.price)).slice(0, 1),
  );
  const last = addressOf([modelY.at(-1), ioniq5.at(-1)].flatMap((one) => one ?? []));
  await page.goto(last);
  const choice = page.getByRole("button", { name: "Compare the cheapest of each" });
  const cheaper = page.getByText(/heaper trims? (?:is|are) not compared here: /);
  await expect(cheaper).toBeVisible();
  await choice.click();
  await expect(page).toHaveURL(addressOf(cheapest));
  await expect(cheaper).toHaveCount(0);
  await expect(choice).toHaveCount(0);
  const verdict = page.locator(":focus").getByRole("list", { name: "Best for each need" });
  await expect(verdict, "the verdict has the focus").toBeVisible();
  await page.goBack();
  await expect(page, "Back undoes").toHaveURL(last);
});

test("a picture or the vehicles cannot be loaded @desktop", async ({ page, allowConsole }) => {
  allowConsole(/^Failed to load resource|could not be loaded/);
  const second = (await readEntries(page, "make=Volvo")).filter(({ trim }) => trim.index === 1);
  await page.route("**/images/cars/**", (route) => route.abort());
  await page.goto(addressOf(second.slice(0, 2)));
  await expect(slot(page, 1).getByText("Image unavailable")).toBeVisible();
  const remove = slot(page, 2).getByRole("button", { name: /^Remove/ });
  await remove.click();
  await expect(remove, "changed, it is remembered").toBeHidden();
  const isList = ({ pathname }: URL) => pathname === "/api/evs";
  await page.route(isList, (route) => route.fulfill({ status: 503, json: { error: "Later." } }));
  await page.goto("/compare");
  await expect(page.getByText("Error loading vehicles. Please try again later.")).toBeVisible();
  // A car that the document does not contain has not been removed from the catalogue.
  await expect(page).toHaveURL(/ev=/);
  await expect(page.getByText(/was left out/)).toHaveCount(0);
  await page.unroute(isList);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Error loading vehicles.")).toBeHidden();
});
