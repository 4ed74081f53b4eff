import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { fastify, type FastifyInstance } from "fastify";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { answerError } from "../../server/http-errors.server.ts";
import { BRANDS_WITH_LOGO, brandSlug } from "../../vehicle/brands.ts";
import { BODY_TYPES, type Ev } from "../../vehicle/vehicle.ts";
import { paintDrawing } from "./drawings.server.ts";
import { createIllustrations, writeIllustrations } from "./illustrations.server.ts";
import { findPicturedModel, imageRoutes } from "./images.server.ts";
import { illustrationPath } from "./images.ts";
import { type Paint, PAINTS, paintOf } from "./paints.ts";

const evs = BODY_TYPES.map((bodyType, index): Ev => ({
  id: index + 1,
  make: "Škoda-Werke",
  model: `No. ${bodyType}+`,
  year: 2025,
  bodyType,
  image: null,
  taxCreditEligible: null,
  averageRating: null,
  reviewCount: 0,
  trims: [],
}));

let app: FastifyInstance;
beforeAll(() => {
  app = fastify();
  app.setErrorHandler(answerError);
  imageRoutes(app, {
    findModel: async (makeKey, modelKey) => findPicturedModel(evs, makeKey, modelKey),
    illustrations: null,
  });
});
afterAll(() => app.close());

describe("GET /images/cars/{make}/{model}.webp", () => {
  it.each(evs)("draws $model", async ({ make, model }) => {
    const answer = await app.inject(illustrationPath(make, model));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toBe("image/webp");
    expect(answer.headers["cache-control"]).toContain("public, max-age=");
    const { format, width, height } = await sharp(answer.rawPayload).metadata();
    expect({ format, width, height }).toEqual({ format: "webp", width: 800, height: 450 });
    expect(answer.rawPayload.length).toBeLessThan(40_000);
  });

  it("has the drawing itself, compressed and without a script", async () => {
    const url = illustrationPath("Škoda-Werke", "No. SUV+", "svg");
    const answer = await app.inject({ url, headers: { "accept-encoding": "br" } });
    expect(answer.headers["content-type"]).toBe("image/svg+xml");
    expect(answer.rawPayload.length).toBeLessThan(4_000);
    const svg = brotliDecompressSync(answer.rawPayload).toString();
    expect(svg).toMatch(/^<svg [^>]*width="800" height="450"/);
    expect(svg).not.toMatch(/<script|\son\w+=|href="(?!#)/);
  });

  it("draws every body type differently", async () => {
    const tags = await Promise.all(
      evs.map(async ({ make, model }) => {
        const { headers } = await app.inject(illustrationPath(make, model));
        return headers.etag;
      }),
    );
    expect(new Set(tags).size).toBe(BODY_TYPES.length);
  });

  it("answers 304 to who has it", async () => {
    const url = illustrationPath("Škoda-Werke", "No. SUV+");
    const { etag } = (await app.inject(url)).headers;
    const again = await app.inject({ url, headers: { "if-none-match": `"x", W/${String(etag)}` } });
    expect(again.statusCode).toBe(304);
    expect(again.rawPayload).toHaveLength(0);
  });

  it.each([
    "/images/cars/tesla/model3.webp",
    "/images/cars/%C5%A1kodawerke/nosuv.png",
    "/images/cars/x.webp",
  ])("answers 404 to %s", async (url) => {
    const answer = await app.inject(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toHaveProperty("error");
  });
});

async function bytesOf(illustrate: ReturnType<typeof createIllustrations>, paint: Paint) {
  const suv = await illustrate("SUV", paint, "webp");
  return suv.body("identity");
}

describe("drawings", () => {
  it.each(BODY_TYPES)("%s leaves no colour open and holds no text", (bodyType) => {
    for (const paint of Object.keys(PAINTS) as (keyof typeof PAINTS)[]) {
      expect(paintDrawing(bodyType, paint)).not.toMatch(/\{\{|undefined|<text/);
    }
  });

  it("are drawn ahead into a folder and read from there", async () => {
    const folder = mkdtempSync(join(tmpdir(), "ev-illustrations-"));
    try {
      writeFileSync(join(folder, "of-an-earlier-drawing.webp"), "old");
      await writeIllustrations(folder, ["pearl"]);
      const files = readdirSync(folder).map((file) => join(folder, file));
      expect(files).toHaveLength(BODY_TYPES.length);
      const drawn = await bytesOf(createIllustrations(null), "pearl");
      const [suv = ""] = files.filter((file) => readFileSync(file).equals(drawn));
      expect(await bytesOf(createIllustrations(folder), "pearl")).toEqual(drawn);

      // What is there is neither drawn again nor by who answers.
      const mark = Buffer.from("as it was left");
      writeFileSync(suv, mark);
      const { mtimeMs } = statSync(suv);
      await writeIllustrations(folder, ["pearl"]);
      expect(statSync(suv).mtimeMs).toBe(mtimeMs);
      const illustrate = createIllustrations(folder);
      expect(await bytesOf(illustrate, "pearl")).toEqual(mark);
      const { format } = await sharp(await bytesOf(illustrate, "ocean")).metadata();
      expect(format, "drawn when it is missing").toBe("webp");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each([
    ["Tesla", "crimson"],
    ["MERCEDES-BENZ", "silver"],
    ["constructor", paintOf("Constructor")],
  ])("%s is painted %s", (make, paint) => {
    expect(paintOf(make)).toBe(paint);
    expect(PAINTS).toHaveProperty(paintOf(make));
  });
});

describe("files that ship", () => {
  it.each(BRANDS_WITH_LOGO)("has a logo of %s", async (make) => {
    const svg = readFileSync(`public/images/logos/${brandSlug(make)}.svg`);
    expect(svg.toString()).not.toMatch(/<script|<text|href=|currentColor/);
    const { width, height } = await sharp(svg).metadata();
    expect(width).toBe(height);
  });

  it("has a placeholder of the same proportion", async () => {
    const { width, height } = await sharp(readFileSync("public/placeholder-car.svg")).metadata();
    expect({ width, height }).toEqual({ width: 800, height: 450 });
  });
});
