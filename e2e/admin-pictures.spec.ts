import type { Page } from "@playwright/test";
import sharp from "sharp";

import { expect, signIn, test } from "./fixtures.ts";

const HOST = "https://pictures.example";
test.use({ serverEnv: { IMAGE_HOST: HOST } });

/** What other devices than mobile get (§3). */
const TRANSFORM = "f_auto,q_auto:good,w_800";

/** A photograph of one colour, wide enough for every transform. */
const photograph = (background: string) =>
  sharp({ create: { width: 1600, height: 900, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** Adds a model whose card is the first of the list. */
async function addModel(page: Page, model: string, image: string): Promise<number> {
  const answer = await page.request.post("/api/evs", {
    data: { make: "Photo", model, trim: "One", year: 2026, bodyType: "Sedan", range: 1999, image },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const evs: { ev: { id: number; model: string } }[] = await (
    await page.request.get("/api/evs?make=Photo")
  ).json();
  return evs.find(({ ev }) => ev.model === model)?.ev.id ?? 0;
}

async function upload(page: Page, background: string): Promise<string> {
  const answer = await page.request.post("/api/upload-image", {
    multipart: {
      image: { name: "car.jpg", mimeType: "image/jpeg", buffer: await photograph(background) },
    },
  });
  return (await answer.json()).url;
}

test("uploaded and hosted pictures come in one transform everywhere", async ({ page }) => {
  const hosted = await photograph("#345");
  await page.route(`${HOST}/**`, (route) =>
    route.fulfill({ body: hosted, contentType: "image/jpeg" }),
  );
  await signIn(page);
  const own = (await upload(page, "#a40")).slice("/images/upload/".length);
  for (const [model, image, prefix, rest] of [
    ["Own", `/images/upload/${own}`, "/images/upload/", own],
    ["Hosted", `${HOST}/fleet/upload/v1/a.jpg`, `${HOST}/fleet/upload/`, "v1/a.jpg"],
  ] as const) {
    const id = await addModel(page, model, image);
    const src = `${prefix}${TRANSFORM}/${rest}`;

    await page.goto("/?search=photo");
    const card = page
      .getByRole("article")
      .filter({ hasText: `Photo ${model}` })
      .first();
    await card.scrollIntoViewIfNeeded();
    await expect(card.locator("img").first()).toHaveAttribute("src", src);

    await page.goto(`/ev/${id}`);
    const picture = page.getByRole("img", { name: `Photo ${model}`, exact: true }).first();
    await expect(picture).toHaveAttribute("src", src);
    await expect
      .poll(() => picture.evaluate((shown: HTMLImageElement) => shown.naturalWidth))
      .toBeGreaterThan(0);
    await expect(page.locator('meta[property="og:image"]')).toHaveAttribute("content", src);
    await expect(page.getByRole("figure")).not.toContainText("Illustration");
  }
});
