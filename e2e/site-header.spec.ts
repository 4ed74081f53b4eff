import { expect, expectAccessible, hold, overflowOf, press, test } from "./fixtures.ts";

const LINKS = [
  ["EVs", "/"],
  ["AI", "/ai"],
  ["Tech", "/tech"],
  ["Space", "/space"],
  ["6in60", "/6in60"],
  ["Discover", "/discover"],
] as const;

test("the six links in their order, the current one marked @main-phone", async ({ page }) => {
  await page.goto("/tech");
  const navigation = page.getByRole("navigation", { name: "Main" });
  const links = navigation.getByRole("link");
  await expect(links).toHaveText(LINKS.map(([label]) => label));
  for (const [label, href] of LINKS) {
    await navigation.getByRole("link", { name: label, exact: true }).click();
    await expect(page).toHaveURL(href);
    await expect(navigation.locator("[aria-current=page]")).toHaveText(label);
  }
});

test("a navigation marks its link and moves the focus @desktop", async ({ page }) => {
  await page.goto("/ev/13");
  const current = page.getByRole("navigation", { name: "Main" }).locator("[aria-current]");
  await expect(current).toHaveText("EVs");
  await page.goto("/ai/");
  await expect(current).toHaveText("AI");
  await test.step("the first stop of the keyboard skips to the content", async () => {
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "Skip to content" });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
  });
  await test.step("a navigation moves the focus to the page and its title to the tab", async () => {
    await expect(page).toHaveTitle("AI · EV Catalogue");
    await press(page.getByRole("navigation", { name: "Main" }), "Space", "link");
    await expect(page.getByRole("main")).toBeFocused();
    await expect(page).toHaveTitle("Space · EV Catalogue");
    await page.goBack();
    await expect(page).toHaveTitle("AI · EV Catalogue");
    await page.getByRole("link", { name: "EV Catalogue, home" }).click();
    await expect(page).toHaveTitle(/^EV Catalogue: /);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
});

test("the strip scrolls sideways, the page does not @phone", async ({ page }) => {
  await page.goto("/discover");
  const navigation = page.getByRole("navigation", { name: "Main" });
  const current = navigation.getByRole("link", { name: "Discover" });
  await expect(current).toBeInViewport({ ratio: 1 });
  const widths = await navigation.evaluate((strip) => ({
    content: strip.scrollWidth,
    shown: strip.clientWidth,
    page: document.documentElement.scrollWidth,
    screen: innerWidth,
  }));
  expect(widths.page).toBe(widths.screen);
  if (widths.content > widths.shown) {
    await expect.poll(() => navigation.evaluate((strip) => strip.scrollLeft)).toBeGreaterThan(0);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await page.reload();
  const distances = page.getByRole("button", { name: /^Distances in/ });
  await expect(distances).toBeInViewport({ ratio: 1 });
  expect(await overflowOf(page)).toBe(0);
  await expect(current).toBeInViewport({ ratio: 1 });
  await expect.poll(() => navigation.evaluate((strip) => strip.scrollLeft)).toBeGreaterThan(0);
  await navigation.evaluate((strip) => strip.scrollTo({ left: 0, behavior: "instant" }));
  await expect(current).not.toBeInViewport({ ratio: 0.9 });
});

test("the theme follows the system until one is chosen @desktop @main", async ({ page }) => {
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/ai");
  const light = await paper();
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await paper();
  expect(dark).not.toBe(light);

  await page.getByRole("button", { name: /^Theme: as the system/ }).click();
  await expect(page.getByRole("button", { name: /^Theme: light/ })).toBeVisible();
  expect(await paper()).toBe(light);
  await page.reload();
  await expect(page.getByRole("button", { name: /^Theme: light/ })).toBeVisible();
  expect(await paper()).toBe(light);
  await page.getByRole("button", { name: /^Theme: light/ }).click();
  expect(await paper()).toBe(dark);
  await page.getByRole("button", { name: /^Theme: dark/ }).click();
  await expect(page.getByRole("button", { name: /^Theme: as the system/ })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("theme"))).toBeNull();
});

test("the chosen theme is there before the page's own script @desktop", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("theme", "dark"));
  await page.emulateMedia({ colorScheme: "light" });
  const arrive = await hold(page, "**/assets/entry.client-*.js");
  await page.goto("/ai", { waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const html = page.locator("html");
  await expect(html).toHaveAttribute("data-theme", "dark");
  const early = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  arrive();
  await expect(page.getByRole("button", { name: /^Theme: dark/ })).toBeVisible();
  await expect(html).toHaveAttribute("data-theme", "dark");
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(early);
});

test("a theme chosen in another tab holds here too @desktop", async ({ page, context }) => {
  await page.goto("/ai");
  const other = await context.newPage();
  await other.goto("/tech");
  await other.getByRole("button", { name: /^Theme: as the system/ }).click();
  await expect(page.getByRole("button", { name: /^Theme: light/ })).toBeVisible();
  await expectAccessible(page);
});
