import { findEntry } from "./discover.ts";
import { expect, test } from "./fixtures.ts";

test("a drawing shows what is behind the car, in both themes @desktop", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/compare?ev=2");
  const picture = page.locator('img[src^="/images/cars/"]').first();
  await expect(picture).toHaveJSProperty("complete", true);
  const corner = await picture.evaluate((image: HTMLImageElement) => {
    const canvas = document.createElement("canvas").getContext("2d");
    canvas?.drawImage(image, 0, 0);
    return canvas?.getImageData(4, 4, 1, 1).data[3];
  });
  expect(corner, "how much the corner covers").toBe(0);
  const behind = await picture.evaluate((image) => getComputedStyle(image).backgroundImage);
  const light = [...behind.matchAll(/rgb\((\d+), (\d+), (\d+)\)/g)].map(([, ...parts]) =>
    Math.max(...parts.map(Number)),
  );
  expect(Math.max(...light)).toBeLessThan(128);
});

test("a vehicle's page shows its drawing and says that it is one", async ({ page }) => {
  const { ev } = await findEntry(page, "Ioniq 5");
  await page.goto(`/ev/${ev.id}`);
  const picture = page.getByRole("img", { name: "Hyundai Ioniq 5, drawing", exact: true });
  const version = `?v=${ev.drawing}`;
  await expect(picture).toHaveAttribute("src", `/images/cars/hyundai/ioniq5.webp${version}`);
  await expect(picture).toHaveJSProperty(
    "currentSrc",
    new URL(`/images/cars/hyundai/ioniq5.svg${version}`, page.url()).href,
  );
  await expect(picture).toHaveJSProperty("naturalWidth", 800);
  await expect(page.getByRole("figure")).toHaveText(
    "Drawn to scale from its dimensions. Not a photo.",
  );
  const box = await picture.boundingBox();
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 1);
});

test("pictures beside a name are silent, and none moves the page", async ({ page }) => {
  await page.goto("/");
  const card = page.getByRole("article").first();
  await expect(card.locator("img").first()).toHaveAttribute("alt", "");
  for (const image of await card.locator("img").all()) {
    await expect(image).toHaveAttribute("width", /^\d+$/);
    await expect(image).toHaveAttribute("height", /^\d+$/);
  }
});

test("pictures that do not load are placeholders, and logged", async ({ page, allowConsole }) => {
  allowConsole(
    /^(Failed to load resource: net::ERR_FAILED|The picture \/images\/cars\/\S+ could not be loaded\.$)/,
  );
  const logged = page.waitForEvent("console", (message) =>
    message.text().startsWith("The picture /images/cars/lucid/air.webp"),
  );
  await page.route("**/images/cars/**", (route) => route.abort());
  const { ev } = await findEntry(page, "Lucid Air");
  await page.goto(`/ev/${ev.id}`);
  const picture = page.getByRole("img", { name: "Lucid Air, image unavailable" });
  await expect(picture).toHaveAttribute("src", "/placeholder-car.svg");
  await logged;
  await page.goto("/");
  const first = page.getByRole("article").first().locator("img").first();
  await expect(async () => {
    await first.scrollIntoViewIfNeeded();
    await expect(first).toHaveAttribute("src", "/placeholder-car.svg", { timeout: 1000 });
  }).toPass();
});
