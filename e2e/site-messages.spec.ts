import { comeTo, expect, NOT_FOUND_LINE, press, test } from "./fixtures.ts";

const COMING = [
  ["/ai", "AI", "Training our neural networks..."],
  ["/tech", "Tech", "Compiling the future..."],
  ["/space", "Space", "Preparing for launch..."],
  ["/6in60", "6in60", "Recording awesome content..."],
  ["/discover", "Discover", "Exploring new frontiers..."],
] as const;

test("coming-soon pages have an icon and say what is coming @desktop", async ({ page }) => {
  for (const [path, name, message] of COMING) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(200);
    await expect(page).toHaveTitle(`${name} · EV Catalogue`);
    const main = page.getByRole("main");
    await expect(main.getByText(message, { exact: true })).toBeVisible();
    await expect(main.getByText("Coming soon")).toBeVisible();
    await expect(main.locator("svg").first()).toBeVisible();
  }
  await test.step("6in60 leads to the home page with FASTEST on", async () => {
    await press(page.getByRole("navigation", { name: "Main" }), "6in60", "link");
    await page.getByRole("link", { name: "See the fastest EVs" }).click();
    await expect(page).toHaveURL(/\/\?quick=fastest/);
    await expect(page.getByRole("heading", { name: "Discover" })).toBeVisible();
  });
});

test("the not-found screen leads back or home @desktop", async ({ page, allowConsole }) => {
  allowConsole(NOT_FOUND_LINE);
  await test.step("its texts, its links and its status", async () => {
    const answer = await page.goto("/no/such/page?x=1");
    expect(answer?.status()).toBe(404);
    await expect(page).toHaveTitle("Page Not Found · EV Catalogue");
    const main = page.getByRole("main");
    await expect(main.getByText("404", { exact: true })).toBeVisible();
    await expect(main.getByRole("heading", { name: "Page Not Found", level: 1 })).toBeVisible();
    await expect(
      main.getByText("The page you're looking for doesn't exist or has been moved."),
    ).toBeVisible();
    const link = (name: string) => main.getByRole("link", { name, exact: true });
    await expect(link("Return Home")).toHaveAttribute("href", "/");
    const block = main.getByRole("navigation", { name: "Looking for electric vehicles?" });
    await expect(block.getByRole("link")).toHaveText(["All EVs", "Compare EVs", "Fastest EVs"]);
    await expect(link("All EVs")).toHaveAttribute("href", "/");
    await expect(link("Compare EVs")).toHaveAttribute("href", "/compare");
    await expect(link("Fastest EVs")).toHaveAttribute("href", "/6in60");
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
  });
  await test.step("an address under a vehicle's is unknown as well, as is one that cannot be read", async () => {
    for (const path of ["/%E0%A4%A", "/ev/1/colours"]) {
      const answer = await page.goto(path);
      expect(answer?.status(), path).toBe(404);
      await comeTo(page.locator("#main"));
      await expect(page).toHaveURL(path);
    }
    await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
    const marked = page.getByRole("navigation", { name: "Main" }).locator("[aria-current]");
    await expect(marked).toHaveCount(0);
  });
  await test.step("Go Back is the browser's history", async () => {
    await page.goto("/tech");
    await page.goto("/no-such-page");
    await comeTo(page.locator("#main"));
    await page.getByRole("button", { name: "Go Back" }).click();
    await expect(page).toHaveURL("/tech");
    await expect(page.getByText("Compiling the future...")).toBeVisible();
  });
});

test("without JavaScript every page says what it says @desktop", async ({ plain: page }) => {
  for (const [path, text] of [
    ...COMING.map(([at, , said]) => [at, said] as const),
    ["/x", "Page Not Found"],
    ["/ev/987654321", "Vehicle not found"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("main").getByText(text)).toBeVisible();
    await page.getByRole("main").getByRole("link").first().click();
    await expect(page.getByRole("heading", { name: "Discover" })).toBeVisible();
  }
});
