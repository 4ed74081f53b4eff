import type { ReviewsAnswer } from "../src/features/reviews/reviews.schema.ts";
import { boxOf, expect, expectAccessible, overflowOf, test } from "./fixtures.ts";
import { addReviews, fill, openForm, parts, takeCar } from "./reviews.ts";

/** What the browser itself prints about a call that was refused. */
const REFUSED_LINE =
  /^Failed to load resource: (the server responded with a status of 429|net::ERR_FAILED)/;

/** A time zone whose date is ahead of the server's for most of the day. */
const ZONE = "Pacific/Kiritimati";
test.use({ timezoneId: ZONE });

test("a review is sent, shown exactly as typed @main @desktop", async ({ page, request }) => {
  const car = await takeCar(request, 0);
  await page.goto(`/ev/${car.id}#reviews`);
  const { section, submit, items, toast, name, comment, stars } = parts(page);
  await expect(section.getByText(/No ratings|0 reviews/)).toHaveCount(0);
  await expect(section.getByText("No reviews yet")).toBeVisible();
  const text = "<b>Not bold</b>\n\n  two spaces & 🚗";
  await fill(page, { name: "  Grace  ", stars: 4, comment: text });
  await expect(section.getByText(`${text.length} / 2,000`)).toBeVisible();
  await submit.click();
  await expect(toast).toContainText("Success");
  await expect(toast).toContainText("Your review has been submitted successfully!");
  await expect(items).toHaveCount(1);
  await expect(items.first()).toBeFocused();
  await expect(items.first()).toContainText("Grace");
  await expect(items.first().getByRole("img", { name: "4 out of 5 stars" })).toBeVisible();
  expect(
    await items
      .first()
      .getByText("Not bold")
      .evaluate((node) => node.textContent),
  ).toBe(text);
  await expect(items.locator("b")).toHaveCount(0);
  await openForm(page);
  await expect(name).toHaveValue("");
  await expect(comment).toHaveValue("");
  await expect(stars(4)).not.toBeChecked();
  await expect(page.getByRole("link", { name: "4.0 1 review" })).toBeVisible();

  await page.reload();
  await expect(items).toHaveCount(1);
  const written = await items.first().locator("time").getAttribute("datetime");
  const day = new Date(written ?? "").toLocaleDateString("en-US", {
    dateStyle: "long",
    timeZone: ZONE,
  });
  await expect(items.first().getByText(day)).toBeVisible();
  await expectAccessible(page);
});

test("its writer edits a review and deletes it @desktop", async ({ page, request }) => {
  const car = await takeCar(request, 17);
  await page.goto(`/ev/${car.id}#reviews`);
  const { section, submit, items, toast } = parts(page);
  await fill(page, { name: "Ada", stars: 4, comment: "Quiet." });
  await submit.click();
  await expect(items).toHaveCount(1);
  await expect(items.getByRole("button", { name: "Flag" })).toHaveCount(0);
  await items.getByRole("button", { name: "Edit your review" }).click();
  const form = section.getByRole("form", { name: "Edit your review" });
  const comment = form.getByLabel("Comment");
  await expect(comment).toBeFocused();
  await expect(form.getByLabel("Name")).toHaveValue("Ada");
  await expect(form.getByRole("radio", { name: "4 stars" })).toBeChecked();
  const starOf = (words: string) => form.locator("label").filter({ hasText: words }).locator("svg");
  await expect(starOf("5 stars")).toHaveCSS("fill", "none");
  await expect(starOf("4 stars")).not.toHaveCSS("fill", "none");
  await comment.fill("");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Comment is required")).toBeVisible();
  await comment.fill("Loud after all.");
  await form.getByRole("radio", { name: "2 stars" }).check();
  await expectAccessible(page, "#reviews");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(toast).toContainText("Your review was changed.");
  await expect(items.first()).toContainText("Loud after all.");
  await expect(items.first().getByText("edited", { exact: true })).toBeVisible();
  await expect(items.first()).toBeFocused();
  await expect(page.getByRole("link", { name: "2.0 1 review" })).toBeVisible();

  await page.reload();
  await items.getByRole("button", { name: "Delete your review" }).click();
  const question = items.getByRole("group", { name: "Delete your review?" });
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expectAccessible(page, "#reviews");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(toast).toContainText("Your review was deleted.");
  await expect(section.getByText("No reviews yet")).toBeVisible();
});

test("the form is behind its button and follows the reviews", async ({ page, request }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  const car = await takeCar(request, 9);
  await addReviews(request, car, [{ comment: "Read first." }]);
  await page.goto(`/ev/${car.id}`);
  const { write, form, name, items } = parts(page);
  await expect(items).toHaveCount(1);
  await expect(form).toBeHidden();
  await write.click();
  await expect(name).toBeFocused();
  await expect(name).toBeInViewport();
  expect((await boxOf(form)).y).toBeGreaterThan((await boxOf(items.first())).bottom);
  await expect(write).toBeHidden();
  await expectAccessible(page, "#reviews");
});

test("nothing is sent without rating or words @desktop @main", async ({ page, request }) => {
  const car = await takeCar(request, 1);
  const sent: string[] = [];
  page.on("request", (one) => {
    if (one.method() === "POST") sent.push(one.url());
  });
  await page.goto(`/ev/${car.id}`);
  const { section, submit, toast, name, stars, comment } = parts(page);
  await fill(page, { name: "Ada", comment: "Quiet." });
  await submit.click();
  await expect(toast).toContainText("Error");
  await expect(toast).toContainText("Please select a rating");
  await expect(stars(1)).toBeFocused();
  await expectAccessible(page);

  await fill(page, { name: "   ", stars: 5, comment: "" });
  await submit.click();
  await expect(section.getByText("Name is required")).toBeVisible();
  await expect(section.getByText("Comment is required")).toBeVisible();
  await expect(name).toBeFocused();
  await expect(name).toHaveAttribute("aria-invalid", "true");
  await fill(page, { name: "Ada" });
  await expect(section.getByText("Name is required")).toBeHidden();
  await expect(section.getByText("Comment is required")).toBeVisible();
  expect(sent).toEqual([]);
  // Neither field accepts more than the server would.
  await comment.fill("x".repeat(2000));
  await comment.press("y");
  expect((await comment.inputValue()).length).toBe(2000);
});

test("a refusal keeps what was typed @desktop", async ({ page, request, allowConsole }) => {
  allowConsole(REFUSED_LINE);
  const car = await takeCar(request, 2);
  await page.goto(`/ev/${car.id}`);
  const { submit, toast, name, comment, stars } = parts(page);
  await fill(page, { name: "Ada", stars: 3, comment: "Kept." });
  const error = "Too many reviews in a short time. Please try again in 10 minutes.";
  const calls = `**/api/evs/${car.id}/reviews`;
  await page.route(calls, (route) => route.fulfill({ status: 429, json: { error } }));
  await submit.click();
  await expect(toast).toContainText("Error");
  await expect(toast).toContainText(error);
  await page.unroute(calls);
  await page.route(calls, (route) => route.abort());
  await submit.click();
  await expect(toast).toContainText("We couldn’t confirm that your review arrived");
  await page.unroute(calls);
  await expect(name).toHaveValue("Ada");
  await expect(stars(3)).toBeChecked();
  await expect(comment).toHaveValue("Kept.");

  // The draft survives opening another page and coming back.
  await page.getByRole("link", { name: "Back to Showcase" }).click();
  await expect(page).toHaveURL("/");
  await page.goBack();
  await expect(name).toHaveValue("Ada");
  await expect(stars(3)).toBeChecked();
  await expect(comment).toHaveValue("Kept.");
  await submit.click();
  await expect(toast).toContainText("Your review has been submitted successfully!");
});

test("many reviews, in three orders, each is flagged once @desktop", async ({ page, request }) => {
  const car = await takeCar(request, 3);
  const reviews = Array.from({ length: 60 }, (_, index) => ({
    rating: 1 + (index % 5),
    comment: `Number ${index}`,
    userName: `Reader ${index}`,
  }));
  await addReviews(request, car, reviews);
  await page.goto(`/ev/${car.id}`);
  const { section, items, sort, toast } = parts(page);
  await expect(items).toHaveCount(10);
  await expect(items.first()).toContainText("Number 59");
  await expect(section.getByText("Showing 10 of 60 reviews")).toBeVisible();
  const bars = section.getByRole("list", { name: "Reviews by stars" }).getByRole("listitem");
  await expect(bars).toHaveText([
    "5 stars:12",
    "4 stars:12",
    "3 stars:12",
    "2 stars:12",
    "1 star:12",
  ]);
  await openForm(page);
  await section.getByRole("button", { name: "Show 40 more" }).click();
  await expect(items).toHaveCount(50);
  await section.getByRole("button", { name: "Show 10 more" }).click();
  await expect(items).toHaveCount(60);
  await expect(items.last()).toContainText("Number 0");
  await sort.selectOption("Highest rating");
  await expect(items.first()).toContainText("Number 59");
  await sort.selectOption("Lowest rating");
  await expect(items.first()).toContainText("Number 55");
  await expect(items.first().getByRole("img", { name: "1 out of 5 stars" })).toBeVisible();
  await page.getByRole("button", { name: "Flag review by Reader 55" }).click();
  await expect(toast).toContainText("An administrator will look at this review");
  await expect(page.getByRole("button", { name: "Flagged review by Reader 55" })).toBeDisabled();
});

test("reviews belong to the model or to one trim @desktop", async ({ page, request }) => {
  const car = await takeCar(request, 4, 2);
  const [first, second] = car.trims;
  await addReviews(request, car, [
    { rating: 5, comment: "Of the model" },
    { rating: 1, comment: "Of the second", rowId: second?.rowId },
  ]);
  await page.goto(`/ev/${car.id}?trim=0&trimName=${encodeURIComponent(first?.trim ?? "")}`);
  const { section, items, submit, form, toast } = parts(page);
  await expect(items).toHaveText([/Of the second/, /Of the model/]);
  await expect(items.first()).toContainText(second?.trim ?? "");
  await fill(page, { name: "Ada", stars: 4, comment: "Of the first" });
  const filters = section.getByRole("group", { name: "Reviews of" }).getByRole("button");
  await filters.last().click();
  await expect(section.getByText("No reviews of this trim yet")).toBeVisible();
  await submit.click();
  await expect(items).toHaveText([/Of the first/]);
  await filters.first().click();
  await expect(items).toHaveCount(3);

  await fill(page, { name: "Ada", stars: 2, comment: "Of the second again" });
  await expect(toast).toBeVisible();
  await form.getByLabel("Trim").selectOption({ index: 1 });
  await submit.click();
  await expect(items).toHaveCount(4);
  const answer = await request.get(`/api/evs/${car.id}/trims/1/reviews`);
  expect((await answer.json()) as ReviewsAnswer).toMatchObject({ total: 2, averageRating: 1.5 });
});

test("long names, long words and text from right to left fit", async ({ page, request }) => {
  const car = await takeCar(request, 5);
  await addReviews(request, car, [
    { userName: "W".repeat(80), comment: "Supercalifragilistic".repeat(100) },
    { userName: "محمد", comment: "هذه السيارة ممتازة" },
  ]);
  await page.goto(`/ev/${car.id}`);
  const { items, section } = parts(page);
  await expect(items).toHaveCount(2);
  for (const item of await items.all()) {
    expect((await boxOf(item)).right).toBeLessThanOrEqual((await boxOf(section)).right + 1);
    const beyond = await item.evaluate((node) => node.scrollWidth - node.clientWidth);
    expect(beyond).toBeLessThanOrEqual(1);
  }
  const comment = items.first().getByText("هذه السيارة ممتازة");
  expect(await comment.evaluate((node) => getComputedStyle(node).direction)).toBe("rtl");
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
});

test("a rating opens its card after 700 ms, and closes it @desktop", async ({ page, request }) => {
  const car = await takeCar(request, 8);
  await addReviews(request, car, [{ rating: 5 }, { rating: 2 }]);
  await page.clock.install();
  await page.goto(`/ev/${car.id}`);
  await openForm(page);
  const rating = page.getByRole("link", { name: "3.5 2 reviews" });
  const card = page.getByRole("region", { name: `Ratings of ${car.name}` });
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await rating.hover();
  await page.clock.runFor(690);
  await expect(card).toBeHidden();
  await page.clock.runFor(20);
  await expect(card).toBeVisible();
  // A timer renders the fetched reviews too.
  await expect(async () => {
    await page.clock.runFor(10);
    await expect(card).toContainText("3.5", { timeout: 200 });
  }).toPass();
  await expect(card.getByRole("list", { name: "Reviews by stars" })).toContainText("5 stars:1");
  await card.hover();
  await page.clock.runFor(400);
  await expect(card).toBeVisible();
  await page.mouse.move(5, 5);
  await page.clock.runFor(290);
  await expect(card).toBeVisible();
  await page.clock.runFor(50);
  await expect(card).toBeHidden();

  await page.clock.resume();
  await rating.focus();
  await expect(card).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(card).toBeHidden();
});
