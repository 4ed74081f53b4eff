import type { Page } from "@playwright/test";

import type { EvListEntry } from "../src/domain/vehicle.ts";
import { expect, test } from "./fixtures.ts";

/** The makes with a logo (pictures.md#brand-logos), and the file of each. */
const LOGOS = [
  "Acura, Audi, BMW, Cadillac, Chevrolet, Fiat, Ford, Genesis, GMC, Honda, Hyundai, Jaguar, Kia",
  "Lexus, Lucid, Maserati, Mercedes-Benz, Mini, Nissan, Polestar, Porsche, Rivian, Rolls-Royce",
  "Tesla, Toyota, Vinfast, Volkswagen, Volvo",
]
  .join(", ")
  .split(", ");

/** pictures.md#image-choice: make and model in lower case, letters and digits only. */
const picturePath = (make: string, model: string) => {
  const [makeKey, modelKey] = [make, model].map((name) =>
    name.toLowerCase().replaceAll(/[^a-z0-9]/g, ""),
  );
  return `/images/cars/${makeKey}/${modelKey}.webp`;
};

async function catalogue(page: Page): Promise<EvListEntry["ev"][]> {
  const entries: EvListEntry[] = await (await page.request.get("/api/evs")).json();
  return [...new Map(entries.map(({ ev }) => [ev.id, ev])).values()];
}

test.describe("files (pictures.md#image-choice) @desktop", () => {
  test("every model of the starter catalogue has its picture", async ({ page }) => {
    const evs = await catalogue(page);
    expect(evs.length).toBeGreaterThan(90);
    const drawings = new Set<string>();
    for (const { make, model, drawing } of evs) {
      const answer = await page.request.get(`${picturePath(make, model)}?v=${drawing}&w=240`);
      expect(answer.status(), `${make} ${model}`).toBe(200);
      expect(answer.headers()["content-type"]).toBe("image/webp");
      expect(answer.headers()["cache-control"]).toContain("immutable");
      const bytes = await answer.body();
      expect(bytes.subarray(8, 12).toString()).toBe("WEBP");
      expect(bytes.length, `${make} ${model}`).toBeLessThan(2_048);
      drawings.add(bytes.toString("base64"));
    }
    // A few models share a drawing because they are sold under two names.
    expect(drawings.size, "drawings").toBeGreaterThan(90);
  });

  test("it shows what is behind the car, dark in the dark theme", async ({ page }) => {
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

  test("no other model has one", async ({ page }) => {
    for (const path of [
      picturePath("Tesla", "Model T"),
      picturePath("Nobody", "Model 3"),
      "/images/cars/tesla/model3.png",
      "/images/cars/Tesla/Model%203.webp",
      "/images/cars/tesla.webp",
    ]) {
      expect((await page.request.get(path)).status(), path).toBe(404);
    }
  });

  test("the placeholder and the 28 logos ship with it", async ({ page }) => {
    expect(LOGOS).toHaveLength(28);
    const files = LOGOS.map((make) => `/images/logos/${make.toLowerCase()}.svg`);
    for (const path of ["/placeholder-car.svg", ...files]) {
      const answer = await page.request.get(path);
      expect(answer.status(), path).toBe(200);
      expect(answer.headers()["content-type"]).toMatch(/^image\/svg\+xml/);
    }
  });
});

test("a vehicle's page shows its drawing and says that it is one (pictures.md#drawings)", async ({
  page,
}) => {
  const ev = (await catalogue(page)).find(({ model }) => model === "Ioniq 5");
  await page.goto(`/ev/${ev?.id}`);
  const picture = page.getByRole("img", { name: "Hyundai Ioniq 5, drawing", exact: true });
  const version = `?v=${ev?.drawing}`;
  await expect(picture).toHaveAttribute("src", `/images/cars/hyundai/ioniq5.webp${version}`);
  await expect(picture).toHaveJSProperty(
    "currentSrc",
    new URL(`/images/cars/hyundai/ioniq5.svg${version}`, page.url()).href,
  );
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(800);
  await expect(page.getByRole("figure")).toHaveText(
    "Drawn to scale from its dimensions. Not a photo.",
  );
  const box = await picture.boundingBox();
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 1);
});

test("pictures beside a name are silent, and none moves the page when it comes", async ({
  page,
}) => {
  await page.goto("/");
  const card = page.getByRole("article").first();
  await expect(card.locator("img").first()).toHaveAttribute("alt", "");
  for (const image of await card.locator("img").all()) {
    await expect(image).toHaveAttribute("width", /^\d+$/);
    await expect(image).toHaveAttribute("height", /^\d+$/);
  }
});

test("the document knows the device's class (pictures.md#transforms)", async ({ page }, {
  project,
}) => {
  const answer = await page.goto("/");
  const data = JSON.parse((await page.locator("#page-data").textContent()) ?? "");
  expect(data.device).toBe(project.name === "phone" ? "mobile" : "other");
  expect(answer?.headers()["vary"]).toContain("User-Agent");
});

test.describe("pictures that do not load (pictures.md#image-choice)", () => {
  test.use({
    allowedConsole: [
      /^(Failed to load resource: net::ERR_FAILED|The picture \/images\/cars\/\S+ could not be loaded\.$)/,
    ],
  });

  test("are replaced by the placeholder, and that is logged", async ({ page }) => {
    const logged = page.waitForEvent("console", (message) =>
      message.text().startsWith("The picture /images/cars/lucid/air.webp"),
    );
    await page.route("**/images/cars/**", (route) => route.abort());
    const ev = (await catalogue(page)).find(({ model }) => model === "Air");
    await page.goto(`/ev/${ev?.id}`);
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
});
