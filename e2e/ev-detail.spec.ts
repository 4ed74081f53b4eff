import { listOf, readEntries } from "./discover.ts";
import type { Page } from "@playwright/test";

import { expect, expectAccessible, NOT_FOUND_LINE, test } from "./fixtures.ts";
import { unfoldSpecifications } from "./specifications.ts";

async function trimsOf(page: Page, model: string) {
  return (await readEntries(page)).filter(({ ev }) => ev.model === model);
}

async function idOf(page: Page, model: string) {
  return (await trimsOf(page, model))[0]?.ev.id;
}

const chosenTrim = (page: Page) =>
  page.getByRole("navigation", { name: "Trims" }).locator("[aria-current] span").first();

const specification = (page: Page, label: string) =>
  page
    .getByRole("row", { name: new RegExp(`^${label.replaceAll("$", "\\$")}`) })
    .getByRole("cell")
    .first();

test("shows model, trim and every figure with its unit @main-phone", async ({ page }) => {
  const id = await idOf(page, "Q6 e-tron");
  await page.goto(`/ev/${id}?trimName=Premium%20quattro`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Audi Q6 e-tron");
  await expect(chosenTrim(page)).toHaveText("Premium quattro");
  await unfoldSpecifications(page);
  for (const [label, value] of [
    ["Range", "307 miles"],
    ["Fast charging, 10-80%", "21 min"],
    ["0-60 mph", "4.90s"],
    ["Price", "$65,800"],
    ["Model year", "2025"],
    ["$7,500 tax credit", "Did not qualify"],
  ] as const) {
    await expect(specification(page, label), label).toHaveText(
      new RegExp(`^${RegExp.escape(value)}(Sources differ: .+)?$`),
    );
  }
  await expect(page.getByRole("rowheader", { name: /0-60/ })).toHaveCount(1);
});

test("says where its figures stand among cars of its body type @desktop", async ({ page }) => {
  const figures = page.getByRole("article").locator("header dl");
  await page.goto(`/ev/${await idOf(page, "Q6 e-tron")}`);
  await expect(figures).toContainText(/er range than \d+% of SUVs/);
  await expect(page.getByText("Compared with every SUV trim listed here.")).toBeVisible();
});

test("a phone collapses the details, charging and winter first @phone", async ({ page }) => {
  const trims = await trimsOf(page, "Ioniq 5");
  const { ev, trim } = trims.find((entry) => entry.trim.year === 2026) ?? {};
  await page.goto(`/ev/${ev?.id}?trim=${trim?.index}`);
  const facts = page.getByRole("region", { name: "Charging and winter" });
  await expect(facts.getByRole("term")).toHaveText([
    "Added in 10 min of charging",
    "120 V outlet",
    "Winter range at 70 mph",
  ]);
  const { y = Infinity } = (await facts.boundingBox()) ?? {};
  expect(y, "on the second screen at the latest").toBeLessThan(2 * 812);

  const figures = page.getByRole("region", { name: "Specifications" });
  await expect(figures.getByRole("table")).toHaveCount(1);
  await figures.locator("summary").filter({ hasText: "Performance" }).click();
  await expect(figures.getByRole("table", { name: "Performance" })).toBeVisible();
  const pills = page.getByRole("navigation", { name: "Trims" });
  const old = pills.getByRole("link", { name: /\(2025\)/ });
  await expect(old).toHaveCount(0);
  await pills.getByRole("heading", { name: "2025" }).click();
  await old.first().click();
  await expect(old.first()).toBeFocused();
  await expect(page).toHaveURL(/trimName=/);
  await expectAccessible(page);
  // The address of an older trim opens the group of its year.
  await page.reload();
  await expect(old.first()).toBeVisible();
});

test("shows its votes and takes one more (ranking.md#votes) @main @desktop", async ({ page }) => {
  const id = await idOf(page, "Q6 e-tron");
  const votes = page.getByRole("article").first();
  await page.goto(`/ev/${id}`);
  await expect(votes).toContainText("0 votes");
  await votes.getByRole("button", { name: "Upvote Audi Q6 e-tron" }).click();
  await expect(
    page.getByText("Successfully upvoted Audi Q6 e-tron", { exact: true }),
  ).toBeVisible();
  await expect(votes).toContainText("1 vote");
  const cast = votes.getByRole("button", { name: "You have already voted for Audi Q6 e-tron" });
  await expect(cast).toBeDisabled();
  await page.reload();
  await expect(cast).toBeDisabled();
});

test("says what it costs to own, and remembers the settings @desktop", async ({ page }) => {
  const trims = await trimsOf(page, "Equinox EV");
  const { ev, trim } = trims.find((entry) => entry.trim.price === 33_600) ?? {};
  await page.goto(`/ev/${ev?.id}?trim=${trim?.index}`);
  const card = page.getByRole("region", { name: "Cost to own" });
  const figures = card.locator("dl");
  // $33,600 less 10 % at 7 % for 70 months; the rest as in savings.spec.ts.
  await expect(figures).toContainText("$527.43");
  await expect(figures).toContainText("with a loan at 7%");
  await expect(figures).toContainText("$1,651");
  await expect(figures).toContainText("$6,727ahead after 8 years");
  await card.getByText("Change").click();
  await card.getByRole("textbox", { name: "Interest (APR)" }).fill("0");
  await expect(figures).toContainText("$432.00");
  await expect(figures).toContainText("with a loan at 0%");
  await card.getByRole("textbox", { name: "Miles per year" }).fill("24,000");
  await expect(figures).toContainText("$17,054ahead after 8 years");
  await expect(page).toHaveURL(/&saveMiles=24000&saveApr=0$/);
  await expectAccessible(page);

  await test.step("the section has the same settings, and the total first", async () => {
    await card.getByRole("link", { name: "Full calculation" }).click();
    await expect(page).toHaveURL(/\/\?saveEv=\d+&saveMiles=24000&saveApr=0#saving$/);
    const section = page.locator("#saving");
    await expect(section.getByText("$60,020 over 8 years, $625 per month")).toBeVisible();
    await expect(section.getByText("$17,054 ahead after 8 years")).toBeVisible();
  });
});

test("the trim pills replace the address and keep the place @desktop", async ({ page }) => {
  const id = await idOf(page, "Air");
  await page.goto("/ai");
  await page.goto(`/ev/${id}`);
  await expect(page.getByText("Scrolling to top")).toHaveCount(0);
  await expect(chosenTrim(page)).toHaveText("Pure RWD");
  const pills = page.getByRole("navigation", { name: "Trims" });
  await pills.getByRole("link", { name: /^Sapphire AWD/ }).click();
  await expect(page).toHaveURL(`/ev/${id}?trim=3&trimName=Sapphire%20AWD`);
  await expect(page).toHaveTitle("Lucid Air Sapphire AWD · EV Catalogue");
  await unfoldSpecifications(page);
  await expect(specification(page, "Price")).toHaveText("$249,000");
  await expect(page.getByText("Scrolling to top")).toHaveCount(0);
  await pills.getByRole("link", { name: /^Touring AWD/ }).click();
  await expect(chosenTrim(page)).toHaveText("Touring AWD");
  await page.goBack();
  await expect(page).toHaveURL("/ai");
});

test("the trim and its year are named, as the address asks @desktop", async ({ page }) => {
  await test.step("a row's id shows its model, whose address stays the one to share", async () => {
    const trims = await trimsOf(page, "Model 3");
    const { ev, trim } = trims[2] ?? {};
    const answer = await page.goto(`/ev/${trim?.rowId}`);
    expect(answer?.status()).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tesla Model 3");
    const shared = page.locator('meta[property="og:url"]');
    await expect(shared).toHaveAttribute("content", `/ev/${ev?.id}`);
  });
  await test.step("an unknown name is said, and the index counts", async () => {
    const id = await idOf(page, "Model 3");
    await page.goto(`/ev/${id}?trim=4&trimName=Ludicrous`);
    await expect(chosenTrim(page)).toHaveText("Long Range RWD (2025)");
    await expect(
      page.getByText("The trim in this link is no longer listed. This is Long Range RWD (2025)."),
    ).toBeVisible();
    await page.goto(`/ev/${id}`);
  });
  await test.step("a model with several years names the year of each trim", async () => {
    const links = page.getByRole("navigation", { name: "Trims" }).getByRole("link");
    await expect(links).toHaveCount(7);
    for (const link of await links.all()) await expect(link).toHaveText(/\((2025|2026)\)/);
    await expect(page).toHaveTitle("Tesla Model 3 Standard RWD (2026) · EV Catalogue");
    // Trims are listed under their years, newest first, and nowhere else.
    await expect(page.getByRole("heading", { name: "7 trims" })).toBeVisible();
    await expect(page.getByRole("heading", { level: 3, name: /^20\d\d$/ })).toHaveText([
      "2026",
      "2025",
    ]);
    const older = page.getByRole("table", { name: "2025" });
    await expect(older.getByRole("link")).toHaveCount(3);
    await expect(older.getByRole("row", { name: /Performance/ })).toContainText("298 miles");
    await expect(page.getByRole("link", { name: /Long Range AWD/ })).toHaveCount(1);
  });
});

test("no such vehicle is a 404 that says so @desktop @main", async ({ page, allowConsole }) => {
  allowConsole(NOT_FOUND_LINE);
  await test.step("is answered with 404 and says so", async () => {
    for (const id of ["987654321", "0", "abc", "1e2", "007", "9".repeat(40), "%00"]) {
      const answer = await page.goto(`/ev/${id}`);
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole("heading", { name: "Vehicle not found" })).toBeVisible();
      await expect(page).toHaveTitle("Vehicle not found · EV Catalogue");
      await expect(page.getByText("Loading vehicle details...")).toHaveCount(0);
      await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
      await expect(page.getByRole("link", { name: "Back to Showcase" })).toBeVisible();
    }
  });
  await test.step("after it, an existing vehicle is shown", async () => {
    await page.getByRole("link", { name: "See all EVs" }).click();
    await expect(page).toHaveURL("/");
    await listOf(page).getByRole("link", { name: "Lucid Air" }).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lucid Air");
    expect(new URL(page.url()).pathname).toBe(`/ev/${await idOf(page, "Air")}`);
  });
});
