import { addressOf, cellsOf, someTrims, table } from "./comparison.ts";
import { boxOf, expect, readClipboard, test } from "./fixtures.ts";
import { readEntries } from "./discover.ts";

/** Settings of the comparison page that are part of its address. */

test("folds equal rows, and a link keeps only differences @desktop", async ({ page }) => {
  const trims = (await readEntries(page, "make=Hyundai"))
    .filter(({ ev, trim }) => ev.model === "Ioniq 5" && trim.year === ev.year)
    .slice(0, 2);
  const header = (name: string) => table(page).getByRole("rowheader", { name });
  await page.goto(addressOf(trims));
  const more = table(page).getByRole("button", { name: "More figures" });
  await expect(header("Body type")).toBeHidden();
  await expect(header("Torque")).toBeHidden();
  // These rows are equal too, but the specification wants them shown.
  await expect(header("Fast Charging")).toBeVisible();
  await more.press("Enter");
  await expect(more).toHaveAttribute("aria-expanded", "true");
  await expect(more).toBeFocused();
  for (const name of ["Body type", "Torque", "AC charging", "Battery warranty", "Curb weight"])
    await expect(header(name)).toBeVisible();
  await page.getByRole("checkbox", { name: "Only differences" }).check();
  await expect(header("Body type")).toHaveCount(0);
  await expect(header("Fast Charging")).toBeHidden();
  await expect(header("Price")).toBeVisible();
  await expect(page).toHaveURL(`${addressOf(trims)}&differences=only`);
  await page.reload();
  await expect(page.getByRole("checkbox", { name: "Only differences" })).toBeChecked();
  await expect(header("Fast Charging")).toBeHidden();
  await page.goto(`${addressOf(trims)}&differences=none&tripMph=12`);
  await expect(header("Fast Charging"), "an unknown value counts as none").toBeVisible();
  await expect(header("500-mile trip at 70 mph")).toBeVisible();
});

test("works out a long drive for all its cars, and shares it @desktop", async ({ page }) => {
  const trims = (await readEntries(page, "make=Audi")).filter(
    ({ trim }) => trim.index === 0 && trim.range && trim.charging,
  );
  await page.goto(addressOf(trims.slice(0, 2)));
  const drive = page.getByRole("region", { name: "A long drive" });
  await expect(drive.getByRole("definition").first()).toHaveText(/^\d+ h/);
  const usual = await cellsOf(table(page), "500-mile trip at 70 mph");
  await drive.getByRole("checkbox", { name: /Winter/ }).check();
  await drive.getByRole("button", { name: "75 mph" }).click();
  const inWinter = await cellsOf(table(page), "500-mile trip at 75 mph, in winter");
  expect(inWinter).not.toEqual(usual);
  await expect(page, "beside the cars").toHaveURL(/\?ev=.+tripMph=75/);
  await page.reload();
  await expect(drive.getByRole("checkbox", { name: /Winter/ })).toBeChecked();
  const again = () => cellsOf(table(page), "500-mile trip at 75 mph, in winter");
  await expect.poll(again).toEqual(inWinter);
  await page.getByRole("link", { name: "See costs for your state" }).click();
  const savings = page.getByRole("region", { name: /Savings/ });
  for (const { ev } of trims.slice(0, 2)) await expect(savings).toContainText(ev.model);
});

test("counts the costs that are set, and shares them @desktop", async ({ page }) => {
  const address = addressOf(await someTrims(page, 2));
  await page.goto(`${address}&saveYears=5&saveMiles=few&saveState=Nowhere`);
  const row = (hint: string) =>
    table(page).getByRole("rowheader", { name: `Cost per year ${hint}`, exact: true });
  await expect(row("5 years, 12,000 miles per year"), "what is unknown is ignored").toBeVisible();
  const costs = await cellsOf(table(page), "Cost per year 5 years, 12,000 miles per year");
  await page.goto(`${address}&saveYears=5&saveMiles=9000`);
  await expect(row("5 years, 9,000 miles per year")).toBeVisible();
  const fewer = await cellsOf(table(page), "Cost per year 5 years, 9,000 miles per year");
  expect(fewer).not.toEqual(costs);
  await page.getByRole("link", { name: "See costs for your state" }).click();
  const savings = page.getByRole("region", { name: /Savings/ });
  await expect(savings.getByRole("textbox", { name: "Miles per year" })).toHaveValue("9,000");
});

test("hands out the comparison as a file and as a link @desktop", async ({ page }) => {
  const trims = await someTrims(page, 2);
  await page.goto(addressOf(trims));
  await expect(page.getByRole("list", { name: "Slots" })).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const { x } = await boxOf(page.getByRole("menu"));
  expect(x, "the menu covers no heading").toBeGreaterThan(720);
  await page.getByRole("menuitem", { name: "Download CSV" }).click();
  expect((await download).suggestedFilename()).toBe("evs-filtered.csv");
  await expect(page.getByRole("menuitem", { name: "Print" })).toBeHidden();
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("Link copied", { exact: true })).toBeVisible();
  expect(await readClipboard(page)).toBe(new URL(addressOf(trims), page.url()).href);
});
