import { expect, expectAccessible, NOT_FOUND_LINE, test } from "./fixtures.ts";

const PAGES = [
  ["home", "/"],
  ["filtered home", "/?make=Kia&quick=maxrange"],
  ["home without a match", "/?search=nothing-like-it"],
  ["AI", "/ai"],
  ["sign-in", "/auth"],
  ["6in60", "/6in60"],
  ["vehicle", "/ev/MODEL"],
  ["vehicle with N/A", "/ev/BLANK"],
  ["no vehicle", "/ev/987654321"],
  ["not found", "/no-such-page"],
] as const;

test.use({ allowedConsole: [NOT_FOUND_LINE] });

for (const colorScheme of ["light", "dark"] as const) {
  for (const [name, path] of PAGES) {
    test(`axe finds nothing on ${name}, ${colorScheme}`, async ({ page, request }) => {
      const search = path.endsWith("BLANK") ? "Hummer EV Pickup" : "Model 3";
      const [entry] = await (
        await request.get(`/api/evs?limit=1&search=${encodeURIComponent(search)}`)
      ).json();
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.goto(path.replace(/MODEL|BLANK/, String(entry.ev.id)));
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.waitForLoadState("networkidle");
      await expectAccessible(page);
      const tooWide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(tooWide, "nothing is wider than the screen").toBe(0);
    });
  }
}
