import {
  chipOf,
  chipsOf,
  expectMatching,
  listOf,
  openDiscover,
  readEntries,
  showcaseOf,
  showcaseThumb,
  stored,
} from "./discover.ts";
import { boxOf, expect, middleOf, overflowOf, test } from "./fixtures.ts";

test("the sliders are tabs on a phone", { tag: "@phone" }, async ({ page }) => {
  await openDiscover(page);
  const [range, price] = [showcaseOf(page, "Range"), showcaseOf(page, "Price")];
  await expect(page.getByRole("tab", { name: "Range" })).toHaveAttribute("aria-selected", "true");
  await expect(range).toBeVisible();
  await expect(price).toBeHidden();
  await page.getByRole("tab", { name: "Price" }).click();
  await expect(range).toBeHidden();
  await expect(price).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("tab", { name: "Range" })).toBeFocused();
  await expect(range).toBeVisible();
});

test("Range and Price filter from a move until they are cleared @desktop", async ({ page }) => {
  await openDiscover(page);
  const entries = await readEntries(page);
  await test.step("untouched sliders rest at their defaults and filter nothing", async () => {
    await expectMatching(page, entries);
    const range = await showcaseThumb(page, "Range");
    await expect(range).toHaveValue("350");
    await expect(range).toHaveAttribute("aria-valuetext", "350 miles, not filtering yet");
    const price = await showcaseThumb(page, "Price");
    await expect(price).toHaveValue("250000");
    await expect(price).toHaveAttribute("aria-valuetext", "$250,000, not filtering yet");
    await expect(chipsOf(page)).toHaveCount(0);
    await expect.poll(() => stored(page, "ev_range_slider_interacted")).toBeNull();
    await expect.poll(() => stored(page, "ev_price_slider_interacted")).toBeNull();
  });
  await test.step("the button beside a figure takes the filter off as well", async () => {
    const price = await showcaseThumb(page, "Price");
    await price.press("PageDown");
    await showcaseOf(page, "Price").getByRole("button", { name: "Clear price" }).click();
    await expect(price).toHaveValue("250000");
    await expect(chipsOf(page)).toHaveCount(0);
    await expect.poll(() => stored(page, "ev_price_slider_interacted")).toBeNull();
  });
  await test.step("a touched slider filters at the default too, until its chip is removed", async () => {
    const range = await showcaseThumb(page, "Range");
    await range.press("ArrowRight");
    await range.press("ArrowLeft");
    await expect(range).toHaveValue("350");
    await expectMatching(page, entries, ({ trim }) => (trim.range ?? 0) >= 350);
    await chipOf(page, "350+ miles").click();
    await expectMatching(page, entries);
    await expect(range).toHaveAttribute("aria-valuetext", "350 miles, not filtering yet");
    await expect.poll(() => stored(page, "ev_range_slider_interacted")).toBeNull();
  });
  await test.step("the keyboard moves Range and Price by one or ten steps within their bounds", async () => {
    for (const [name, keys] of [
      ["Range", { ArrowRight: "355", "Shift+ArrowRight": "405", PageUp: "455", End: "550" }],
      ["Price", { ArrowLeft: "249000", PageDown: "239000", Home: "30000", End: "475000" }],
    ] as const) {
      const thumb = await showcaseThumb(page, name);
      for (const [key, value] of Object.entries(keys)) {
        await thumb.press(key);
        await expect(thumb, `${name}: ${key}`).toHaveValue(value);
      }
    }
    await expect(await showcaseThumb(page, "Price")).toHaveAttribute("aria-valuetext", "Any price");
    await expect(chipsOf(page)).toHaveCount(1);
  });
  await test.step("a thumb is dragged on its track", async () => {
    const range = await showcaseThumb(page, "Range");
    await range.scrollIntoViewIfNeeded();
    const { x, y } = await middleOf(range);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + (await boxOf(range)).width / 4, y, { steps: 5 });
    await page.mouse.up();
    const value = Number(await range.inputValue());
    expect(value).toBeGreaterThan(430);
    expect(value).toBeLessThan(470);
    expect(value % 5).toBe(0);
    await expect(chipOf(page, `${value}+ miles`)).toBeVisible();
  });
  await test.step("the track is filled on the included side", async () => {
    const isFilledTo = async (name: "Range" | "Price") =>
      (await showcaseThumb(page, name)).evaluate((thumb) => {
        const { left, right } = getComputedStyle(
          thumb.parentElement?.querySelector("span") ?? thumb,
          "::after",
        );
        return { start: left === "0px", end: right === "0px" };
      });
    expect(await isFilledTo("Range")).toEqual({ start: false, end: true });
    expect(await isFilledTo("Price")).toEqual({ start: true, end: false });
  });
  await test.step("the sliders stand side by side from 768 px on", async () => {
    for (const width of [1440, 768]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(page.getByRole("tab")).toHaveCount(0);
      const range = await boxOf(showcaseOf(page, "Range"));
      const price = await boxOf(showcaseOf(page, "Price"));
      expect(price.y).toBe(range.y);
      expect(price.x).toBeGreaterThan(range.right - 1);
    }
  });
});

test("the first move counts as interacted and filters", async ({ page }) => {
  await openDiscover(page);
  const entries = await readEntries(page);
  const topOfList = () =>
    listOf(page).evaluate((list) => list.getBoundingClientRect().top + scrollY);
  const top = await topOfList();
  await (await showcaseThumb(page, "Range")).press("PageUp");
  await expect(chipOf(page, "400+ miles")).toBeVisible();
  expect(await topOfList(), "the first chip leaves the list where it is").toBe(top);
  await expectMatching(page, entries, ({ trim }) => (trim.range ?? 0) >= 400);
  await expect.poll(() => stored(page, "ev_range_slider_interacted")).toBe("true");
  await expect.poll(() => stored(page, "ev_range_filter")).toBe("[400,550]");
  await expect.poll(() => stored(page, "ev_price_slider_interacted")).toBeNull();

  const price = await showcaseThumb(page, "Price");
  await price.press("PageDown");
  await expect(chipOf(page, "Up to $240,000")).toBeVisible();
  expect(await topOfList(), "and so do more, and who has no price").toBe(top);
  expect(await overflowOf(page)).toBe(0);
  await expectMatching(
    page,
    entries,
    ({ trim }) => (trim.range ?? 0) >= 400 && !!trim.price && trim.price <= 240_000,
  );
  await expect.poll(() => stored(page, "ev_price_slider_interacted")).toBe("true");
  await expect.poll(() => stored(page, "ev_price_filter")).toBe("[240000,475000]");
  await openDiscover(page, "/?minRange=300&maxRange=420");
  expect(await topOfList(), "and so does a range with two ends").toBe(top);
});

test("a reset in one tab reaches the other @desktop", async ({ page, context }) => {
  await openDiscover(page);
  await (await showcaseThumb(page, "Range")).press("PageUp");
  await expect(chipsOf(page)).toHaveCount(1);
  const other = await context.newPage();
  await openDiscover(other);
  await chipOf(other, "400+ miles").click();
  await expect(chipsOf(page)).toHaveCount(0);
  await (await showcaseThumb(other, "Price")).press("PageDown");
  await expect(chipOf(page, "Up to $240,000")).toBeVisible();
});
