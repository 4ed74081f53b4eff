import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { describe, expect, it } from "vitest";

import {
  animatedPng,
  animatedWebp,
  cameraJpeg,
  pixelBomb,
  plainPicture,
  polyglotPng,
} from "../../../test/pictures.ts";
import { reencodePicture } from "./image-intake.server.ts";

const FORMAT = [415, "The picture must be a JPEG, PNG, WebP or AVIF."] as const;
const BROKEN = [422, "The picture cannot be read. It may be damaged or incomplete."] as const;
const ANIMATED = [422, "The picture is animated. Choose a still one."] as const;

const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });

type Refusal = readonly [status: number, message: string];
const REFUSED: readonly [string, () => Promise<Buffer>, Refusal][] = [
  ["GIF", () => plainPicture(9, 9).gif().toBuffer(), FORMAT],
  ["a page behind a PNG's first letter", async () => Buffer.from("\x89<html>", "latin1"), FORMAT],
  ["a PNG's signature alone", async () => Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), BROKEN],
  [
    "a JPEG's signature before an SVG",
    async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from("<svg></svg>")]),
    BROKEN,
  ],
  ["half a JPEG", async () => half(await noise(200, 200).jpeg().toBuffer()), BROKEN],
  ["half a PNG", async () => half(await noise(200, 200).png().toBuffer()), BROKEN],
  ["half a WebP", async () => half(await noise(200, 200).webp().toBuffer()), BROKEN],
  ["half an AVIF", async () => half(await noise(64, 64).avif({ effort: 0 }).toBuffer()), BROKEN],
  ["an animated WebP", animatedWebp, ANIMATED],
  ["an animated PNG", animatedPng, ANIMATED],
  ["a PNG that says so behind the pixels", () => animatedPng("behind the pixels"), ANIMATED],
  ["a bomb", pixelBomb, [413, "The picture has more than 50 megapixels."]],
  [
    "an AVIF that takes much memory",
    () => plainPicture(4_001, 3_000).avif({ effort: 0 }).toBuffer(),
    [413, "The picture is an AVIF and has more than 12 megapixels."],
  ],
];

function half(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length / 2);
}

describe("a picture from outside", () => {
  it("loses its metadata and is rotated accordingly", async () => {
    const webp = await reencodePicture(await cameraJpeg());
    expect(webp.includes("SECRET-OWNER")).toBe(false);
    const { format, width, height, orientation, exif, icc, xmp } = await sharp(webp).metadata();
    expect({ format, width, height }).toEqual({ format: "webp", width: 40, height: 60 });
    expect([orientation, exif, icc, xmp]).toEqual([undefined, undefined, undefined, undefined]);
  });

  it.each(["jpeg", "png", "webp", "avif"] as const)("may be %s", async (format) => {
    const webp = await reencodePicture(await plainPicture(64, 32).toFormat(format).toBuffer());
    expect(await sharp(webp).metadata()).toMatchObject({ format: "webp", width: 64, height: 32 });
  });

  it("is at most 2400 pixels wide and high, and loses any trailing data", async () => {
    const wide = await reencodePicture(await plainPicture(4800, 600).jpeg().toBuffer());
    expect(await sharp(wide).metadata()).toMatchObject({ width: 2400, height: 300 });
    const polyglot = await polyglotPng();
    expect(polyglot.includes("script")).toBe(true);
    expect((await reencodePicture(polyglot)).includes("script")).toBe(false);
  });

  it.each(REFUSED)("is not %s", async (_, picture, [status, message]) => {
    await expect(reencodePicture(await picture())).rejects.toMatchObject({ status, message });
  });
});
