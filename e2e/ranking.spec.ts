import {
  boxOf,
  expect,
  expectAccessible,
  hold,
  middleOf,
  noticeOf,
  preferReducedMotion,
  test,
} from "./fixtures.ts";
import {
  section,
  leaders,
  remaining,
  nameOf,
  openRanking,
  openRemaining,
  hideRemaining,
  rowAt,
} from "./ranking.ts";
import { readEntries } from "./discover.ts";

test("shows five leaders before any script runs @desktop", async ({ plain: page }) => {
  await page.goto("/");
  await expect(leaders(page)).toHaveCount(5);
  // Controls that need JavaScript are hidden.
  await expect(section(page).getByRole("button")).toHaveCount(0);
  const link = leaders(page).first().getByRole("heading").getByRole("link");
  await expect(link).toHaveAttribute("href", /^\/ev\/\d+\?trim=0&trimName=/);
  // Without votes nobody leads, and each card shows range and price instead.
  await expect(section(page)).toContainText("No votes yet.");
  const rank = "range:3,price:3,charging:3,cargo:3,consumption:3,acceleration:3";
  const ranked = await readEntries(page, `rank=${rank}`);
  const best = new Set(ranked.map(({ ev }) => `${ev.make} ${ev.model}`));
  await expect(leaders(page).getByRole("heading"), "by score").toHaveText([...best].slice(0, 5));
  await expect(leaders(page).filter({ hasText: /Place|\bvotes?\b/ })).toHaveCount(0);
  await expect(
    leaders(page).filter({ hasText: /Range (?:up to )?\d+ miles Price (?:from )?\$[\d,]+/ }),
  ).toHaveCount(5);
  const widths = await leaders(page).evaluateAll((items) =>
    items.map((item) => item.getBoundingClientRect().width),
  );
  expect(Math.max(...widths) - Math.min(...widths), "all alike").toBeLessThan(1);
});

test("folds the others away in pages of five @desktop", async ({ page }) => {
  await openRanking(page);
  await openRemaining(page);
  const next = section(page).getByRole("button", { name: "Next" });
  const previous = section(page).getByRole("button", { name: "Previous" });
  await expect(section(page)).toContainText("1 / 19");
  await expect(previous).toBeDisabled();
  const first = await nameOf(remaining(page).first());
  await expect(remaining(page).filter({ hasText: "Place" })).toHaveCount(0);
  await next.click();
  await expect(section(page)).toContainText("2 / 19");
  await expect(remaining(page).first()).not.toContainText(first);
  await previous.click();
  await expect(remaining(page).first()).toContainText(first);
  await next.click();

  const hide = section(page).getByRole("button", { name: "Hide remaining EVs (92)" });
  await expectAccessible(page, "#ranking-section");
  await hide.click();
  await expect(remaining(page)).toHaveCount(0);
  await openRemaining(page);
  await expect(section(page)).toContainText("1 / 19"); // the list always opens at its first page
});

test("finds a car, whose vote counts in every tab @desktop", async ({ page, context }) => {
  await openRanking(page);
  await test.step("finds by a part of make and model, from the first page on", async () => {
    await openRemaining(page);
    await section(page).getByRole("button", { name: "Next" }).click();
    const search = section(page).getByRole("searchbox");
    await search.fill("mOdEl s");
    await expect(section(page).getByRole("heading", { level: 3 })).toHaveText(["Tesla Model S"]);
    await expect(section(page)).toContainText("1 / 1");

    await search.fill("no such car");
    await expect(section(page)).toContainText("No vehicles available for voting");
    await section(page).getByRole("button", { name: "Clear search", exact: true }).click();
    await expect(leaders(page)).toHaveCount(5);
    await expect(section(page)).toContainText("1 / 19");
  });
  await hideRemaining(page);
  await test.step("a vote counts in every tab of the browser", async () => {
    const names = await leaders(page).getByRole("heading").allInnerTexts();
    const { row, name } = await rowAt(page, 36);
    const path = (await row.getByRole("heading").getByRole("link").getAttribute("href")) ?? "";
    const detail = await context.newPage();
    const mine = detail.waitForResponse("**/api/votes/mine");
    await detail.goto(new URL(path, page.url()).href);
    await mine;
    await expect(detail.getByRole("button", { name: `Upvote ${name}` })).toBeEnabled();
    await row.getByRole("button", { name: `Upvote ${name}` }).click();
    const voted = `You have already voted for ${name}`;
    await expect(detail.getByRole("button", { name: voted })).toBeDisabled();
    await expect(section(page)).not.toContainText("No votes yet");
    // The first vote moves nothing else on an open page.
    await expect(leaders(page).getByRole("heading")).toHaveText([name, ...names.slice(0, 4)]);
    const leader = leaders(page).first();
    const [takeBack = NaN, vote = NaN] = await leader.getByRole("button").evaluateAll((buttons) =>
      buttons.map((button) => {
        const { top, height } = button.getBoundingClientRect();
        return top + height / 2;
      }),
    );
    expect(takeBack, "both buttons in one line").toBeCloseTo(vote, 0);
    expect(await leader.evaluate((card) => card.scrollWidth - card.clientWidth)).toBe(0);
  });
  await hideRemaining(page);
  await test.step("nothing flies for a visitor who asked for no motion", async () => {
    await preferReducedMotion(page);
    const { row, name } = await rowAt(page, 56);
    await row.getByRole("button", { name: `Upvote ${name}` }).click();
    await expect(page.locator("[data-flying-icon]")).toHaveCount(0);
    await expect(page.getByText(`Successfully upvoted ${name}`, { exact: true })).toBeVisible();
  });
});

test("counts a vote at once, confirms it and never again @desktop @main", async ({ page }) => {
  // The animation may end before the test can look, so the page records its duration.
  await page.addInitScript(() => {
    const animate = Element.prototype.animate;
    Element.prototype.animate = function keep(...args) {
      const animation = animate.apply(this, args);
      if (this.matches("[data-flying-icon]"))
        document.body.dataset["flight"] = String(animation.effect?.getTiming().duration);
      return animation;
    };
  });
  await openRanking(page);
  const { row, name } = await rowAt(page, 81);
  const release = await hold(page, "**/api/evs/*/votes");
  const button = row.getByRole("button", { name: `Upvote ${name}` });
  const icon = page.locator("[data-flying-icon]");
  const flight = icon.waitFor({ state: "attached" });
  await button.click();
  await flight;
  await expect(row).toContainText("1 vote");
  await expect(button).toBeDisabled();
  await expect(icon).toHaveCount(0);
  await expect(page.locator("body"), "0.8 s (ranking.md#votes)").toHaveAttribute(
    "data-flight",
    "800",
  );

  release();
  await expect(page.getByText(`Successfully upvoted ${name}`, { exact: true })).toBeVisible();
  const cast = section(page).getByRole("button", { name: `You have already voted for ${name}` });
  await expect(cast).toBeDisabled();
  // It has joined the leaders, for every visitor and after a reload.
  await expect(leaders(page).filter({ hasText: name })).toContainText("1 vote");
  await openRanking(page);
  await expect(leaders(page).filter({ hasText: name })).toContainText("1 vote");
  await expect(cast).toBeDisabled();
  // Another test may have voted for another car.
  await expect(leaders(page).first()).toContainText("1st");
  const withoutVotes = leaders(page).filter({ hasText: "0 votes" });
  await expect(withoutVotes.getByText(/^\d+(st|nd|rd|th)\b/)).toHaveCount(0);
});

test("a vote is taken back by the visitor who cast it @desktop", async ({ page }) => {
  await openRanking(page);
  const { row, name } = await rowAt(page, 51);
  const button = section(page).getByRole("button", { name: `Upvote ${name}` });
  const again = section(page).getByRole("button", { name: `Take back your vote for ${name}` });
  const toast = noticeOf(page);
  await row.getByRole("button", { name: `Upvote ${name}` }).click();
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(toast).toContainText(`You took back your vote for ${name}.`);
  await expect(button).toBeEnabled();
  await expect(again).toHaveCount(0);

  await button.click();
  await expect(again).toBeVisible();
  await expectAccessible(page, "#ranking-section");
  await again.click();
  await expect(button).toBeEnabled();
  await page.reload();
  await expect(again).toHaveCount(0);
});

test("a refused vote is taken back, a second named @desktop", async ({ page, allowConsole }) => {
  allowConsole(/^Failed to load resource/);
  await openRanking(page);
  await test.step("is taken back and says so", async () => {
    const { row, name } = await rowAt(page, 71);
    await page.route("**/api/evs/*/votes", (route) => route.fulfill({ status: 503, json: {} }));
    await row.getByRole("button", { name: `Upvote ${name}` }).click();
    await expect(
      page.getByText("Failed to submit vote. Please try again.", { exact: true }),
    ).toBeVisible();
    await expect(row).toContainText("0 votes");
    await expect(row.getByRole("button", { name: `Upvote ${name}` })).toBeEnabled();
  });
  await page.unroute("**/api/evs/*/votes");
  await hideRemaining(page);
  await test.step("because of an earlier vote in another tab says so", async () => {
    const { row, name } = await rowAt(page, 61);
    const path = await row.getByRole("heading").getByRole("link").getAttribute("href");
    const id = /\/ev\/(\d+)/.exec(path ?? "")?.[1];
    await page.request.post(`/api/evs/${id}/votes`, { data: { isUpvote: true } });
    await row.getByRole("button", { name: `Upvote ${name}` }).click();
    await expect(
      page.getByText(`You have already voted for ${name}`, { exact: true }),
    ).toBeVisible();
    const cast = section(page).getByRole("button", {
      name: `You have already voted for ${name}`,
    });
    await expect(cast).toBeDisabled();
  });
});

test("while the votes are loading nothing is said of them @desktop", async ({ page }) => {
  await page.goto("/ai");
  const isRead = ({ pathname }: URL) => pathname === "/api/votes";
  const release = await hold(page, isRead);
  await page.getByRole("link", { name: "EVs", exact: true }).click();
  await expect(leaders(page)).toHaveCount(5);
  await openRemaining(page);
  for (const vehicles of [leaders(page), remaining(page)])
    await expect(vehicles.first().locator("[aria-busy]")).toHaveText("votes");
  await expect(section(page)).not.toContainText(/No votes yet|\b0 votes/);
  const row = remaining(page).first();
  const sizeOf = async () => {
    const { width, height } = (await row.boundingBox()) ?? {};
    return { width, height };
  };
  const before = await sizeOf();
  release();
  await expect(row).toContainText("0 votes");
  await expect.poll(sizeOf).toEqual(before);
});

test("votes that cannot be read are zeros, and logged @desktop", async ({ page, allowConsole }) => {
  allowConsole(/^(Failed to load resource|The votes could not be loaded\.)/);
  const isRead = ({ pathname }: URL) => pathname === "/api/votes";
  await page.route(isRead, (route) => route.fulfill({ status: 500, json: {} }));
  const line = page.waitForEvent("console", (message) =>
    message.text().startsWith("The votes could not be loaded."),
  );
  await page.goto("/");
  await line;
  await openRemaining(page);
  await expect(remaining(page).first()).toContainText("0 votes");
  await expect(
    remaining(page)
      .first()
      .getByRole("button", { name: /^Upvote/ }),
  ).toBeEnabled();
});

test("returns to the page and the place it was left at @desktop", async ({ page }) => {
  await openRanking(page);
  const { row, name } = await rowAt(page, 11);
  await row.getByRole("button", { name: `Upvote ${name}` }).scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => window.scrollY);
  const top = (await boxOf(row)).y;
  const movedBy = async () => Math.abs((await boxOf(row)).y - top);
  await row.getByRole("heading").getByRole("link").click();
  await expect(page).toHaveURL(/\/ev\/\d+\?trim=0&trimName=/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  // Names and fields follow limits-and-texts.md#storage-keys; the page has already consumed ev_scroll_to_top.
  const stored = await page.evaluate(() => Object.fromEntries(Object.entries(sessionStorage)));
  expect(JSON.parse(stored["ev_scroll_position_ranking"] ?? "")).toEqual({
    scrollY: before,
    timestamp: expect.any(Number),
    viewportHeight: page.viewportSize()?.height,
    documentHeight: expect.any(Number),
  });
  expect(stored).toMatchObject({ ev_from_remaining_section: "true", ev_remaining_page: "1" });
  expect(stored["ev_scroll_to_top"]).toBeUndefined();

  await page.goBack();
  await expect(section(page)).toContainText("2 / 19");
  await expect(row).toBeVisible();
  // Its position is kept even though the visited car is now shown above the list.
  await expect.poll(movedBy).toBeLessThan(3);

  // A reload restores it as well, and so does the next one.
  const pageLabel = section(page).getByText(/^Page\s*\d+ \/ 19$/);
  const reload = async () => {
    await section(page).getByRole("button", { name: "Next" }).click();
    const shown = await pageLabel.innerText();
    await page.evaluate(() => window.scrollBy(0, 40));
    const place = await page.evaluate(() => window.scrollY);
    await page.reload();
    await expect(pageLabel).toHaveText(shown);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
  };
  await reload();
  await reload();
  // A new visitor finds the list collapsed.
  await page.goto("/ai");
  await openRanking(page);
  const isKept = () => page.evaluate(() => "ev_scroll_position_ranking" in sessionStorage);
  await expect.poll(isKept).toBe(false);
  await expect(section(page).getByRole("button", { name: /^Show Remaining/ })).toBeVisible();
});

test("opens a leader's dialog from its name and its picture @desktop", async ({ page }) => {
  await openRanking(page);
  const name = await nameOf(leaders(page).first());
  // Find it by name, since a vote from the previous test may put another car first.
  const leader = leaders(page).filter({ hasText: name });
  const link = leader.getByRole("heading").getByRole("link");
  await link.press("Enter");
  const dialog = page.getByRole("dialog", { name });
  await expect(dialog).toContainText("Upvotes");
  await expect(dialog).toContainText("Reviews");
  await expect(dialog).toContainText("No ratings");
  await expect(dialog.getByRole("article")).toContainText(/Fast charge|Peak charging/);
  await expectAccessible(page, '[role="dialog"]');
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(link).toBeFocused();

  const { x, y } = await middleOf(leader.locator("img"));
  await page.mouse.click(x, y);
  await dialog.getByRole("link", { name: "See all details" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await expect(page).toHaveURL(/\/ev\/\d+\?trim=0&trimName=/);
  const id = /\/ev\/(\d+)/.exec(page.url())?.[1];

  // With reviews, the average has one decimal and the stars open a card (reviews.md#rating-card).
  for (const [at, rating] of [5, 4, 4].entries()) {
    const data = { userName: "Ada", rating, comment: `Quiet, ${at}.` };
    expect((await page.request.post(`/api/evs/${id}/reviews`, { data })).status()).toBe(201);
  }
  await openRanking(page);
  const rated = leaders(page).filter({ hasText: name });
  const reviews = rated.getByRole("link", { name: "Rated 4.3 of 5 3 reviews" });
  const card = page.getByRole("region", { name: `Ratings of ${name}` });
  await reviews.hover();
  await expect(card).toContainText("4.3");
  await expect(card.getByRole("list", { name: "Reviews by stars" })).toContainText("4 stars:2");
  await page.mouse.move(1, 1);
  await expect(card).toBeHidden();
  await rated.getByRole("heading").getByRole("link").click();
  const figures = dialog.locator("dl").first();
  await expect(figures).toHaveText(/^Upvotes\d+Reviews3Average rating4\.3$/);
  await page.keyboard.press("Escape");
  await reviews.click();
  await expect(page).toHaveURL(/\/ev\/\d+\?trim=0&trimName=/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
});

test("a phone's leaders are the rows of one list @phone", async ({ page }) => {
  await page.goto("/");
  await expect(leaders(page)).toHaveCount(5);
  const list = page.getByRole("list", { name: "Top 5" });
  expect((await boxOf(list)).height, "all five in one window").toBeLessThanOrEqual(520);
  await expect(list.getByText("No reviews yet").first()).toBeHidden();
});
