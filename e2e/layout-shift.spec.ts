import type { Page } from "@playwright/test";

import { rowsOf, signInByForm } from "./dashboard.ts";
import { namesOf, openQuickFilters, readEntries } from "./discover.ts";
import { comeTo, expect, preferReducedMotion, press, test } from "./fixtures.ts";

/** Chromium's sum of the share of the window that moved, times the distance. */
const MAX_SHIFT = 0.02;

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

/** What moved, and whether a key or button had been pressed shortly before. */
interface Move {
  value: number;
  isAfterInput: boolean;
  what: string;
}

async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moves: Move[] = Object.assign(globalThis, { moves: [] }).moves;
    // Notifications are placed over the page, away from its controls.
    const describe = ({ node }: Shift["sources"][number]) =>
      node instanceof Element && !node.closest("[role=region][aria-live]")
        ? [node.outerHTML.slice(0, 80)]
        : [];
    new PerformanceObserver((list) => {
      // The types do not include the fields of a layout shift.
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        const moved = sources.flatMap(describe);
        const what = moved.join(" ");
        if (moved.length > 0) moves.push({ value, isAfterInput: hadRecentInput, what });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

interface Step {
  step: (page: Page) => Promise<unknown>;
  /** of the page that the step opens */
  address?: RegExp;
  arrived: (page: Page) => Promise<unknown>;
  /** what a press moves on purpose; only later movements of it count */
  moves?: string;
}

const nextFrame = (page: Page) => page.evaluate(() => new Promise(requestAnimationFrame));

/** Takes a step and answers no call until the next page is shown. @returns what moved */
async function findMoves(page: Page, { step, address, arrived }: Step): Promise<Move[]> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const hold = async (route: Parameters<Parameters<Page["route"]>[1]>[0]) => {
    await promise;
    await route.fallback();
  };
  await page.evaluate(() => (Object(globalThis).moves.length = 0)).catch(() => undefined);
  await page.route("**/api/**", hold);
  await step(page);
  if (address) await expect(page).toHaveURL(address);
  await nextFrame(page);
  await nextFrame(page);
  resolve();
  await arrived(page);
  await page.unroute("**/api/**", hold);
  await page.waitForLoadState("networkidle");
  await nextFrame(page);
  return page.evaluate(() => Object(globalThis).moves as Move[]); // set by the init script
}

async function expectStill(page: Page, name: string, step: Step): Promise<void> {
  await test.step(name, async () => {
    const moves = await findMoves(page, step);
    const counted = step.moves ? moves.filter(({ isAfterInput }) => !isAfterInput) : moves;
    const sum = counted.reduce((total, { value }) => total + value, 0);
    const shifts = counted.map(({ value, what }) => `${value} ${what}`).join("\n");
    expect.soft(sum, `${name}: ${shifts}`).toBeLessThanOrEqual(MAX_SHIFT);
  });
}

const link = (page: Page, name: string | RegExp) =>
  page.getByRole("link", { name, exact: typeof name === "string" });
const actions = (page: Page) => page.getByRole("group", { name: "Actions" });
const costs = (page: Page) => expect(link(page, "Cost to own")).toBeVisible();
const dialog = (page: Page) => page.getByRole("dialog");
const closeDialog: Step = {
  step: (page) => page.keyboard.press("Escape"),
  arrived: (page) => expect(dialog(page)).toHaveCount(0),
};

const WALK: Readonly<Record<string, Step>> = {
  "from home to a car": {
    step: (page) =>
      page.getByRole("list", { name: "Remaining EVs" }).getByRole("link").first().click(),
    address: /\/ev\/\d+/,
    arrived: costs,
  },
  "from a car to the comparison": {
    step: async (page) => {
      await press(actions(page), /^Compare /);
      await link(page, /Full comparison$/i).click();
    },
    address: /\/compare/,
    arrived: (page) =>
      expect(
        page.getByRole("region", { name: "Available Vehicles" }).getByRole("listitem").first(),
      ).toBeVisible(),
  },
  "back to the car": { step: (page) => page.goBack(), address: /\/ev\/\d+/, arrived: costs },
  "from a car to what it costs": {
    step: (page) => link(page, "Cost to own").click(),
    address: /\/[^/]*#sav/,
    arrived: (page) =>
      expect(
        page.locator("#saving").getByRole("button", { name: /^Electric car: / }),
      ).toBeInViewport(),
  },
  "back to the car again": { step: (page) => page.goBack(), address: /\/ev\/\d+/, arrived: costs },
  "from a car home": {
    step: (page) => link(page, "Back to Showcase").click(),
    address: /\/(#.*|\?.*)?$/,
    arrived: (page) =>
      expect(page.locator("#ranking-section").getByRole("heading").first()).toBeVisible(),
  },
  "to the table": {
    step: (page) => link(page, "All trims in one table").click(),
    address: /\/table/,
    arrived: (page) => expect(page.getByRole("main").getByRole("table")).toBeVisible(),
  },
  "back home": {
    step: (page) => page.goBack(),
    address: /\/(#.*|\?.*)?$/,
    arrived: (page) => expect(page.getByRole("list", { name: "Top 5" })).toBeVisible(),
  },
};

test("nothing jumps on a walk through the site, however long its calls take", async ({ page }) => {
  await recordShifts(page);
  await page.goto("/");
  const ranking = page.locator("#ranking-section");
  await comeTo(ranking);
  await ranking.getByRole("button", { name: /^Show Remaining EVs/ }).click();
  for (const [name, step] of Object.entries(WALK)) await expectStill(page, name, step);
});

test("nothing jumps at the sign-in and on the dashboard", async ({ page }) => {
  await recordShifts(page);
  await page.goto("/");
  await expectStill(page, "to the sign-in", {
    step: () => link(page, "Sign in").click(),
    address: /\/auth/,
    arrived: () => expect(page.getByRole("button", { name: "Login" })).toBeVisible(),
  });
  await expectStill(page, "to the dashboard", {
    step: signInByForm,
    address: /\/(auth|admin)/,
    arrived: () => expect(rowsOf(page).first()).toBeVisible(),
  });
});

test("nothing jumps on a car's page, however long its calls take", async ({ page }) => {
  await recordShifts(page);
  const entries = await readEntries(page);
  const several = entries.find(({ ev, trim }) => ev.make === "Tesla" && trim.index === 1);
  await page.goto(`/ev/${several?.ev.id}`);
  await expectStill(page, "to another trim", {
    step: () => page.getByRole("navigation", { name: "Trims" }).getByRole("link").nth(1).click(),
    address: /trim=1/,
    arrived: costs,
  });
  const save = actions(page).getByRole("button", { name: /^Saved? / });
  await expectStill(page, "saving a car", {
    step: () => save.click(),
    arrived: () => expect(save).toHaveText("Saved"),
  });
  await page.evaluate(() => scrollTo(0, 0));
  await expectStill(page, "to the saved cars", {
    step: () => page.getByRole("button", { name: /^Saved cars/ }).click(),
    arrived: () => expect(dialog(page).getByRole("listitem").first()).toBeVisible(),
  });
  await expectStill(page, "and back to the car", closeDialog);
});

const listed = (page: Page) => expect(page.locator("#match-count")).toHaveText(/^\d+ models?, /);

test("nothing jumps while somebody searches and filters", async ({ page }) => {
  await recordShifts(page);
  await preferReducedMotion(page);
  await page.goto("/");
  await expectStill(page, "typing", {
    step: () => page.getByRole("searchbox", { name: "Find an electric car" }).fill("kia"),
    address: /search=kia/,
    arrived: listed,
  });
  await page.evaluate(() => localStorage.clear());
  await page.goto("/");
  await expectStill(page, "a wish", {
    step: () => page.getByRole("link", { name: "300+ miles" }).click(),
    address: /minRange=300/,
    arrived: listed,
    moves: "trims that pass come first",
  });
  await expectStill(page, "to the filters", {
    step: () => openQuickFilters(page),
    arrived: () => expect(dialog(page)).toBeVisible(),
  });
  await expectStill(page, "a filter", {
    step: () => dialog(page).getByRole("button", { name: /^AWD/ }).click(),
    address: /drive=AWD/,
    arrived: () => expect(dialog(page)).toBeVisible(),
    moves: "the list behind the dialog, which becomes shorter",
  });
  await expectStill(page, "and back to the list", closeDialog);
  await expectStill(page, "to a model's trims", {
    step: () => namesOf(page).first().getByRole("link").click(),
    arrived: () => expect(dialog(page)).toBeVisible(),
  });
  await expectStill(page, "and back again", closeDialog);
});

const ARRIVALS = "/ /?maxPrice=35000&drive=AWD /ev/41 /compare /compare?ev=2,3,4 /table".split(" ");

test("nothing jumps on arrival, however long its calls take", async ({ page }) => {
  await recordShifts(page);
  await page.goto("/ev/13");
  for (const name of [/^Save /, /^Compare /]) {
    await actions(page).getByRole("button", { name }).click();
  }
  for (const path of ARRIVALS) {
    await expectStill(page, path, {
      step: () => page.goto(path, { waitUntil: "load" }),
      arrived: () => expect(page.locator("#main[data-hydrated]")).toBeVisible(),
    });
  }
});

/** A slow line, on which the code of each section takes a while. */
async function slowDown(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send("Network.enable");
  await client.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 90_000,
  });
}

/** Notes in each frame where a section of the home page is, and how much of it is still missing. */
async function recordSection(page: Page, id: string): Promise<void> {
  await page.evaluate((sectionId) => {
    const seen: string[] = Object.assign(globalThis, { seen: [] }).seen;
    let before = { top: Infinity, waiting: 0 };
    const look = () => {
      requestAnimationFrame(look);
      const section = document.getElementById(sectionId);
      if (!section) return;
      const { top } = section.getBoundingClientRect();
      const waiting = section.querySelectorAll("[class*=skeleton]").length;
      // Scrolling ends at whole pixels of the screen, which are smaller than those of the page.
      if (Math.abs(top - before.top) < 1 && waiting === before.waiting) return;
      before = { top, waiting };
      seen.push(`${top} px from the top, ${waiting} waiting`);
    };
    look();
  }, id);
}

test("the costs of a car stay where they are, on a slow line", async ({ page }) => {
  await recordShifts(page);
  await page.goto("/ev/13");
  await page.evaluate(() => (Object(globalThis).moves.length = 0));
  await slowDown(page);
  await recordSection(page, "saving");
  await link(page, "Cost to own").click();
  await expect(
    page.locator("#saving").getByRole("button", { name: /^Electric car: / }),
  ).toBeInViewport();
  await page.waitForLoadState("networkidle");
  await nextFrame(page);
  const seen = await page.evaluate(() => Object(globalThis).seen as string[]);
  const moves = await page.evaluate(() => Object(globalThis).moves as Move[]);
  expect(seen).toHaveLength(1);
  expect(moves.reduce((sum, { value }) => sum + value, 0)).toBeLessThanOrEqual(MAX_SHIFT);
});

test("the costs of compared cars stay where they are, however long calls take", async ({
  page,
}) => {
  await recordShifts(page);
  await page.addInitScript(() => localStorage.setItem("ev_comparison", "2,3"));
  await expectStill(page, "their costs", {
    step: async () => {
      await page.goto("/");
      await page.evaluate(() => document.getElementById("saving")?.scrollIntoView());
    },
    arrived: () =>
      expect(page.getByRole("button", { name: /^Second electric car: / })).toBeVisible(),
  });
});
