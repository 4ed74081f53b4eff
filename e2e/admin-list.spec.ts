import { readFile } from "node:fs/promises";

import {
  addRow,
  chooseMore,
  footerOf,
  gridOf,
  openDashboard,
  readRows,
  rowsOf,
  toastOf,
} from "./dashboard.ts";
import {
  boxOf,
  expect,
  expectAccessible,
  hold,
  overflowOf,
  signIn,
  test,
  themeOf,
} from "./fixtures.ts";

const SEARCH = "Search by make, model, or trim...";

test("the list comes in pages of ten, which the address names @desktop", async ({ page }) => {
  await openDashboard(page);
  const { total, models } = await readRows(page.request);
  const last = Math.ceil(total / 10);
  await expect(page.getByRole("heading", { name: "EV Database Management" })).toBeVisible();
  await expect(page.getByRole("term").filter({ hasText: "Total Models" })).toBeVisible();
  const figures = page.getByRole("definition");
  await expect(figures).toHaveText([String(models), String(total)]);
  await expect(page.getByText("Total EVs (including all trims)", { exact: true })).toBeVisible();

  await expect(rowsOf(page)).toHaveCount(10);
  await test.step("a clicked row stands out for three seconds", async () => {
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    const row = rowsOf(page).nth(2);
    const look = () =>
      row.evaluate((element) => getComputedStyle(element).getPropertyValue("--row"));
    const plain = await look();
    await row.getByRole("rowheader").click();
    await page.mouse.move(0, 0);
    await expect.poll(look).not.toBe(plain);
    await page.clock.runFor(2_900);
    expect(await look()).not.toBe(plain);
    await page.clock.runFor(200);
    await expect.poll(look).toBe(plain);
    await page.clock.resume();
  });
  await expect(footerOf(page)).toHaveText(`Showing 1-10 of ${total} EVs (including all trims)`);
  const previous = page.getByRole("button", { name: "Previous" });
  const next = page.getByRole("button", { name: "Next" });
  await expect(page.getByText(`Page 1 of ${last}`)).toBeVisible();
  await expect(previous).toBeDisabled();
  await next.click();
  await expect(page.getByText(`Page 2 of ${last}`)).toBeVisible();
  await expect(footerOf(page)).toHaveText(`Showing 11-20 of ${total} EVs (including all trims)`);
  await expect(page).toHaveURL("/admin?page=2");
  await next.click();
  await expect(page).toHaveURL("/admin?page=3");
  await page.goBack();
  await expect(footerOf(page)).toContainText("Showing 11-20 of");
  await previous.press("Enter");
  await expect(page).toHaveURL("/admin");
  await expect(next).toBeFocused();

  // An old link to a page that no longer exists opens the last one.
  await page.goto("/admin?page=999");
  await expect(page.getByText(`Page ${last} of ${last}`)).toBeVisible();
  await expect(next).toBeDisabled();
  await expect(page).toHaveURL(`/admin?page=${last}`);
});

test("dialogs with a form begin in their first field @desktop", async ({ page }) => {
  await openDashboard(page);
  const select = await boxOf(page.getByLabel("Rows per page"));
  const previous = await boxOf(page.getByRole("button", { name: "Previous" }));
  expect(previous.x - select.x).toBeLessThan(360);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Add New EV" }).click();
  await expect(dialog.getByLabel("Make")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Sort and filter" }).click();
  await expect(dialog.getByLabel("Column")).toBeFocused();
  await page.keyboard.press("Escape");
  await rowsOf(page).getByRole("checkbox").first().check();
  await page.getByRole("button", { name: "Set a field" }).click();
  await expect(dialog.getByLabel("Field")).toBeFocused();
  await page.keyboard.press("Escape");
  // Make and model are only shown there.
  const edit = rowsOf(page).nth(1).getByRole("button", { name: /^Edit/ });
  await edit.click();
  await expect(dialog.getByLabel("Trim")).toBeFocused();
});

test("rows per page, all rows as a file, and Logout @desktop", async ({ page }) => {
  await test.step("a page has as many rows as are chosen", async () => {
    await openDashboard(page, "?page=3");
    await page.getByLabel("Rows per page").selectOption("25");
    await expect(rowsOf(page)).toHaveCount(25);
    // The rows that were visible stay visible.
    await expect(footerOf(page)).toContainText("Showing 1-25 of");
  });
  await test.step("offers all rows as a file, and logs out", async () => {
    await page.getByRole("button", { name: "More", exact: true }).click();
    const link = page.getByRole("menuitem", { name: "Export CSV" });
    await expect(link).toHaveAttribute("href", "/api/evs.csv");
    await expect(link).toHaveAttribute("download");
    await page.keyboard.press("Escape");
    await page.getByRole("searchbox", { name: /^Search by make/ }).fill("hyundai");
    await expect(footerOf(page)).toContainText("Found 30 matches");
    const whole = (await (await page.request.get("/api/evs.csv")).text()).trimEnd().split("\r\n");
    const download = page.waitForEvent("download");
    await chooseMore(page, "Export these 30 rows");
    expect((await download).suggestedFilename()).toBe("evs-filtered.csv");
    const path = await (await download).path();
    const lines = (await readFile(path, "utf8")).trimEnd().split("\r\n");
    const cells = lines.map((line) => line.split(","));
    expect(lines).toHaveLength(31);
    expect(whole[0]?.startsWith(lines[0] ?? "none")).toBe(true);
    expect(new Set(cells.slice(1).map(([make]) => make))).toEqual(new Set(["Hyundai"]));
    await page.getByRole("button", { name: "More", exact: true }).click();
    await expect(page.getByRole("menuitem", { name: "Export all rows" })).toBeVisible();
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL("/auth");
    await expect(toastOf(page)).toContainText("Logged out successfully");
    expect((await page.request.get("/api/evs?view=admin")).status()).toBe(401);
  });
});

test("fits its screen, accessible in both themes @main-phone", async ({ page }, { project }) => {
  await test.step("the dashboard is accessible and fits its screen", async () => {
    await page.emulateMedia({ colorScheme: themeOf(project) });
    await openDashboard(page);
    await expectAccessible(page);
    // The table scrolls inside its own container.
    expect(await overflowOf(page)).toBe(0);
    const table = await gridOf(page).boundingBox();
    expect(table?.width).toBeGreaterThan(page.viewportSize()?.width ?? 0);
  });
  await test.step("a name that is cut says itself whole", async () => {
    const names = gridOf(page).locator("tbody [translate=no]");
    const untitled = await names.evaluateAll((all) =>
      all.filter((name) => !name.getAttribute("title")).map((name) => name.textContent),
    );
    expect(untitled).toEqual([]);
  });
  await test.step("the dashboard is accessible in the other theme", async () => {
    await page.emulateMedia({ colorScheme: themeOf(project) === "light" ? "dark" : "light" });
    await expectAccessible(page);
  });
});

test("a search starts on the first page, and Back leaves it @desktop", async ({ page }) => {
  await openDashboard(page, "?page=3");
  const box = page.getByRole("searchbox", { name: SEARCH });
  await expect(box).toHaveAttribute("placeholder", SEARCH);
  // Every letter appears immediately, but there are fewer calls than letters.
  let calls = 0;
  page.on("request", (request) => {
    if (request.url().includes("search=")) calls += 1;
  });
  await box.pressSequentially("MODEL 3", { delay: 20 });
  await expect(box).toHaveValue("MODEL 3");
  const { matches } = await readRows(page.request, "model 3");
  expect(matches).toBeGreaterThan(0);
  await expect(footerOf(page)).toHaveText(
    `Found ${matches} matches (showing 1-${Math.min(10, matches)})`,
  );
  expect(calls).toBeLessThan(7);
  await expect(page).toHaveURL("/admin?search=MODEL+3");
  await expect(page.getByRole("definition").last()).toHaveText(
    String((await readRows(page.request)).total),
  );
  await page.goBack();
  await expect(page).toHaveURL("/admin?page=3");
  await expect(box).toHaveValue("");
  await expect(footerOf(page)).toContainText("Showing 21-30 of");
  await page.goForward();
  await expect(box).toHaveValue("MODEL 3");

  await box.fill("no car is called this");
  await expect(page.getByText("No EVs match “no car is called this”")).toBeVisible();
  await expect(footerOf(page)).toHaveText("Found 0 matches (showing 0-0)");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Clear search" }).last().click();
  await expect(footerOf(page)).toContainText("Showing 1-10 of");
  await expect(page).toHaveURL("/admin");
  await expect(box).toHaveValue("");

  await page.goto("/admin?search=tesla&page=2");
  await expect(box).toHaveValue("tesla");
  await expect(footerOf(page)).toContainText("(showing 11-");
});

test("rows are sorted and filtered by column, in the address @desktop", async ({ page }) => {
  await signIn(page);
  const dear = await addRow(page.request, { price: 400_000, range: 900 });
  const { make, model } = dear;
  const cheap = await addRow(page.request, { make, model, price: 300_000, trim: `B ${model}` });
  const bare = await addRow(page.request, { make, model, trim: `C ${model}` });
  const trims = gridOf(page).getByRole("rowheader");
  const nameOf = ({ trim }: { trim: string }) => new RegExp(`${trim}$`);

  await page.goto(`/admin?search=${encodeURIComponent(`${model} ${make}`)}`);
  const price = gridOf(page).getByRole("columnheader", { name: "Price", exact: true });
  await price.getByRole("button").click();
  await expect(trims).toHaveText([nameOf(cheap), nameOf(dear), nameOf(bare)]);
  await expect(price).toHaveAttribute("aria-sort", "ascending");
  await price.getByRole("button").click();
  await expect(trims).toHaveText([nameOf(dear), nameOf(cheap), nameOf(bare)]);
  await page.reload();
  await expect(trims).toHaveText([nameOf(dear), nameOf(cheap), nameOf(bare)]);
  await expectAccessible(page);

  const dialog = page.getByRole("dialog", { name: "Sort and filter" });
  const cell = async () => {
    const column = await price.getAttribute("aria-colindex");
    await rowsOf(page).first().locator(`[aria-colindex="${column}"]`).focus();
  };
  await cell();
  await page.keyboard.press("Alt+ArrowDown");
  await expect(dialog.getByLabel("Column", { exact: true })).toHaveValue("price");
  await dialog.getByLabel("Filter", { exact: true }).selectOption("From ... to");
  await dialog.getByLabel("From", { exact: true }).fill("dear");
  await page.keyboard.press("Enter");
  await expect(dialog).toContainText("Price must be a number");
  await expectAccessible(page);
  await dialog.getByLabel("From", { exact: true }).fill("$350,000");
  await page.keyboard.press("Enter");
  await expect(trims).toHaveText([nameOf(dear)]);
  const chips = page.getByRole("group", { name: "Sorted and filtered" });
  await chips.getByRole("button", { name: "Remove Price from $350,000" }).click();
  await expect(trims).toHaveCount(3);

  for (const [column, filter] of [
    ["Price", "Is empty"],
    ["Range", "Is not empty"],
  ] as const) {
    await page.getByRole("button", { name: "Sort and filter" }).click();
    await dialog.getByLabel("Column", { exact: true }).selectOption(column);
    await dialog.getByLabel("Filter", { exact: true }).selectOption(filter);
    await dialog.getByRole("button", { name: "Apply" }).click();
    await expect(chips).toContainText(`${column} ${filter.replace("Is", "is")}`);
  }
  await expect(page.getByText(/^No EVs match “.+” and these filters/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Clear filters" }).last().click();
  await expect(trims).toHaveCount(3);
  await chips.getByRole("button", { name: "Remove Sorted by Price: Highest first" }).click();
  await expect(trims).toHaveText([nameOf(dear), nameOf(cheap), nameOf(bare)]);
  await expect(page).toHaveURL(/\/admin\?search=[^&]*$/);
});

test("a spinner, the page before, a way to try again @desktop", async ({ page, allowConsole }) => {
  allowConsole(/^Failed to load resource/);
  await signIn(page);
  const LIST = /\/api\/evs\?view=admin/;
  const holdPage = (number: number) => hold(page, new RegExp(`${LIST.source}&page=${number}\\b`));
  const letFirst = await holdPage(1);
  await page.goto("/admin");
  await expect(page.getByRole("status").filter({ hasText: "Loading EVs..." })).toBeVisible();
  letFirst();
  await expect(rowsOf(page)).toHaveCount(10);

  const first = await rowsOf(page).first().innerText();
  const letSecond = await holdPage(2);
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText("Page 2 of")).toBeVisible();
  await expect(gridOf(page)).toHaveAttribute("aria-busy", "true");
  expect(await rowsOf(page).first().innerText()).toBe(first);
  letSecond();
  await expect(footerOf(page)).toContainText("Showing 11-20");

  await page.route(LIST, (route) =>
    route.fulfill({ status: 503, json: { error: "The database is not responding." } }),
  );
  await page.getByRole("button", { name: "Next" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "The EVs could not be loaded." });
  await expect(alert).toContainText("The database is not responding.");
  await expectAccessible(page);
  await page.unroute(LIST);
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(footerOf(page)).toContainText("Showing 21-30");
});
