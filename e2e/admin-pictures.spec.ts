import type { Page } from "@playwright/test";
import { photograph } from "../test/pictures.ts";

import { expect, expectAccessible, hold, signIn, test } from "./fixtures.ts";
import { addRow, modelOf } from "./dashboard.ts";

const HOST = "https://pictures.example";
const PLACEHOLDER = "https://placehold.co/800x450";
/** pictures.md#image-cells, pictures.md#uploads */
const PLACEHOLDER_MESSAGE = `Placeholder image: please edit and set a ${HOST}/ URL.`;

test.use({ serverEnv: { IMAGE_HOST: HOST } });

/** The transform for devices other than phones (pictures.md#transforms). */
const TRANSFORM = "f_auto,q_auto:good,w_800";

/** Adds a model that is the first in the list. */
const addPhoto = (page: Page, model: string, image: string | null) =>
  addRow(page.request, { make: "Photo", model, trim: "One", range: 1999, image });

test.beforeEach(async ({ context }) => {
  const body = await photograph("#345");
  await context.route(/^https:/, (route) => route.fulfill({ body, contentType: "image/jpeg" }));
});

async function upload(page: Page, background: string): Promise<string> {
  const answer = await page.request.post("/api/upload-image", {
    multipart: {
      image: { name: "car.jpg", mimeType: "image/jpeg", buffer: await photograph(background) },
    },
  });
  return (await answer.json()).url;
}

test("uploaded and hosted pictures come in one transform everywhere @desktop", async ({ page }) => {
  await signIn(page);
  const own = (await upload(page, "#a40")).slice("/images/upload/".length);
  for (const [model, image, prefix, rest] of [
    ["Own", `/images/upload/${own}`, "/images/upload/", own],
    ["Hosted", `${HOST}/fleet/upload/v1/a.jpg`, `${HOST}/fleet/upload/`, "v1/a.jpg"],
  ] as const) {
    const id = await modelOf(page.request, await addPhoto(page, model, image));
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
    await expect(picture).not.toHaveJSProperty("naturalWidth", 0);
    await expect(page.locator('meta[property="og:image"]')).toHaveAttribute("content", src);
    await expect(page.getByRole("figure")).not.toContainText("Drawn");
  }
});

test("uploaded in the form, a visitor sees it @desktop", async ({ page, allowConsole }) => {
  const visitor = await page.context().newPage();
  await visitor.goto("/?search=pictured");
  await signIn(page);
  await page.goto("/admin");
  await page.getByRole("button", { name: "Add New EV" }).click();
  const dialog = page.getByRole("dialog", { name: "Add New EV" });
  for (const label of ["Make", "Model", "Trim"]) await dialog.getByLabel(label).fill("Pictured");
  await expect(dialog.getByText("No image")).toBeVisible();

  // A refusal says why and leaves the address unchanged (pictures.md#uploads).
  allowConsole(/status of 415/, /^Failed to upload image /);
  const address = dialog.getByLabel("Image URL", { exact: true });
  const file = dialog.getByLabel("Image URL, picture file");
  await address.fill(PLACEHOLDER);
  await expect(dialog.getByText(PLACEHOLDER_MESSAGE)).toBeVisible();
  await file.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.from("GIF89a") });
  await expect(dialog.getByRole("alert")).toHaveText(
    "The picture must be a JPEG, PNG, WebP or AVIF.",
  );
  await expect(address).toHaveValue(PLACEHOLDER);

  // Saving is disabled while a picture is being uploaded.
  const release = await hold(page, "**/api/upload-image");
  const buffer = await photograph("#083");
  await file.setInputFiles({ name: "car.jpg", mimeType: "image/jpeg", buffer });
  await expect(dialog.getByRole("button", { name: "Uploading..." })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Add EV" })).toBeDisabled();
  release();
  await expect(dialog.getByText("Picture uploaded")).toBeVisible();
  await expect(address).toHaveValue(/^\/images\/upload\/[0-9a-f]{32}$/);
  const preview = dialog.getByRole("img", { name: "Preview of Image URL" });
  await expect(preview).toHaveJSProperty("naturalWidth", 400);
  await expectAccessible(page);

  const id = (await address.inputValue()).slice("/images/upload/".length);
  await dialog.getByRole("button", { name: "Add EV" }).click();
  await expect(dialog).toBeHidden();
  const card = visitor.getByRole("article").filter({ hasText: "Pictured" }).first();
  const picture = card.locator("img").first();
  await expect(picture).toHaveAttribute("src", `/images/upload/${TRANSFORM}/${id}`);
  await card.scrollIntoViewIfNeeded();
  await expect(picture).toHaveJSProperty("naturalWidth", 800);
});

test("an image cell says what it has, and takes a picture @desktop", async ({ page }) => {
  await signIn(page);
  await addPhoto(page, "Celled", null);
  await page.goto("/admin?search=celled");
  const cell = page.getByRole("gridcell").filter({ hasText: /No image|Placeholder image/ });
  await expect(cell).toHaveText("No image");

  await cell.click();
  const address = page.getByLabel(/^Image URL of /).first();
  await address.fill(PLACEHOLDER);
  await address.press("Enter");
  await expect(cell).toHaveText(PLACEHOLDER_MESSAGE);

  await cell.click();
  await page.getByLabel(/^Image URL of .*, picture file$/).setInputFiles({
    name: "car.jpg",
    mimeType: "image/jpeg",
    buffer: await photograph("#a40"),
  });
  await expect(page.getByText("Picture uploaded")).toBeVisible();
  await expect(address).toHaveValue(/^\/images\/upload\//);
  await address.press("Enter");
  const shown = page.getByRole("gridcell").filter({ hasText: "/images/upload/" });
  await expect(shown.locator("img")).toHaveJSProperty("naturalWidth", 400);
});
