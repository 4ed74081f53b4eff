import type { Locator, Page } from "@playwright/test";

import type { EvListEntry } from "../src/domain/vehicle.ts";
import { addressOf, nameOf, slot, someTrims, table } from "./comparison.ts";
import { LIST_CALL, readEntries } from "./discover.ts";
import { boxOf, expect, hold, middleOf, overflowOf, test } from "./fixtures.ts";

test("shows three slots side by side from 1024 px on, two before @desktop", async ({ page }) => {
  await page.goto("/compare");
  for (const [width, third] of [
    [1440, true],
    [1024, true],
    [1023, false],
    [640, false],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    for (const number of [1, 2])
      await expect(slot(page, number), `${width} px`).toBeInViewport({ ratio: 0.7 });
    await (third
      ? expect(slot(page, 3), `${width} px`).toBeInViewport({ ratio: 0.7 })
      : expect(slot(page, 3), `${width} px`).not.toBeInViewport({ ratio: 0.2 }));
  }
});

test("says that vehicles load, and keeps very long names within their slots", async ({ page }) => {
  const long = "Donaudampfschifffahrtsgesellschaft Long Range Performance Limited Edition";
  const trims = await someTrims(page, 2);
  await page.goto(addressOf(trims));
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Tech" }).click();
  await expect(page.getByText("Compiling the future...")).toBeVisible();
  await page.route(LIST_CALL, async (route) => {
    const answer = await route.fetch();
    const entries: EvListEntry[] = await answer.json();
    const json = entries.map(({ ev, trim }) => ({
      ev: { ...ev, model: `${ev.model} ${long}` },
      trim: { ...trim, trim: `${trim.trim} ${long}` },
    }));
    await route.fulfill({ json });
  });
  const release = await hold(page, LIST_CALL);
  // These models have no drawings of their own.
  await page.route("**/images/cars/**", (route) =>
    route.fulfill({ path: "public/placeholder-car.svg" }),
  );
  // Reload a document that contains no vehicles, then go back to a page that shows them.
  await page.reload();
  await page.goBack();
  await expect(page.getByText("Loading vehicles...")).toBeVisible();
  release();
  const slots = page.getByRole("list", { name: "Slots" });
  await expect(slots.getByRole("heading").first()).toContainText(long);
  const beyond = () =>
    slots.locator(":is(h2, p, select, dl)").evaluateAll((parts) =>
      parts.filter((part) => {
        const slotEdge = part.closest("li")?.getBoundingClientRect().right ?? 0;
        return part.getBoundingClientRect().right > slotEdge || part.scrollWidth > part.clientWidth;
      }),
    );
  expect(await beyond()).toEqual([]);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
});

/** Number of paper pages that the browser's print dialog would produce. */
async function sheetsOf(page: Page, format: string): Promise<number> {
  const margin = { top: "0.5in", right: "0.5in", bottom: "0.5in", left: "0.5in" };
  const pdf = await page.pdf({ format, margin });
  return pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

/** Only the comparison is printed, dark on light. */
async function expectPaper(page: Page): Promise<void> {
  await expect(table(page).getByRole("row").last()).toBeVisible();
  for (const left of [
    page.getByRole("banner"),
    page.getByRole("contentinfo"),
    page.getByRole("button", { name: "Copy link" }),
    slot(page, 1).getByRole("button", { name: /^Remove/ }),
    page.getByRole("region", { name: "Available Vehicles" }),
  ])
    await expect(left).toBeHidden();
  for (const number of [1, 2, 3]) await expect(slot(page, number)).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(720);
  const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect((paper.match(/\d+/g) ?? []).map(Number).every((part) => part > 200)).toBe(true);
}

test("prints the comparison on one page with whole names @desktop", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("theme", "dark"));
  const all = await readEntries(page);
  const byLength = all.toSorted((a, b) => nameOf(b).length - nameOf(a).length);
  const several = byLength.filter(({ ev }) => all.filter((other) => other.ev.id === ev.id)[1]);
  for (const count of [3, 1]) {
    const trims = several.slice(0, count);
    await page.goto(addressOf(trims));
    await expect(slot(page, count).getByRole("combobox")).toBeVisible();
    for (const format of ["Letter", "A4"])
      expect(await sheetsOf(page, format), `${count} on ${format}`).toBe(1);
    await page.emulateMedia({ media: "print" });
    await page.setViewportSize({ width: 720, height: 960 });
    if (count > 1) {
      const size = page.getByRole("region", { name: "Size", exact: true });
      await expect(size).toBeInViewport({ ratio: 1 });
      await expectPaper(page);
    }
    for (const one of trims) {
      const name = page
        .getByText(new RegExp(`^${RegExp.escape(one.trim.trim)}( \\(\\d{4}\\))?$`))
        .filter({ visible: true });
      const parts = await name.evaluateAll((found) =>
        found.map(({ tagName, scrollWidth, clientWidth }) => ({
          isText: tagName !== "OPTION" && tagName !== "SELECT",
          isWhole: scrollWidth <= clientWidth,
        })),
      );
      expect(parts, nameOf(one)).toEqual([{ isText: true, isWhole: true }]);
    }
    await page.emulateMedia({ media: null });
    await page.setViewportSize({ width: 1280, height: 800 });
  }
});

test("shows two slots and the edge of the third, a swipe away @phone", async ({ page }) => {
  await page.goto(addressOf(await someTrims(page, 3)));
  for (const number of [1, 2]) await expect(slot(page, number)).toBeInViewport({ ratio: 1 });
  const third = slot(page, 3);
  const edge = 375 - (await boxOf(third)).x;
  expect(edge, "something is there").toBeGreaterThan(20);
  expect(edge).toBeLessThan(60);
  const swipe = await page.context().newCDPSession(page);
  const middle = await middleOf(slot(page, 2));
  await swipe.send("Input.synthesizeScrollGesture", { ...middle, xDistance: -150 });
  await expect(third, "after one swipe").toBeInViewport({ ratio: 0.99 });
});

async function expectOnColumn(page: Page, row: Locator, number: number): Promise<void> {
  await expect(async () => {
    const [head, cell] = [
      await boxOf(slot(page, number)),
      await boxOf(row.getByRole("cell").nth(number - 1)),
    ];
    for (const edge of ["x", "right"] as const) {
      const apart = Math.abs(Math.round(head[edge]) - Math.round(cell[edge]));
      expect(apart, `slot ${number}: ${edge}`).toBeLessThanOrEqual(1);
    }
  }).toPass();
}

test("three columns fit every width under names that stay @desktop", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(addressOf(await someTrims(page, 3)));
  await expect(slot(page, 3).getByRole("combobox")).toBeVisible();
  const rows = table(page).getByRole("row");
  for (const [width, highest] of [
    [320, 96],
    [375, 96],
    [768, 96],
    [1440, 230],
  ] as const) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 });
      const isWide = width >= 1024;
      const costs = rows.filter({ hasText: "Cost per year" });
      for (const row of [costs, rows.last()]) {
        const label = row.getByRole("rowheader").or(row.getByRole("button"));
        // What is laid out on the way may push it out of sight again.
        await expect(async () => {
          await row.evaluate((element) => element.scrollIntoView({ block: "center" }));
          await expect(label).toBeInViewport({ ratio: 1, timeout: 1000 });
        }).toPass();
        const rowTop = (await boxOf(row)).y;
        for (const number of [1, 2, 3]) {
          const head = slot(page, number);
          const names = isWide
            ? [head.getByRole("img"), head.getByRole("heading")]
            : [rows.first().getByRole("columnheader").nth(number)];
          for (const part of names) {
            await expect(part).toBeInViewport({ ratio: 1 });
            expect((await boxOf(part)).bottom).toBeLessThan(rowTop);
          }
        }
      }
      await costs.evaluate((element) => element.scrollIntoView({ block: "center" }));
      const head = isWide ? page.getByRole("list", { name: "Slots" }) : rows.first();
      expect((await boxOf(head)).height).toBeLessThanOrEqual(highest);
      for (const number of [1, 2, 3]) {
        await expect(costs.getByRole("cell").nth(number - 1)).toBeInViewport({ ratio: 1 });
        if (isWide) await expectOnColumn(page, costs, number);
      }
      expect(await overflowOf(page), "the page does not scroll sideways").toBeLessThanOrEqual(0);
    });
  }
  await test.step("the focus is never behind the names", async () => {
    const fold = table(page).getByRole("button", { name: "More figures" });
    const after = page.getByRole("link", { name: "See costs for your state" });
    for (const width of [375, 1440]) {
      await page.setViewportSize({ width, height: 700 });
      await after.focus();
      await fold.evaluate((button) => scrollBy(0, button.getBoundingClientRect().top - 20));
      await page.keyboard.press("Shift+Tab");
      await expect(fold).toBeFocused();
      const names = width < 1024 ? rows.first() : slot(page, 1).getByRole("heading");
      const { bottom } = await boxOf(names);
      await expect.poll(async () => (await boxOf(fold)).y).toBeGreaterThan(bottom);
    }
  });
});

test("two cars, and a link with four, stand on their columns @desktop", async ({ page }) => {
  for (const count of [2, 4]) {
    await page.goto(addressOf(await someTrims(page, count)));
    const row = table(page).getByRole("row").filter({ hasText: "Price" }).first();
    for (let number = 1; number <= Math.min(count, 3); number += 1)
      await expectOnColumn(page, row, number);
  }
  await expect(page.getByText("The others were left out.")).toBeVisible();
});

test("three columns fit a phone without scripts, too @desktop", async ({ plain }) => {
  await plain.setViewportSize({ width: 375, height: 800 });
  await plain.goto(addressOf(await someTrims(plain, 3)));
  const row = table(plain).getByRole("row").filter({ hasText: "Price" }).first();
  await row.scrollIntoViewIfNeeded();
  await expect(row.getByRole("cell").last()).toBeInViewport({ ratio: 1 });
  await slot(plain, 3).scrollIntoViewIfNeeded();
  await expect(slot(plain, 3)).toBeInViewport({ ratio: 0.99 });
  expect(await overflowOf(plain)).toBe(0);
});
