import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { test as base, expect, type Locator, type Page } from "@playwright/test";

import { ADMINISTRATOR, type Site, startSite } from "./site.ts";

interface WorkerFixtures {
  /** Environment of the server that differs from the defaults; set it with `test.use` in a file. */
  serverEnv: Record<string, string>;
  /**
   * The running app with the starter catalogue, shared by the tests of a file and by files that write
   * nothing.
   */
  site: Site & {
    /** restarts on another port with a fresh data folder */
    renew?: () => Promise<void>;
  };
}

interface TestFixtures {
  /** Allows lines in the browser's console; any other fails the test. */
  allowConsole: (...lines: RegExp[]) => void;
  /** a page in another browser */
  guest: Page;
  /** a page without scripts */
  plain: Page;
  /** Starts each file with the starter catalogue, without changes from earlier files. */
  ownSite: Site;
}

/** The file whose tests this worker runs. */
let file = "";

/** Axe is parsed on every injection, so inject a small build and only once per document. */
const AXE_PROGRAM = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** What the browser itself prints about a document answered with 404. */
export const NOT_FOUND_LINE = /^Failed to load resource: the server responded with a status of 404/;

export const test = base.extend<TestFixtures, WorkerFixtures>({
  serverEnv: [{}, { option: true, scope: "worker" }],

  site: [
    async ({ serverEnv }, provide) => {
      let site = await startSite(serverEnv);
      await provide({
        get origin() {
          return site.origin;
        },
        get dataDir() {
          return site.dataDir;
        },
        log: () => site.log(),
        hasChanged: () => site.hasChanged(),
        stop: () => site.stop(),
        async renew() {
          await site.stop();
          site = await startSite(serverEnv);
        },
      });
      await site.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],

  ownSite: [
    async ({ site }, provide, testInfo) => {
      const isNext = file !== "" && file !== testInfo.file;
      // A restart, with the drawings of the first visit, costs four seconds of CPU time.
      if (isNext && site.hasChanged()) await site.renew?.();
      file = testInfo.file;
      await provide(site);
    },
    { auto: true, timeout: 60_000 },
  ],

  baseURL: async ({ ownSite }, provide) => {
    await provide(ownSite.origin);
  },

  page: async ({ page }, provide) => {
    waitForHydration(page);
    await provide(page);
  },

  guest: async ({ browser, ownSite }, provide) => {
    const context = await browser.newContext({ baseURL: ownSite.origin });
    await provide(await context.newPage());
    await context.close();
  },

  plain: async ({ browser, ownSite }, provide) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: ownSite.origin });
    await provide(await context.newPage());
    await context.close();
  },

  allowConsole: [
    async ({ context, site }, provide, testInfo) => {
      const printed: string[] = [];
      const allowed: RegExp[] = [];
      // Debug messages are hidden by default in a browser.
      context.on("console", (message) => {
        if (message.type() !== "debug") printed.push(message.text());
      });
      context.on("weberror", (error) => printed.push(String(error.error())));
      await provide((...lines) => void allowed.push(...lines));
      const unexpected = printed.filter((line) => !allowed.some((one) => one.test(line)));
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach("server log", { body: site.log(), contentType: "text/plain" });
      }
      expect(unexpected, "the browser's console stays empty").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** The longest wait for hydration, for tests that hold back scripts or the list. */
const HYDRATION_MS = 2_000;

/** Makes `goto` and `reload` wait until the whole page is hydrated: its scripts load after the load event. */
function waitForHydration(page: Page): void {
  const visit = page.goto.bind(page);
  const reload = page.reload.bind(page);
  const isHydrated = () =>
    document.querySelector("#main[data-hydrated]") !== null &&
    document.querySelector("[data-part]:not([data-hydrated])") === null;
  const hydrated = () =>
    page.waitForFunction(isHydrated, undefined, { timeout: HYDRATION_MS }).catch(() => undefined);
  page.goto = async (url, options) => {
    const answer = await visit(url, options);
    if (!options?.waitUntil) await hydrated();
    return answer;
  };
  page.reload = async (options) => {
    const answer = await reload(options);
    if (!options?.waitUntil) await hydrated();
    return answer;
  };
}

/**
 * Fails when axe finds a violation on the page in its current state.
 * @param within selector of the part to check; what surrounds it has a test of its own
 * @param exceptRule rule that a library breaks and that we cannot fix
 */
export async function expectAccessible(
  page: Page,
  within = "html",
  exceptRule?: string,
): Promise<void> {
  // Colours in the middle of a transition are not meant to be seen. Prevent new transitions and finish the
  // running ones, including those that they trigger in elements that inherit the colour.
  const isCalm = await page.evaluate(() => matchMedia("(prefers-reduced-motion)").matches);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate(() => {
    const passing = () =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === "running")
        // Except endless animations and those driven by scrolling.
        .filter(({ timeline }) => timeline === document.timeline)
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    for (let left = passing(); left.length > 0; left = passing()) {
      for (const animation of left) animation.finish();
    }
  });
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE_PROGRAM);
  const found = await page.evaluate(
    async ([selector, rule]) => {
      const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
      // Report only violations, and don't fetch style sheets again, since no rule needs them.
      const rules = rule ? { [rule]: { enabled: false } } : {};
      const options = { resultTypes: ["violations" as const], preload: false, rules };
      const { violations } = await axe.run(selector, options);
      return violations.map(
        ({ id, help, nodes }) =>
          `${id}: ${help}\n${nodes.map((node) => `    ${node.target.join(" ")}`).join("\n")}`,
      );
    },
    [within, exceptRule] as const,
  );
  if (!isCalm) await page.emulateMedia({ reducedMotion: "no-preference" });
  expect(found, "accessibility").toEqual([]);
}

export async function signIn(page: Page): Promise<void> {
  const answer = await page.request.post("/api/login", { data: ADMINISTRATOR });
  expect(answer.status(), "signing in").toBe(200);
}

/** Covers half of the combinations of size and theme: light on desktops and dark on phones. */
export const themeOf = (project: { name: string }): "light" | "dark" =>
  project.name === "phone" ? "dark" : "light";

type Role = Parameters<Page["getByRole"]>[0];

/** Presses the only button of this name, or another thing by its role. */
export async function press(
  within: Page | Locator,
  name: string | RegExp,
  role: Role = "button",
): Promise<void> {
  await within.getByRole(role, { name }).click();
}

/** Presses the first of several buttons of this name. */
export async function pressFirst(
  within: Page | Locator,
  name: string | RegExp,
  role: Role = "button",
): Promise<void> {
  await within.getByRole(role, { name }).first().click();
}

export async function preferReducedMotion(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
}

/** Holds requests for an address. @returns a function that lets them pass */
export async function hold(page: Page, address: Parameters<Page["route"]>[0]): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

/** The visible notification, not the copy that is read aloud. */
export const noticeOf = (page: Page) =>
  page.getByRole("region", { name: /notifications/i }).getByRole("listitem");

export const readClipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** Nothing lies over the part, or over the table cell that contains it. */
export async function expectOnTop(part: Locator): Promise<void> {
  const isOnTop = await part.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const whole = element.closest("td") ?? element;
    return [left + 4, (left + right) / 2, right - 4].every((x) =>
      whole.contains(document.elementFromPoint(x, (top + bottom) / 2)),
    );
  });
  expect(isOnTop, String(part)).toBe(true);
}

/** No part of the text is cut. */
export async function expectWhole(text: Locator): Promise<void> {
  const isWhole = await text.evaluate((it) => it.scrollWidth <= it.clientWidth);
  expect(isWhole, String(text)).toBe(true);
}

/** Where a part of the page stands in the window, in pixels. */
export async function boxOf(part: Locator) {
  // A part that React is just replacing has none.
  const box = (await part.boundingBox()) ?? (await part.boundingBox());
  if (!box) throw new Error("It is not shown.");
  const { x, y, width, height } = box;
  return { x, y, width, height, right: x + width, bottom: y + height };
}

export async function middleOf(part: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = await boxOf(part);
  return { x: x + width / 2, y: y + height / 2 };
}

export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

/** Opens a page and waits until it listens for events or knows that it cannot. */
export async function openListening(page: Page, address: string): Promise<void> {
  const stream = page.waitForRequest("**/api/events");
  await page.goto(address);
  const request = await stream;
  await request.response().catch(() => null);
}

/** The part of a page (`lazyPart`) that starts with the element of this id. */
export const partOf = (page: Page, id: string) => page.locator(`[data-part]:has(> #${id})`);

/** Scrolls to a part of the page and waits until React has hydrated it. */
export async function comeTo(part: Locator): Promise<void> {
  // Hydration may replace the element, so look it up again.
  await expect(() => part.scrollIntoViewIfNeeded({ timeout: 1000 })).toPass();
  const isListening = () =>
    part.evaluate((element) => element.closest("[data-part]")?.matches("[data-hydrated]"));
  // Almost every test waits here, and the default interval of a second would add up.
  await expect.poll(isListening, { intervals: [50] }).toBe(true);
}
