import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { fastify, type FastifyInstance } from "fastify";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { sampleEv } from "../../../test/sample-cars.ts";
import { answerError } from "../../server/http.server.ts";
import { BRANDS_WITH_LOGO, brandSlug } from "../../domain/brands.ts";
import type { Ev, Trim } from "../../domain/vehicle.ts";
import { BODY_TYPES } from "../../domain/field-options.ts";
import { drawingVersion } from "./drawing-version.server.ts";
import { imageRoutes } from "./pictures.routes.server.ts";
import { PAINTS } from "./drawing/paints.ts";
import { drawingPath } from "./pictures.ts";

function car(over: Partial<Ev>, trim: Partial<Trim> = {}): Ev {
  const ev = sampleEv({ id: 1, make: "Škoda-Werke", ...over }, trim);
  return { ...ev, drawing: drawingVersion(ev) };
}

const KNOWN = { length: 187, height: 64, wheelbase: 114, groundClearance: 6 };
const evs = BODY_TYPES.map((bodyType, index) =>
  car({ id: index + 1, model: `No. ${bodyType}+`, bodyType }),
);
const suv = car({ model: "No. SUV+", bodyType: "SUV" });

let app: FastifyInstance;
beforeAll(() => {
  app = fastify();
  app.setErrorHandler(answerError);
  app.register(imageRoutes, { readEvs: async () => evs });
});
afterAll(() => app.close());

describe("GET /images/cars/{make}/{model}.webp", () => {
  it.each(evs)("draws $model", async (ev) => {
    const answer = await app.inject(drawingPath(ev));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toBe("image/webp");
    const { format, width, height } = await sharp(answer.rawPayload).metadata();
    expect({ format, width, height }).toEqual({ format: "webp", width: 800, height: 450 });
    expect(answer.rawPayload.length).toBeLessThan(20_000);
  });

  it.each([
    [240, 2_048],
    [400, 5_000],
  ] as const)("draws it %i pixels wide in less than %i bytes", async (small, bytes) => {
    const { rawPayload } = await app.inject(drawingPath(suv, "webp", small));
    const { width, height } = await sharp(rawPayload).metadata();
    expect({ width, height }).toEqual({ width: small, height: (small * 9) / 16 });
    expect(rawPayload.length).toBeLessThan(bytes);
  });

  it("has the drawing itself, compressed and without a script", async () => {
    const url = drawingPath(suv, "svg");
    const answer = await app.inject({ url, headers: { "accept-encoding": "br" } });
    expect(answer.headers["content-type"]).toBe("image/svg+xml");
    expect(answer.rawPayload.length).toBeLessThan(4_000);
    const svg = brotliDecompressSync(answer.rawPayload).toString();
    expect(svg).toMatch(/^<svg [^>]*width="800" height="450"/);
    expect(svg).not.toMatch(/<script|<text|\son\w+=|href="(?!#)/);
  });

  it("has a preview with a ground behind it", async () => {
    const { headers, rawPayload } = await app.inject(drawingPath(suv, "jpg"));
    expect(headers["content-type"]).toBe("image/jpeg");
    const { width, height } = await sharp(rawPayload).metadata();
    expect({ width, height }).toEqual({ width: 1200, height: 630 });
  });

  it("is kept for ever under its version, and asked about under any other", async () => {
    const cacheOf = async (url: string) => (await app.inject(url)).headers["cache-control"];
    for (const form of ["webp", "svg"] as const) {
      expect(await cacheOf(drawingPath(suv, form))).toBe("public, max-age=31536000, immutable");
      for (const drawing of ["", "of-before"]) {
        expect(await cacheOf(drawingPath({ ...suv, drawing }, form))).toBe("no-cache");
      }
    }
  });

  it("answers 304 if the client has it", async () => {
    const url = drawingPath({ ...suv, drawing: "" });
    const { etag } = (await app.inject(url)).headers;
    const again = await app.inject({ url, headers: { "if-none-match": `"x", W/${String(etag)}` } });
    expect(again.statusCode).toBe(304);
    expect(again.rawPayload).toHaveLength(0);
  });

  it.each(["/images/cars/tesla/model3.webp", "/images/cars/%C5%A1kodawerke/nosuv.png"])(
    "answers 404 to %s",
    async (url) => {
      const answer = await app.inject(url);
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toHaveProperty("error");
    },
  );
});

describe("a drawing's version", () => {
  it("differs for every body type, paint and measure", () => {
    const others = [
      ...evs,
      car({ bodyType: "SUV", make: "Tesla" }),
      car({ bodyType: "SUV" }, KNOWN),
      ...Object.entries(KNOWN).map(([name, inches]) =>
        car({ bodyType: "SUV" }, { ...KNOWN, [name]: inches + 1 }),
      ),
    ];
    expect(new Set(others.map(({ drawing }) => drawing)).size).toBe(others.length);
  });

  it("is the same for equal drawings, and says whose measures it uses", () => {
    const alike = Array.from("abcdefghijklmnopqrstuvwxyz", (model) =>
      car({ model, bodyType: "SUV" }),
    );
    const drawings = new Set(alike.map(({ drawing }) => drawing));
    expect(drawings.size).toBe(Object.keys(PAINTS).length);
    expect(suv.drawing).toMatch(/^usual-[\w-]{8}$/);
    expect(car({ bodyType: "SUV" }, KNOWN).drawing).toMatch(/^[\w-]{8}$/);
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
