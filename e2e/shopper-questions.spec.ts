import type { EvListEntry } from "../src/domain/vehicle.ts";
import { matchCountOf, namesOf, openDiscover, readEntries } from "./discover.ts";
import { comeTo, expect, expectWhole, press, readClipboard, test } from "./fixtures.ts";

/** Questions that shoppers ask, each answered from the home page or a car's page. */

test("a link to exactly what is seen @desktop", async ({ page, context }) => {
  await openDiscover(page, "/?towing=5000-&newest=true&sort=towing");
  const first = await namesOf(page).first().innerText();
  await press(page.getByRole("region", { name: "Discover", exact: true }), "Copy link");
  await expect(page.getByText("Link copied", { exact: true })).toBeVisible();
  const link = await readClipboard(page);
  expect(link).toMatch(/\/\?towing=5000-&newest=true&sort=towing#discover$/);
  const other = await context.newPage();
  await other.goto(link);
  await expect(matchCountOf(other)).toBeInViewport();
  await expect(namesOf(other).first()).toHaveText(first);
  // Reloading or returning restores the visitor's scroll position.
  await expect(other).toHaveURL(/sort=towing$/);
  await other.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  await other.reload();
  await expect(other.getByRole("heading", { level: 1 })).toBeInViewport();
});

test("costs over six years at 15,000 miles in California @desktop", async ({ page }) => {
  await page.goto("/#saving");
  const section = page.locator("#saving");
  await comeTo(section);
  await section.getByRole("combobox", { name: "State" }).selectOption("California");
  await section.getByRole("textbox", { name: "Miles per year" }).fill("15000");
  await section.getByRole("textbox", { name: "Years you keep it" }).fill("6");
  // 4,680 kWh x (0.8 x $0.3325 + 0.2 x $0.50) = $1,712.88, $915 and $121 a year, against
  // 602.41 gal x $6.331 = $3,813.86 and $1,515: $2,579.98 x 6 - $3,600.
  const net = section.getByText("$11,880 ahead after 6 years");
  await expect(net).toBeInViewport({ ratio: 1 });
  await expect(section.getByText("Fuel alone: $12,606 saved")).toBeInViewport({ ratio: 1 });
  await expect(section.getByRole("row", { name: /^EV fee per year/ })).toContainText("$121");
  for (const [name, source] of [
    ["Electricity price", /^California, homes, January to July 2026 \(EIA\)/],
    ["Gas price", /^California, October 9, 2026 \(AAA\)/],
  ] as const)
    await expect(section.getByRole("textbox", { name })).toHaveAccessibleDescription(source);
  await expect(page).toHaveURL(/\?saveState=CA&saveMiles=15000&saveYears=6#saving$/);

  await section.getByRole("button", { name: "Copy link" }).click();
  await page.goto(await readClipboard(page));
  await expect(net).toBeInViewport({ ratio: 1 });
});

test("how long 500 miles take @desktop", async ({ page }) => {
  const entries = await readEntries(page);
  const entry = entries.find(({ trim }) => trim.range && trim.charging);
  await page.goto(`/ev/${entry?.ev.id}?trim=${entry?.trim.index}`);
  const trip = page.getByRole("region", { name: "A long drive" });
  const answer = trip.getByRole("definition").first();
  await expect(answer).toHaveText(/^\d+ h \d+ min$/);
  const inSummer = await answer.innerText();
  await comeTo(trip);
  await trip.getByRole("checkbox", { name: "Winter, 20 °F" }).check();
  await expect(answer).not.toHaveText(inSummer);
  await trip.getByRole("textbox", { name: "Distance" }).fill("800");
  await trip.getByText("How we calculate this").click();
  await expect(
    trip.getByRole("textbox", { name: "Range left in winter" }),
  ).toHaveAccessibleDescription(/Recurrent/);
  await trip.getByRole("button", { name: "75 mph" }).click();
  await expect(page).toHaveURL(/&tripMph=75&tripWinter=true&tripMiles=800$/);
  const factor = trip.getByRole("textbox", { name: "Share of EPA range at this speed" });
  await expect(factor).toHaveValue("87.5");
  await factor.fill("112.5");
  await expectWhole(factor);
  await factor.fill("87.5");
  const shown = await answer.innerText();
  await page.reload();
  await expect(answer).toHaveText(shown);
  const withoutTime = entries.filter(({ trim: { range, charging } }) => range && !charging);
  const isEstimated = ({ trim }: EvListEntry) => Boolean(trim.battery && trim.maxChargingSpeed);
  const estimated = withoutTime.find(isEstimated);
  await page.goto(`/ev/${estimated?.ev.id}?trim=${estimated?.trim.index}`);
  await expect(answer).toHaveText(/^about \d+ h/);
  await expect(trip).toContainText("an estimated");
  // Don't offer a setting that could not change an unknown answer.
  const unknown = withoutTime.find((one) => !isEstimated(one));
  await page.goto(`/ev/${unknown?.ev.id}?trim=${unknown?.trim.index}`);
  await expect(trip).toContainText("Fast charging time unknown");
  await expect(trip.getByRole("checkbox")).toHaveCount(0);
});
