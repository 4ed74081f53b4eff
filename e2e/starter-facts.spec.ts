import type { EvRow } from "../src/domain/vehicle.ts";
import { addRow, entriesOf, openDashboard, toastOf } from "./dashboard.ts";
import { expect, expectAccessible, signIn, test } from "./fixtures.ts";

test.use({ serverEnv: { STARTER_CATALOGUE: "false" } });

/** As in the starter catalogue of the first release. */
const ZDX: Partial<EvRow> = {
  make: "Acura",
  model: "ZDX",
  trim: "A-Spec RWD",
  year: 2024,
  price: 64_500,
  range: 313,
  bodyType: "SUV",
  driveType: "RWD",
  seatingCapacity: 5,
  cargoSpace: 28.7,
  batteryCapacity: 102,
  maxChargingSpeed: 190,
  taxCreditEligible: true,
};

test("new facts are offered once, and fill empty cells @desktop", async ({
  page,
  guest: others,
  plain,
}) => {
  await signIn(page);
  const row = await addRow(page.request, ZDX);
  await addRow(page.request, { ...ZDX, trim: "A-Spec AWD", driveType: "AWD", price: 1 });
  await addRow(page.request, {
    make: "Toyota",
    model: "bZ Woodland",
    trim: "Woodland Premium",
    year: 2026,
    bodyType: "SUV",
    price: 47_400,
    range: 281,
    driveType: "AWD",
  });
  await openDashboard(page);
  const offer = page.getByRole("region", { name: "New data for your starter cars" });
  await expect(offer).toContainText(/\d\d values for empty cells of 2 rows/);
  await expect(offer).toContainText("as checked on November 23, 2026");
  await offer.getByText("1 older figure left as it is").click();
  await expect(offer.getByRole("listitem")).toHaveText(
    "2026 Toyota bZ Woodland Woodland Premium: range 260, here 281",
  );
  await expectAccessible(page);

  await openDashboard(others);
  const othersOffer = others.getByRole("region", { name: "New data" });
  await othersOffer.getByRole("button", { name: "Not now" }).click();
  await expect(othersOffer).toHaveCount(0);
  await expect(others.getByRole("heading", { level: 1 })).toBeFocused();
  await openDashboard(others);
  await expect(othersOffer).toHaveCount(0);
  // Facts that were postponed on another day are offered again.
  await others.evaluate(() => localStorage.setItem("ev_starter_put_off", "2026-01-01"));
  await openDashboard(others);
  await expect(othersOffer).toBeVisible();

  await offer.getByRole("button", { name: "Fill in" }).click();
  await expect(toastOf(page)).toContainText(/Filled \d\d empty cells of 2 rows/);
  await expect(offer).toHaveCount(0);
  await page.getByRole("link", { name: "Activity" }).click();
  const latest = entriesOf(page).first();
  await expect(latest).toContainText("filled empty cells from the starter catalogue");

  // The section follows the selected trim, even without scripts.
  for (const reader of [page, plain]) {
    await reader.goto(`/ev/${row.id}?trimName=A-Spec%20RWD`);
    const sources = reader.getByRole("region", { name: "Where these figures come from" });
    await expect(sources.getByRole("listitem").first()).toHaveText(
      "Range, consumption and home charging: EPA (fueleconomy.gov), 2024",
    );
    await expect(sources).toContainText("Checked on November 23, 2026");
    await reader.getByRole("navigation", { name: "Trims" }).getByText("A-Spec AWD").click();
    await expect(reader.getByRole("heading", { level: 1 })).toHaveText("Acura ZDX");
    await expect(sources).toHaveCount(0);
  }
});
