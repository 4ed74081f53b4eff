import type { Locator, Page } from "@playwright/test";

import { addressOf, slot, someTrims, table } from "./comparison.ts";
import {
  addRow,
  confirmDelete,
  gridOf,
  modelOf,
  openDashboard,
  rowsWith,
  toastOf,
} from "./dashboard.ts";
import {
  brandOf,
  cardsOf,
  closeQuickFilters,
  countModels,
  openDiscover,
  readEntries,
  searchBoxOf,
} from "./discover.ts";
import { comeTo, expect, hold, press, pressFirst, signIn, test } from "./fixtures.ts";
import { editorOf } from "./grid.ts";
import { leaders, section as rankingOf } from "./ranking.ts";
import { fill, parts } from "./reviews.ts";
import { type TextChange, translate } from "./translator.ts";

/** Pages whose texts a browser or an extension has changed (everywhere.md#translation). */

const JOURNEYS: readonly [TextChange, "early" | "hydrated"][] = [
  ["replaces", "early"],
  ["replaces", "hydrated"],
  ["moves", "early"],
  ["rewrites", "early"],
  ["marks", "early"],
  ["joins", "hydrated"],
];

/** Waits until an element shows a text, whatever the translation has put around its parts. */
async function expectShown(element: Locator, text: string | RegExp): Promise<void> {
  const expected =
    typeof text === "string" ? expect.stringContaining(text) : expect.stringMatching(text);
  await expect.poll(() => textOf(element)).toEqual(expected);
}

async function textOf(element: Locator): Promise<string> {
  const texts = await element.allInnerTexts();
  return texts.join(" ").replaceAll(/[«»]/g, "").replaceAll(/\s+/g, " ").replaceAll(" ,", ",");
}

/** The line above the list. */
const countOf = (page: Page) =>
  page
    .locator("#database")
    .getByRole("paragraph")
    .filter({ hasText: /^«?[\d,]+»? «?models?/ });

async function expectAlive(page: Page): Promise<void> {
  await expect(page.getByText("could not be loaded")).toHaveCount(0);
}

for (const [change, when] of JOURNEYS) {
  // A phone differs in where the search box is; one way to change texts shows that.
  const tag = change === "replaces" ? [] : ["@desktop"];
  test(
    `the home page works when somebody ${change} its texts, ${when}`,
    { tag },
    async ({ page }) => {
      await translate(page, change, when);
      await openDiscover(page);
      const entries = await readEntries(page);
      const kias = countModels(entries, ({ ev }) => ev.make === "Kia");
      const all = countModels(entries);
      await expectShown(countOf(page), `${all} models, ${entries.length} trims`);

      for (const [text, found] of [
        ["kia", kias],
        ["", all],
        ["kia ev9", 1],
        ["", all],
      ] as const) {
        const box = await searchBoxOf(page);
        await box.fill(text);
        await closeQuickFilters(page);
        await expectShown(countOf(page), new RegExp(`^${found} models?, `));
      }

      await brandOf(page, "Kia").click();
      await expectShown(countOf(page), new RegExp(`^${kias} models, `));
      await expect(cardsOf(page)).toHaveCount(kias);
      await page.goBack();
      await expectShown(countOf(page), `${all} models, ${entries.length} trims`);

      const leader = leaders(page).first();
      const [, votes] = /(\d+) votes?/.exec(await textOf(leader)) ?? [];
      await leader.getByRole("button", { name: /^Upvote / }).click();
      await expectShown(leader, new RegExp(`\\b${Number(votes ?? 0) + 1} votes?`));
      await expectShown(
        page.getByRole("region", { name: /notifications/i }),
        "Successfully upvoted",
      );

      await expectAlive(page);
      // Marks split the names by which the rest is found.
      if (change === "marks") return;
      const range = page.getByRole("button", { name: /^«?RANGE/ });
      await range.click();
      await expect(range).toHaveAccessibleName(/shortest first/);
      const ranking = rankingOf(page);
      await ranking.getByRole("button", { name: /Show Remaining EVs/ }).click();
      await expectShown(ranking, "Page 1 / 19");
      await ranking.getByRole("button", { name: /Next/ }).click();
      await expectShown(ranking, "Page 2 / 19");
      await expectAlive(page);
    },
  );
}

const PAGES: readonly [TextChange, "early" | "hydrated"][] = [
  ["replaces", "early"],
  ["moves", "hydrated"],
  ["joins", "early"],
];

for (const [change, when] of PAGES) {
  test(`other pages work when somebody ${change} them, ${when} @desktop`, async ({ page }) => {
    await signIn(page);
    const row = await addRow(page.request, { price: 40_000, range: 300, zeroToSixty: 4.8 });
    const id = await modelOf(page.request, row);
    await translate(page, change, when);

    await test.step("one car: a live price, kilometers and a review", async () => {
      await page.goto(`/ev/${id}`);
      const figures = page.locator("dl").first();
      await expectShown(figures, /300 miles.*\$40,000/);
      const answer = await page.request.put(`/api/evs/${row.id}`, { data: { price: 41_234 } });
      expect(answer.status()).toBe(200);
      await expectShown(figures, "$41,234");
      const unit = page.getByRole("button", { name: /^Distances in/ });
      await unit.click();
      await expectShown(figures, "483 km");
      await unit.click();
      await expectShown(figures, "300 miles");
      const { section, submit, items, toast } = parts(page);
      await comeTo(section);
      await fill(page, { name: "Ada", stars: 4, comment: "Quiet and quick." });
      await submit.click();
      await expectShown(items, /Ada.*Quiet and quick\./);
      await expectShown(toast, /./);
    });

    await test.step("the comparison: removed, back, and one trim for another", async () => {
      const trims = await someTrims(page, 2);
      await page.goto(addressOf(trims));
      const selected = page.getByRole("main");
      await expectShown(selected, "2 of 3 selected");
      await press(slot(page, 1), /^Remove /);
      await expectShown(selected, "1 of 3 selected");
      await page.goBack();
      await expectShown(selected, "2 of 3 selected");
      await expectShown(table(page).getByRole("rowheader").first(), "Price");
    });

    await test.step("the table: nothing found, and everything again", async () => {
      await page.goto("/table");
      const box = page.getByRole("searchbox");
      await box.fill("no such car");
      await expectShown(page.locator("#main"), "No results for “no such car”");
      await box.fill("");
      await expect(page.getByRole("table")).toHaveAttribute("aria-rowcount", /^29\d$/);
      await page.getByRole("button", { name: /Columns/ }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("checkbox", { name: "Towing" }).check();
      await dialog.getByRole("button", { name: "Done" }).click();
      await expectShown(page.getByRole("columnheader"), "Towing");
    });

    await test.step("a card: compared, saved and no longer saved", async () => {
      await openDiscover(page, "/?search=kia+ev9");
      const card = cardsOf(page).first();
      await pressFirst(card, /^Compare /);
      await expectShown(page.getByRole("region", { name: "Your comparison" }), "Kia EV9");
      await pressFirst(card, /^Save /);
      await page.getByRole("button", { name: /^Saved cars/ }).click();
      const dialog = page.getByRole("dialog", { name: /Saved cars/ });
      await dialog.getByRole("button", { name: /^Remove Kia EV9/ }).click();
      await expectShown(toastOf(page), "No longer saved");
      await toastOf(page).getByRole("button", { name: "Undo" }).click();
      await expect(dialog.getByRole("heading", { name: "Kia EV9" })).toBeVisible();
    });

    await test.step("the dashboard: a search, a changed cell and a deleted row", async () => {
      await openDashboard(page, `?search=${encodeURIComponent(row.model)}`);
      const search = page.getByRole("searchbox");
      await search.fill("no such car");
      await expectShown(page.locator("#main"), "No EVs match “no such car”");
      await search.fill(row.model);
      await expect(rowsWith(page, row)).toBeVisible();
      // The heading is translated too.
      const heading = gridOf(page).locator('th[data-field="price"]');
      const index = await heading.getAttribute("aria-colindex");
      const price = rowsWith(page, row).locator(`[aria-colindex="${index}"]`);
      await price.click();
      await editorOf(page).fill("42500");
      await page.keyboard.press("Enter");
      await expectShown(price, "$42,500");
      await expectShown(toastOf(page), "EV updated successfully");
      await press(rowsWith(page, row), /^Delete /);
      await confirmDelete(page);
      await expectShown(toastOf(page), "was deleted successfully");
      await expect(gridOf(page).filter({ hasText: row.trim })).toHaveCount(0);
    });

    await test.step("a correction", async () => {
      const headers = { origin: new URL(page.url()).origin };
      const missing = { make: "Zeta", model: `Lost ${change}`, trim: "One" };
      const sent = await page.request.post("/api/corrections", { data: { missing }, headers });
      const { token } = (await sent.json()) as { token: string };
      await page.goto(`/corrections/${token}`);
      const main = page.getByRole("main");
      await expectShown(main, `Received Somebody will check it.`);
      await expect(main.getByText(`Zeta Lost ${change} One`, { exact: true })).toBeVisible();
    });

    await test.step("the sign-in: what is missing", async () => {
      await page.context().clearCookies();
      await page.goto("/auth");
      await page.getByRole("button", { name: "Login" }).click();
      await expectShown(page.locator("form"), "Username is required");
      await page.getByLabel("Username").fill("admin");
      await expect.poll(() => textOf(page.locator("form"))).not.toContain("Username is required");
    });
    await expectAlive(page);
  });
}

test("names stay as they are in a translated page @desktop", async ({ page }) => {
  await translate(page);
  await openDiscover(page, "/?search=kia+ev9");
  await expect(cardsOf(page).getByRole("heading")).toHaveText("Kia EV9");
  await page.goto("/table?search=kia+ev9");
  await expect(page.getByRole("row").nth(1).getByRole("cell").first()).toHaveText("Kia");
  const audis = await someTrims(page, 2);
  await page.goto(addressOf(audis));
  for (const [at, { ev, trim }] of audis.entries()) {
    const heading = table(page)
      .getByRole("columnheader")
      .nth(at + 1);
    await expect(heading).toContainText(`${ev.make} ${ev.model}`);
    await expect(heading).toContainText(trim.trim);
    await expect(heading).not.toContainText("«");
  }
  await expect(page.getByRole("main")).toContainText("«");
});

// Parts whose texts it moves before they hydrate are rendered again, which React reports.
test("what is typed in a page translated before it hydrates counts @desktop", async ({ page }) => {
  await translate(page, "replaces", "early");
  const release = await hold(page, "**/assets/*.js");
  await page.goto("/", { waitUntil: "commit" });
  const box = page.getByRole("searchbox", { name: "Search make, model or trim" });
  await box.fill("ioniq");
  const range = page.getByRole("button", { name: /^«?RANGE/ });
  await range.click();
  release();
  await expect(page).toHaveURL(/search=ioniq/);
  await expect(box).toHaveValue("ioniq");
  await expect(range).toHaveAccessibleName(/shortest first/);
});

test("the page lives with an extension's script @desktop", async ({ page, allowConsole }) => {
  allowConsole(/Minified React error #418/);
  await openDiscover(page);
  await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const all: Node[] = [];
    while (texts.nextNode()) all.push(texts.currentNode);
    for (const text of all.filter(({ parentElement }) => parentElement?.closest("main"))) {
      const font = document.createElement("font");
      text.parentNode?.insertBefore(font, text);
      font.appendChild(text);
    }
  });
  const box = await searchBoxOf(page);
  for (const text of ["kia", "", "no such car", ""]) {
    await box.fill(text);
    await expect(page).toHaveURL(text ? /search=/ : /\/$/);
  }
  await expect(cardsOf(page).first()).toBeVisible();
  await expectAlive(page);
});
