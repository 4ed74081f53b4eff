import type { Page } from "@playwright/test";

import { expectViewed, findEntry, stored } from "./discover.ts";
import { addressOf } from "./comparison.ts";
import { boxOf, expect, expectAccessible, test } from "./fixtures.ts";

const size = (page: Page) => page.getByRole("region", { name: "Size", exact: true });
const pictures = (page: Page) => size(page).locator("img");

test("compared cars stand over each other in one scale", async ({ page, plain }) => {
  const [ev9, ioniq] = [await findEntry(page, "Kia EV9"), await findEntry(page, "Ioniq 5")];
  await page.goto(addressOf([ev9, ioniq]));
  await size(page).scrollIntoViewIfNeeded();

  await test.step("by their lengths, noses aligned", async () => {
    const { length: longer } = ev9.trim;
    const { length: shorter } = ioniq.trim;
    await expect(size(page)).toContainText(
      /The EV9 is [\d.]+ in longer and [\d.]+ in taller than the Ioniq 5\./,
    );
    const line = (inches: number | null) =>
      boxOf(
        size(page)
          .getByText(new RegExp(`^${inches} in\\d+ ft`))
          .locator(".."),
      );
    const [one, other] = [await line(longer), await line(shorter)];
    expect(one.x).toBeCloseTo(other.x, 0);
    expect(one.width / other.width).toBeCloseTo((longer ?? 0) / (shorter ?? 1), 2);
    for (const picture of await pictures(page).all()) {
      await expect(picture).toHaveJSProperty("naturalWidth", 800);
    }
  });

  await expectAccessible(page);

  await test.step("the same in figures, in either unit", async () => {
    const first = size(page).getByRole("listitem").first();
    await expect(first).toContainText(/Length 197\.2 in, Height/);
    await page.evaluate(() => localStorage.setItem("distance_unit", "km"));
    await page.reload();
    await expect(first).toContainText(/Length 501 cm, Height/);
    await expect(size(page)).toContainText("half a meter");
  });

  await test.step("without scripts", async () => {
    await plain.goto(page.url());
    await expect(size(plain)).toContainText("EV9 is");
    await expect(size(plain).getByRole("slider")).toHaveCount(0);
    await expect(pictures(plain).first()).toBeVisible();
  });
});

test("a car's page shows it beside the Model Y, then others @desktop", async ({ page }) => {
  const [fiat, ev9] = [await findEntry(page, "Fiat 500e"), await findEntry(page, "Kia EV9")];
  await page.goto(`/ev/${ev9.ev.id}`);
  await expect(size(page).getByRole("link", { name: "Tesla Model Y" })).toBeVisible();
  await expect(size(page)).toContainText("EV9 is");
  // The smaller one is the last picture before the outlines.
  await expect(pictures(page).nth(1)).toHaveAttribute("src", /tesla\/modely/);
  await page.goto(`/ev/${fiat.ev.id}`);
  await expect(size(page)).toContainText("Next to the Kia EV9 you viewed earlier.");
  await expect(size(page)).toContainText("EV9 is 4 ft 6 in longer");
  await expect(size(page)).toContainText(/unknown for the 500e; drawn like a typical hatchback/);
  await size(page).scrollIntoViewIfNeeded();
  await expectAccessible(page);
});

test("the Model Y if the car viewed before is gone @desktop", async ({ page, allowConsole }) => {
  allowConsole(/404/);
  const { ev } = await findEntry(page, "Kia EV9");
  await page.goto(`/ev/${ev.id}`);
  await expectViewed(page, ev.id);
  await page.evaluate(
    (text) => localStorage.setItem("ev_recently_viewed", text),
    (await stored(page, "ev_recently_viewed"))?.replace(`"id":${ev.id}`, '"id":987654') ?? "",
  );
  const fiat = await findEntry(page, "Fiat 500e");
  await page.goto(addressOf([fiat]));
  await page.getByRole("link", { name: /500e/ }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: /500e/ })).toBeVisible();
  await expect(size(page).getByRole("link", { name: "Tesla Model Y" })).toBeVisible();
});
