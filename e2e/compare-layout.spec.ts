import type { Page } from "@playwright/test";

import type { EvListEntry } from "../src/domain/vehicle.ts";
import { addressOf, nameOf, slot, someTrims, table } from "./comparison.ts";
import { LIST_CALL } from "./discover.ts";
import { expect, test } from "./fixtures.ts";

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
  const list = Promise.withResolvers<void>();
  const trims = await someTrims(page, 2);
  await page.goto(addressOf(trims));
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Tech" }).click();
  await expect(page.getByText("Compiling the future...")).toBeVisible();
  await page.route(LIST_CALL, async (route) => {
    await list.promise;
    const answer = await route.fetch();
    const entries: EvListEntry[] = await answer.json();
    const json = entries.map(({ ev, trim }) => ({
      ev: { ...ev, model: `${ev.model} ${long}` },
      trim: { ...trim, trim: `${trim.trim} ${long}` },
    }));
    await route.fulfill({ json });
  });
  // There are no drawings of such models.
  await page.route("**/images/cars/**", (route) =>
    route.fulfill({ path: "public/placeholder-car.svg" }),
  );
  // A document that brings no vehicles, and Back to a page that shows them.
  await page.reload();
  await page.goBack();
  await expect(page.getByText("Loading vehicles...")).toBeVisible();
  list.resolve();
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
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
});

test("prints the comparison alone, on light paper @desktop", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("theme", "dark"));
  await page.goto(addressOf(await someTrims(page, 3)));
  await expect(slot(page, 1).getByRole("button", { name: /^Remove/ })).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: 794, height: 1123 }); // A4
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
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(794);
  const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect((paper.match(/\d+/g) ?? []).map(Number).every((part) => part > 200)).toBe(true);
});

/** Pages of the paper that a browser's own print dialog would make of it. */
async function sheetsOf(page: Page, format: string): Promise<number> {
  const margin = { top: "0.5in", right: "0.5in", bottom: "0.5in", left: "0.5in" };
  const pdf = await page.pdf({ format, margin });
  return pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

test("prints on one page with whole names @desktop", async ({ page }) => {
  const all: EvListEntry[] = await (await page.request.get("/api/evs")).json();
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
  const edge = async () => 375 - ((await third.boundingBox())?.x ?? 375);
  expect(await edge(), "something is there").toBeGreaterThan(20);
  expect(await edge()).toBeLessThan(60);
  const box = await slot(page, 2).boundingBox();
  if (!box) throw new Error("It was in the viewport.");
  const swipe = await page.context().newCDPSession(page);
  await swipe.send("Input.synthesizeScrollGesture", {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    xDistance: -150,
  });
  await expect(third, "after one swipe").toBeInViewport({ ratio: 0.99 });
});

test("moves nothing when the stored comparison arrives", async ({ page }) => {
  const ids = (await someTrims(page, 3)).map(({ trim }) => trim.rowId);
  await page.addInitScript((stored) => {
    localStorage.setItem("ev_comparison", stored);
    const shifts: number[] = Object.assign(globalThis, { shifts: [] }).shifts;
    new PerformanceObserver((list) => {
      // A layout shift has a value, which the types lack.
      for (const entry of list.getEntries())
        shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  }, ids.join());
  await page.goto("/compare");
  await expect(table(page)).toBeVisible();
  await expect(page.getByRole("region", { name: "Available Vehicles" })).toBeVisible();
  const shifts = await page.evaluate(
    () => Object(globalThis).shifts as number[], // as the first script left it
  );
  expect(shifts.reduce((sum, one) => sum + one, 0)).toBeLessThan(0.02);
});

test("keeps the names, and all three cars, in sight at every width @desktop", async ({ page }) => {
  const trims = await someTrims(page, 3);
  await page.goto(addressOf(trims));
  await expect(slot(page, 3).getByRole("combobox")).toBeVisible();
  for (const [width, room] of [
    [320, 800],
    [375, 740],
    [768, 600],
    [1440, 560],
  ] as const) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 });
      const last = table(page).getByRole("row").last();
      await page.evaluate(() => scrollTo(0, 0));
      const top = (await table(page).boundingBox())?.y ?? Infinity;
      expect(top, "the cards leave room for the table").toBeLessThan(room);
      for (const row of [table(page).getByRole("row", { name: "Cargo Space" }), last]) {
        await row.evaluate((element) => element.scrollIntoView({ block: "center" }));
        await expect(row.getByRole("rowheader")).toBeInViewport({ ratio: 1 });
        for (const [at, one] of trims.entries()) {
          await expect(row.getByRole("cell").nth(at)).toBeInViewport({ ratio: 1 });
          const name = table(page)
            .getByRole("columnheader")
            .nth(at + 1);
          await expect(name).toContainText(`${one.ev.make} ${one.ev.model}`);
          await expect(name).toBeInViewport({ ratio: 1 });
          const [over, under] = [await name.boundingBox(), await row.boundingBox()];
          expect((over?.y ?? 0) + (over?.height ?? 0)).toBeLessThan(under?.y ?? 0);
        }
      }
      const content = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(content, "the page does not scroll sideways").toBeLessThanOrEqual(width);
    });
  }
});
