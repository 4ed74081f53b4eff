import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { test as base, expect, type Locator, type Page } from "@playwright/test";

import { ADMINISTRATOR, type Site, startSite } from "./site.ts";

interface WorkerFixtures {
  /** Configuration of the server that differs from the defaults; set it with `test.use` in a file. */
  serverEnv: Record<string, string>;
  /** The running product with the starter catalogue, shared by the tests of a file, and by files that write nothing. */
  site: Site & {
    /** begins anew, on another port with a data folder as at first */
    renew?: () => Promise<void>;
  };
}

interface TestFixtures {
  /** Lines that the browser may print in this test; every other fails it. */
  allowedConsole: RegExp[];
  quietConsole: void;
  /** Begins each file with the starter catalogue: what an earlier file wrote is gone. */
  ownSite: Site;
}

/** The file whose tests this worker runs. */
let file = "";

/** Keep it small and inject it once per document, because it is parsed each time. */
const AXE_PROGRAM = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** What the browser says by itself about a document that is answered with 404. */
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
      // A start, and the drawings of the first visit, cost four seconds of the processor.
      if (isNext && site.hasChanged()) await site.renew?.();
      file = testInfo.file;
      await provide(site);
    },
    { auto: true, timeout: 60_000 },
  ],

  baseURL: async ({ ownSite }, provide) => {
    await provide(ownSite.origin);
  },

  page: async ({ page, javaScriptEnabled }, provide) => {
    if (javaScriptEnabled) waitForHydration(page);
    await provide(page);
  },

  allowedConsole: [[], { option: true }],

  quietConsole: [
    async ({ context, allowedConsole, site }, provide, testInfo) => {
      const printed: string[] = [];
      // What is said at debug is for who asks to see it; a browser hides it.
      context.on("console", (message) => {
        if (message.type() !== "debug") printed.push(message.text());
      });
      context.on("weberror", (error) => printed.push(String(error.error())));
      await provide();
      const unexpected = printed.filter((line) => !allowedConsole.some((one) => one.test(line)));
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach("server log", { body: site.log(), contentType: "text/plain" });
      }
      expect(unexpected, "the browser's console stays empty").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** The longest wait, for tests that keep scripts or the list back. */
const HYDRATION_MS = 2_000;

/** Visits end when the whole page answers: its scripts are asked for after the browser's load event. */
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
 * Fails when axe finds anything on the page as it stands.
 * @param within the part that is looked at, by its selector; what surrounds it has its own test
 * @param exceptRule what a library breaks that we cannot mend
 */
export async function expectAccessible(
  page: Page,
  within = "html",
  exceptRule?: string,
): Promise<void> {
  // Colours in the middle of a transition are nobody's choice: none begins, and those that have
  // begun are brought to their end, as are those that they set off in what inherits from them.
  const isCalm = await page.evaluate(() => matchMedia("(prefers-reduced-motion)").matches);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate(() => {
    const passing = () =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === "running")
        // Not those that last for ever, or go by how far something is scrolled.
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
      // What passed is not described; style sheets are not fetched once more, for no rule asks for them.
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

/** Signs the administrator of the test server in, for all pages of this one's browser context. */
export async function signIn(page: Page): Promise<void> {
  const answer = await page.request.post("/api/login", { data: ADMINISTRATOR });
  expect(answer.status(), "signing in").toBe(200);
}

/** Half of the sizes and themes: a desktop's light and a phone's dark colours. */
export function themeOf(project: { name: string }): "light" | "dark" {
  return project.name === "phone" ? "dark" : "light";
}

/** Lets the page see a visitor who asked for no motion. */
export async function preferReducedMotion(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
}

/** Scrolls to a part of the page and waits until React has taken it over from the document. */
export async function comeTo(part: Locator): Promise<void> {
  // What is replaced meanwhile is looked for again.
  await expect(() => part.scrollIntoViewIfNeeded({ timeout: 1000 })).toPass();
  const isListening = () =>
    part.evaluate((element) => element.closest("[data-part]")?.matches("[data-hydrated]"));
  // Almost every test waits here, so the usual second between two looks would be felt.
  await expect.poll(isListening, { intervals: [50] }).toBe(true);
}
