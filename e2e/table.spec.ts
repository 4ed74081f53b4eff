import type { Page } from "@playwright/test";

import { boxOf, expect, expectAccessible, overflowOf, press, test, themeOf } from "./fixtures.ts";

const table = (page: Page) => page.getByRole("table");
const rows = (page: Page) => table(page).getByRole("row");
const first = (page: Page) => rows(page).nth(1);
const heading = (page: Page, name: string) => table(page).getByRole("columnheader", { name });

test("sorts and filters by its headings, and the address says so @desktop", async ({ page }) => {
  await page.goto("/table");
  await expect(table(page)).toHaveAttribute("aria-rowcount", "293");
  await expect(heading(page, "Range")).toHaveAttribute("aria-sort", "descending");
  await heading(page, "Price").getByRole("button", { name: "Price", exact: true }).click();
  await expect(page).toHaveURL("/table?sort=price");
  await heading(page, "Price").getByRole("button", { name: "Price", exact: true }).click();
  await expect(page).toHaveURL("/table?sort=price&order=asc");
  await expect(heading(page, "Price")).toHaveAttribute("aria-sort", "ascending");

  await page.getByRole("button", { name: "Filter by Seats" }).click();
  const dialog = page.getByRole("dialog", { name: "Filter by Seats" });
  await expect(dialog).toBeVisible();
  await expectAccessible(page, '[role="dialog"]');
  await dialog.getByRole("button", { name: "6 or more" }).click();
  await dialog.getByRole("button", { name: /^Show \d+ trims$/ }).click();
  await expect(page).toHaveURL("/table?seating=7&sort=price&order=asc");
  await expect(page.getByRole("button", { name: "Filter by Seats, on" })).toBeVisible();
  await expect(first(page).getByRole("cell").nth(7)).toHaveText(/^[67]$/);
  await page.goBack();
  await expect(page).toHaveURL("/table?sort=price&order=asc");

  await page.getByRole("button", { name: "Columns", exact: true }).click();
  const chooser = page.getByRole("dialog", { name: "Columns" });
  await expect(chooser).toBeVisible();
  await expectAccessible(page, '[role="dialog"]');
  await chooser.getByRole("checkbox", { name: "Towing" }).check();
  await chooser.getByRole("checkbox", { name: "Charge port" }).uncheck();
  await chooser.getByRole("button", { name: "Done" }).click();
  await expect(heading(page, "Towing")).toHaveCount(1);
  await expect(heading(page, "Charge port")).toHaveCount(0);
  await expect(page).toHaveURL(/columns=price,range,.*,towing$/);

  await page.getByRole("button", { name: "Share" }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Download CSV" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("evs-filtered.csv");
  await page.getByRole("searchbox").fill("no such car");
  await expect(page.getByText("No results for “no such car”")).toBeVisible();
});

test("the browser's own search finds all rows, a row opens its car @desktop", async ({ page }) => {
  await page.goto("/table");
  await test.step("every row is in the document", async () => {
    // Before hydration, the table has only the rows of one page.
    await expect(rows(page)).toHaveCount(293);
    const last = table(page).locator('[aria-rowindex="293"]');
    await expect(last).not.toBeInViewport();
    const name = await last.getByRole("rowheader").textContent();
    const isFound = await page.evaluate(
      (text) => (window as unknown as { find: (text: string) => boolean }).find(text),
      name ?? "",
    );
    expect(isFound).toBe(true);
    await page.getByRole("region", { name: "Table of electric cars" }).press("End");
    await expect(last).toBeInViewport();
    await page.keyboard.press("Home");
    await expect(table(page).locator('[aria-rowindex="2"]')).toBeInViewport();
  });
  for (const at of [1, 2, 3]) {
    await press(rows(page).nth(at), /^Compare /);
  }
  await expect(page.getByRole("region", { name: "Your comparison" })).toContainText("3 of 3");
  await press(rows(page).nth(4), /^Compare /);
  await expect(page.getByText("Not added", { exact: true })).toBeVisible();
  await press(first(page), /^Save /);
  await expect(first(page).getByRole("button", { name: /^Save / })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  const name = await first(page).getByRole("cell").nth(1).innerText();
  await first(page).getByRole("cell").nth(4).click();
  await expect(page).toHaveURL(/\/ev\/\d+\?trim=\d+&trimName=/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
});

test("is accessible, shaded and ranked too, and fits the screen", async ({ page }, { project }) => {
  await page.emulateMedia({ colorScheme: themeOf(project), reducedMotion: "reduce" });
  for (const path of ["/table", "/table?shade=true&rank=range:5,price:3&bodyType=SUV"]) {
    await page.goto(path);
    await expect(first(page)).toBeVisible();
    await expectAccessible(page);
    expect(await overflowOf(page)).toBe(0);
  }
  await expect(page.getByText("Ranked by range 5, price 3")).toBeVisible();
  await expect(heading(page, "Score")).toHaveAttribute("aria-sort", "descending");
  // Names stay visible while the figures scroll.
  const region = page.getByRole("region", { name: "Table of electric cars" });
  await region.evaluate((box) => box.scrollTo({ left: 300 }));
  await expect(first(page).getByRole("cell").first()).toBeInViewport();
  if (project.name !== "phone") return;
  const figures = table(page).getByRole("columnheader");
  const edges = await figures.evaluateAll((cells) =>
    cells.slice(4, -1).map((cell) => Math.round(cell.getBoundingClientRect().left)),
  );
  expect(edges, "a column begins beside the names").toContain(
    Math.round((await boxOf(heading(page, "Model"))).right),
  );
});

test("units stand in headings, and every default column is in sight @desktop", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/table");
  await expect(heading(page, "Range")).toContainText("mi");
  await expect(first(page).getByRole("cell").nth(4)).toHaveText("512");
  await expect(heading(page, "Charge port")).toBeInViewport({ ratio: 1 });
  await expect(page.getByText("292 trims")).toBeVisible();
  for (const cell of await first(page).getByRole("cell").all()) {
    await expect(cell).toBeInViewport({ ratio: 1 });
  }
  await page.goto("/table?columns=trip&sort=trip");
  await expect(heading(page, "600 mi drive")).toHaveAttribute("aria-sort", "ascending");
  await expect(first(page).getByRole("cell").nth(3)).toHaveText(/^\d+ h( \d+ min)?$/);
  await expect(page.getByText(/^\d+ trims come last/).first()).toBeVisible();
});

test("on a phone two columns of figures are beside the names @phone", async ({ page }) => {
  await page.goto("/table");
  // The served row is replaced once the table's code has come.
  const topOfFirst = async () => (await first(page).boundingBox())?.y ?? Infinity;
  await expect.poll(topOfFirst).toBeLessThan(812 / 3);
  await expect(heading(page, "Range")).toBeInViewport({ ratio: 1 });
  const name = first(page).getByRole("rowheader");
  await expect.poll(async () => (await name.boundingBox())?.width).toBeLessThanOrEqual(130);
  await test.step("with text of twice the size names are above the figures", async () => {
    const scale = (size: string) =>
      page.evaluate((text) => (document.documentElement.style.fontSize = text), size);
    await scale("200%");
    const price = first(page).getByRole("cell").nth(3);
    const isBelow = async () => (await boxOf(price)).y >= (await boxOf(name)).bottom - 1;
    await expect.poll(isBelow).toBe(true);
    await scale("");
  });
  await page.getByRole("button", { name: "Table tools" }).click();
  await expectAccessible(page);
  await page.getByRole("menuitem", { name: "Columns" }).click();
  await expect(page.getByRole("dialog", { name: "Columns" })).toBeVisible();
});

test("a heading takes the place of the weights, as one step back @desktop", async ({ page }) => {
  for (const [name, address] of [
    ["Price", "/table?sort=price"],
    ["Range", "/table"],
  ] as const) {
    await page.goto("/ai");
    await page.goto("/table?rank=range:5,price:3");
    await heading(page, name).getByRole("button", { name, exact: true }).click();
    await expect(page).toHaveURL(address);
    await expect(heading(page, "Score")).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL("/table?rank=range:5,price:3");
    await expect(heading(page, "Score")).toHaveAttribute("aria-sort", "descending");
    await page.goBack();
    await expect(page).toHaveURL("/ai");
  }
});

test("leads there from Discover and from the footer @desktop", async ({ page }) => {
  await page.goto("/?make=Kia");
  await page.getByRole("link", { name: "View as table" }).click();
  await expect(page).toHaveURL("/table?make=Kia");
  await expect(table(page)).toContainText("EV9");
  await page.goto("/ai");
  await page.getByRole("link", { name: "All trims in one table" }).click();
  await expect(page).toHaveURL("/table");
});
