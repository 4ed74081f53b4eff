import type { Page } from "@playwright/test";

import { scriptOf } from "./built-files.ts";
import { expectApart } from "./dashboard.ts";
import { LIST_CALL, readEntries, store } from "./discover.ts";
import { comeTo, expect, expectAccessible, hold, NOT_FOUND_LINE, test } from "./fixtures.ts";
import { addReviews, fill, parts, takeCar } from "./reviews.ts";

/** What the browser itself prints without a network; the last line comes from axe. */
const OFFLINE_LINES =
  /ERR_INTERNET_DISCONNECTED|ERR_FAILED|dynamically imported|^The (picture|votes) |^Couldn't load preload/;

const NOT_REACHED = "The server could not be reached. Please check your connection and try again.";

/** The text of the bar for screen readers. */
const wordsOf = (page: Page) => page.locator("[role=status] > .progress-words");

/** The bar is visible, appeared within 150 ms of the press and is announced. */
async function expectBar(page: Page): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("data-waiting");
  await expect(wordsOf(page)).toHaveText("Loading...");
  await expect(wordsOf(page)).toBeVisible();
  const bar = await page.evaluate(() => {
    const { content, height, animationDelay } = getComputedStyle(document.body, "::after");
    return { content, height, delay: Number.parseFloat(animationDelay) };
  });
  expect(bar).toMatchObject({ content: '""', height: "3px" });
  expect(bar.delay).toBeLessThan(0.15);
}

async function expectNoBar(page: Page): Promise<void> {
  await expect(page.locator("html")).not.toHaveAttribute("data-waiting");
  await expect(wordsOf(page)).toBeHidden();
}

/** The name of a vehicle in the remaining list of the ranking, where it is a plain link. */
async function rankedName(page: Page) {
  const ranking = page.locator("#ranking-section");
  await comeTo(ranking);
  await ranking.getByRole("button", { name: /^Show Remaining EVs/ }).click();
  return ranking.getByRole("list", { name: "Remaining EVs" }).getByRole("heading").first();
}

test("on a slow line a press is answered by a bar @main-phone", async ({ page }) => {
  await page.goto("/");
  const name = await rankedName(page);
  const title = await name.innerText();
  const release = await hold(page, /\/api\/evs\/\d+(\?_=\d+)?$/);
  // The bar has to appear in the same task as the press.
  const isAnswered = await name.getByRole("link").evaluate((link: HTMLElement) => {
    link.click();
    return document.documentElement.matches("[data-waiting]");
  });
  expect(isAnswered).toBe(true);
  await expectBar(page);
  await expect(page.getByText("Loading vehicle details...")).toBeVisible();
  await expect(page).toHaveURL(/\/ev\/\d+/);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  release();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await expectNoBar(page);
});

test("so is one for a page without its code @desktop", async ({ page, allowConsole }) => {
  allowConsole(NOT_FOUND_LINE);
  for (const [name, source, text, heading] of [
    ["Compare EVs", "src/pages/compare/page.tsx", "Loading vehicles...", "Compare EVs"],
    ["All EVs", "src/pages/home/page.tsx", "Loading EVs...", "Discover"],
    ["Fastest EVs", "src/pages/coming-soon/page.tsx", "Loading...", "Recording awesome content..."],
  ] as const) {
    await page.goto("/nowhere");
    await comeTo(page.locator("#main"));
    const release = await hold(page, scriptOf(source));
    await page.getByRole("main").getByRole("link", { name }).click();
    await expectBar(page);
    await expect(page.getByRole("main").getByText(text, { exact: true })).toBeVisible();
    await expectAccessible(page, "main");
    release();
    await expect(page.getByRole("heading", { name: heading, exact: true })).toBeVisible();
    await expectNoBar(page);
  }
});

test("the same height before its figures are known @main-phone", async ({ page, allowConsole }) => {
  allowConsole(NOT_FOUND_LINE);
  await page.goto("/nowhere");
  await comeTo(page.locator("#main"));
  const release = await hold(page, LIST_CALL);
  await page.getByRole("link", { name: /, home$/ }).click();
  const line = page.getByText(/^Compare .*by range, price and charging/);
  const heightOf = () => line.evaluate((element) => element.getBoundingClientRect().height);
  await expect(line).toContainText("Compare them by range");
  const before = await heightOf();
  release();
  await expect(line).toHaveText(
    /^Compare \d+ models and \d+ trims by range, price and charging\.$/,
  );
  expect(await heightOf()).toBe(before);
});

test("a dialog whose code is awaited answers as well @desktop", async ({ page }) => {
  const release = await hold(page, "**/assets/ev-detail-dialog-*.js");
  await page.goto("/");
  await comeTo(page.locator("#ranking-section"));
  const leader = page.getByRole("list", { name: "Top 5" }).getByRole("heading").first();
  await leader.getByRole("link").click();
  await expectBar(page);
  release();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectNoBar(page);
});

test("a button or link pressed before any code does, too @desktop", async ({ page }) => {
  await test.step("a button pressed before any code is there does, too", async () => {
    const release = await hold(page, "**/assets/entry.client-*.js");
    await page.goto("/", { waitUntil: "commit" });
    await page.getByRole("button", { name: /^Show Remaining EVs/ }).click();
    await expectBar(page);
    release();
    await expect(page.getByRole("list", { name: "Remaining EVs" })).toBeVisible();
    await expectNoBar(page);
  });
  await test.step("so does a link, which the browser follows by itself", async () => {
    const release = await hold(page, "**/assets/entry.client-*.js");
    await page.goto("/", { waitUntil: "commit" });
    const letPage = await hold(page, /\/tech$/);
    const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Tech" });
    const isSaid = await link.evaluate(async (pressed: HTMLElement) => {
      const words = document.querySelector(".progress-words");
      if (!words) return false;
      const { promise, resolve } = Promise.withResolvers<unknown>();
      words.addEventListener("animationend", resolve);
      pressed.click();
      await promise;
      return words.checkVisibility({ visibilityProperty: true });
    });
    expect(isSaid).toBe(true);
    release();
    letPage();
    await expect(page.getByText("Compiling the future...")).toBeVisible();
  });
});

test("all forms answer before the server does @desktop", async ({ page, request }) => {
  const car = await takeCar(request, 2, 2);
  await addReviews(request, car, [{}]);
  const releaseList = await hold(page, LIST_CALL);
  await page.goto("/");
  const discover = page.locator("#database");
  await comeTo(discover);
  await discover.getByRole("button", { name: "BUDGET" }).click();
  await expect(discover.getByRole("status").filter({ hasText: "Loading EVs..." })).toBeVisible();
  releaseList();
  await expect(discover.getByRole("article").first()).toBeVisible();

  const releaseVote = await hold(page, /\/votes$/);
  const ranking = page.locator("#ranking-section");
  const vote = ranking.getByRole("button", { name: /^Upvote/ }).first();
  const name = (await vote.getAttribute("aria-label")) ?? "";
  const pressed = ranking.getByRole("button", { name });
  await pressed.click();
  await expectBar(page);
  await expect(pressed).toHaveAttribute("aria-busy", "true");
  await expect(pressed).toBeFocused();
  releaseVote();
  await expectNoBar(page);
  await expect(ranking.getByRole("button", { name: /^You have already voted/ })).toBeFocused();

  await page.goto(`/ev/${car.id}`);
  const { form, sort, items, section, toast } = parts(page);
  await fill(page, { name: "Ada", stars: 4, comment: "Held back." });
  const releaseReviews = await hold(page, /\/reviews(\?|$)/);
  await form.getByRole("button", { name: "Submit review" }).click();
  await expectBar(page);
  await expect(form.getByRole("button", { name: "Sending..." })).toBeFocused();
  // Pressing again does not send a second request.
  await page.keyboard.press("Enter");
  releaseReviews();
  await expect(toast).toContainText("submitted successfully");
  await expectNoBar(page);
  await expect(items).toHaveCount(2);
  const releaseSorted = await hold(page, /\/reviews\?sort=lowest/);
  await sort.selectOption("lowest");
  await expectBar(page);
  await expect(items).toHaveCount(2);
  releaseSorted();
  await expectNoBar(page);
  const releaseFlag = await hold(page, /\/flag$/);
  await section.getByRole("button", { name: /^Flag/ }).first().click();
  await expectBar(page);
  releaseFlag();
  await expectNoBar(page);
  await expect(section.getByRole("button", { name: /^Flagged/ })).toBeFocused();
});

test("a later press overtakes an earlier one, and so does Back @desktop", async ({ page }) => {
  await page.clock.install();
  await page.goto("/ai");
  await comeTo(page.locator("#main"));
  const navigation = page.getByRole("navigation", { name: "Main" });
  await navigation.getByRole("link", { name: "Tech" }).click();
  await expect(page.getByText("Compiling the future...")).toBeVisible();
  const release = await hold(page, LIST_CALL);
  // The page waits for a second, which does not pass while the clock is stopped.
  await page.clock.pauseAt(Date.now() + 60_000);
  await navigation.getByRole("link", { name: "EVs" }).click();
  await page.clock.runFor(100);
  await expectBar(page);
  await navigation.getByRole("link", { name: "Space" }).click();
  await expect(page.getByText("Preparing for launch...")).toBeVisible();
  await navigation.getByRole("link", { name: "EVs" }).click();
  await page.clock.runFor(100);
  await expectBar(page);
  await page.goBack();
  await expect(page.getByText("Compiling the future...")).toBeVisible();
  await page.clock.resume();
  release();
  await expectNoBar(page);
  await expect(page).toHaveURL("/tech");
});

test("without a network a press says so @desktop", async ({ page, context, allowConsole }) => {
  allowConsole(OFFLINE_LINES);
  await page.goto("/");
  const name = await rankedName(page);
  const title = await name.innerText();
  await context.setOffline(true);
  await name.getByRole("link").click();
  const notice = page.getByRole("alert").filter({ hasText: NOT_REACHED });
  await expect(notice).toBeVisible();
  await expectNoBar(page);
  await expect(page).toHaveURL("/");
  await expect(name).toBeVisible();
  await expectAccessible(page, '[role="alert"]');

  // The vote is reverted with an error message, although the notification's code has not loaded.
  const row = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: title }) });
  await row.getByRole("button", { name: `Upvote ${title}` }).click();
  await expect(page.getByRole("alert")).toHaveText("Failed to submit vote. Please try again.");
  await expect(row).toContainText("0 votes");

  const leader = page.getByRole("list", { name: "Top 5" }).getByRole("heading").first();
  await leader.getByRole("link").click();
  await expect(page.getByRole("alert")).toHaveText(/^You are offline\./);
  await expectNoBar(page);

  await name.getByRole("link").click();
  await expect(notice).toBeVisible();
  await context.setOffline(false);
  await notice.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
});

test("a filter without a list says so, too @desktop", async ({ page, context, allowConsole }) => {
  allowConsole(OFFLINE_LINES);
  const [first] = await readEntries(page);
  await store(page, { ev_comparison: String(first?.trim.rowId) });
  // On a phone, the list has not been loaded when the network fails.
  await page.route(LIST_CALL, (route) => route.abort());
  await page.goto("/", { waitUntil: "commit" });
  const discover = page.locator("#database");
  await comeTo(discover);
  await context.setOffline(true);
  await discover.getByRole("button", { name: "BUDGET" }).click();
  await expect(discover.getByRole("alert")).toContainText(NOT_REACHED);
  await expectNoBar(page);
  // It covers nothing that can be pressed.
  const line = page.getByText(/^You are offline\. What/);
  const bars = page.getByLabel(/^(Your comparison|Shortcuts)$/).filter({ visible: true });
  await expectApart(line, bars);
  await expect(page).toHaveURL(/quick=cheapest/);

  await page.unroute(LIST_CALL);
  await context.setOffline(false);
  await expect(discover.getByRole("article").first()).toBeVisible();
  await comeTo(page.locator("#compare"));
});

test("no browser's own words are shown @desktop", async ({ page, request, allowConsole }) => {
  allowConsole(OFFLINE_LINES);
  await page.route(LIST_CALL, (route) => route.abort());
  await page.route("**/assets/submit-vote-*.js", (route) => route.abort());
  await page.goto("/");
  // Each part requests the list again when it hydrates.
  for (const part of ["#database", "#compare", "#ranking-section"])
    await comeTo(page.locator(part));
  await page.getByRole("button", { name: /^Show Remaining EVs/ }).click();
  const alert = page.locator("#ranking-section").getByRole("alert");
  await expect(alert).toContainText(NOT_REACHED);
  await page.unroute(LIST_CALL);
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("list", { name: "Remaining EVs" })).toBeVisible();
  // Where the code of voting failed to load, the message says what helps.
  const upvotes = page.getByRole("button", { name: /^Upvote/ });
  await upvotes.first().click();
  await expect(page.getByRole("link", { name: "Reload" })).toBeVisible();

  const car = await takeCar(request, 3);
  const reviews = Array.from({ length: 12 }, (_, at) => ({ comment: `Quiet, ${at}.` }));
  await addReviews(request, car, reviews);
  await page.goto(`/ev/${car.id}`);
  const { section, items } = parts(page);
  await page.route(/offset=10/, (route) => route.abort());
  const more = section.getByRole("button", { name: "Show 2 more" });
  await comeTo(section);
  await more.click();
  await expect(section.getByRole("alert")).toHaveText(NOT_REACHED);
  await expect(items).toHaveCount(10);
  await page.unroute(/offset=10/);
  await more.click();
  await expect(items).toHaveCount(12);
});

test("a server that refuses is quoted @desktop", async ({ page, allowConsole }) => {
  allowConsole(/^Failed to load resource: .* status of 503/);
  await page.clock.install();
  await page.goto("/");
  const name = await rankedName(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  const refuse = /\/api\/evs\/\d+(\?_=\d+)?$/;
  await page.route(refuse, (route) => route.fulfill({ status: 503, json: { error: "A pause." } }));
  await name.getByRole("link").click();
  const toast = page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");
  await expect(toast).toContainText("A pause.");
  await expect(page).toHaveURL("/");
  await page.clock.resume();
  await page.unroute(refuse);
  const title = await name.innerText();
  await toast.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
});
