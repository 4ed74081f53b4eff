import type { Page } from "@playwright/test";

import { rowsOf, signInByForm } from "./dashboard.ts";
import { comeTo, expect, test } from "./fixtures.ts";

/** As Chromium sums it up: the share of the window that moved, times how far. */
const MAX_SHIFT = 0.02;

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

/** Notifications lie over the page, at the place that leaves its controls free. */
async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: string[] = Object.assign(globalThis, { shifts: [] }).shifts;
    const describe = ({ node }: Shift["sources"][number]) =>
      node instanceof Element && !node.closest("[role=region][aria-live]")
        ? [node.outerHTML.slice(0, 80)]
        : [];
    new PerformanceObserver((list) => {
      // The types lack what a shift has.
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        const moved = sources.flatMap(describe);
        if (!hadRecentInput && moved.length > 0) shifts.push(`${value} ${moved.join(" ")}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** Takes a step while no call is answered until the next page stands. @returns what moved */
async function findShifts(page: Page, { step, address, arrived }: Step): Promise<string[]> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const hold = async (route: Parameters<Parameters<Page["route"]>[1]>[0]) => {
    await promise;
    await route.fallback();
  };
  await page.evaluate(() => (Object(globalThis).shifts.length = 0));
  await page.route("**/api/**", hold);
  await step(page);
  await expect(page).toHaveURL(address);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  resolve();
  await arrived(page);
  await page.unroute("**/api/**", hold);
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => new Promise(requestAnimationFrame));
  return page.evaluate(() => Object(globalThis).shifts as string[]); // as recorded above
}

interface Step {
  step: (page: Page) => Promise<unknown>;
  address: RegExp;
  arrived: (page: Page) => Promise<unknown>;
}

const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });
const WALK: Readonly<Record<string, Step>> = {
  "from home to a car": {
    step: (page) =>
      page.getByRole("list", { name: "Remaining EVs" }).getByRole("link").first().click(),
    address: /\/ev\/\d+/,
    arrived: (page) => expect(link(page, "Cost to own")).toBeVisible(),
  },
  "from a car to the comparison": {
    step: async (page) => {
      await page
        .getByRole("group", { name: "Actions" })
        .getByRole("button", { name: /^Compare / })
        .click();
      await link(page, "Open comparison").click();
    },
    address: /\/compare/,
    arrived: (page) =>
      expect(
        page.getByRole("region", { name: "Available Vehicles" }).getByRole("listitem").first(),
      ).toBeVisible(),
  },
  "back to the car": {
    step: (page) => page.goBack(),
    address: /\/ev\/\d+/,
    arrived: (page) => expect(link(page, "Cost to own")).toBeVisible(),
  },
  "from a car to what it costs": {
    step: (page) => link(page, "Cost to own").click(),
    address: /\/[^/]*#sav/,
    arrived: (page) =>
      expect(page.locator("#saving").getByRole("combobox").first()).toBeInViewport(),
  },
  "back to the car again": {
    step: (page) => page.goBack(),
    address: /\/ev\/\d+/,
    arrived: (page) => expect(link(page, "Cost to own")).toBeVisible(),
  },
  "from a car home": {
    step: (page) => link(page, "Back to Showcase").click(),
    address: /\/(#.*|\?.*)?$/,
    arrived: (page) =>
      expect(page.locator("#ranking-section").getByRole("heading").first()).toBeVisible(),
  },
  "to the sign-in": {
    step: (page) => link(page, "Sign in").click(),
    address: /\/auth/,
    arrived: (page) => expect(page.getByRole("button", { name: "Login" })).toBeVisible(),
  },
  "to the dashboard": {
    step: signInByForm,
    address: /\/(auth|admin)/,
    arrived: (page) => expect(rowsOf(page).first()).toBeVisible(),
  },
};

test("nothing jumps on a walk through the site, however long its calls take", async ({ page }) => {
  await recordShifts(page);
  await page.goto("/");
  const ranking = page.locator("#ranking-section");
  await comeTo(ranking);
  await ranking.getByRole("button", { name: /^Show Remaining EVs/ }).click();
  for (const [name, step] of Object.entries(WALK)) {
    await test.step(name, async () => {
      const shifts = await findShifts(page, step);
      const sum = shifts.reduce((total, shift) => total + Number.parseFloat(shift), 0);
      expect.soft(sum, `${name}: ${shifts.join("\n")}`).toBeLessThanOrEqual(MAX_SHIFT);
    });
  }
});
