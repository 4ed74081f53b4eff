import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import {
  blackPng,
  longAnimation,
  lyingAvif,
  plainPicture,
  wordyJpeg,
} from "../../../test/pictures.ts";
import { temporaryFolder } from "../../../test/temporary-folder.ts";

const run = promisify(execFile);

const MAX_GROWTH_MB = 300;
/** Maximum processor time in the server's main thread, which blocks other requests. */
const MOST_OWN_MS = 100;
const BROKEN = "The picture cannot be read. It may be damaged or incomplete.";
const SIDE = "The picture is more than 16,384 pixels wide or high.";
const TAKEN = "taken";

/** Small files that are expensive to decode. */
const HOSTILE: readonly [string, () => Buffer | Promise<Buffer>, string][] = [
  ["50,000,000 × 1", () => blackPng({ width: 50_000_000, height: 1, pixelBytes: 10 }), SIDE],
  ["1 × 50,000,000", () => blackPng({ width: 1, height: 50_000_000, pixelBytes: 10 }), SIDE],
  ["a side of 16,385", () => plainPicture(16_385, 2).jpeg().toBuffer(), SIDE],
  ["a side of 16,384", () => plainPicture(16_384, 2).jpeg().toBuffer(), TAKEN],
  ["a header that lies", () => blackPng({ width: 9_000, height: 5_000, pixelBytes: 10 }), BROKEN],
  [
    "interlaced lines of 16 bits",
    () =>
      blackPng({ width: 9_000, height: 5_000, isInterlaced: true, isDeep: true, pixelBytes: 10 }),
    "The picture is an interlaced PNG and has more than 25 megapixels.",
  ],
  [
    "progressive lines",
    () =>
      plainPicture(10_000, 4_000)
        .jpeg({ progressive: true, chromaSubsampling: "4:4:4" })
        .toBuffer(),
    "The picture is a progressive JPEG and has more than 33 megapixels.",
  ],
  [
    "progressive lines of a camera",
    () => plainPicture(6_000, 4_000).jpeg({ progressive: true }).toBuffer(),
    TAKEN,
  ],
  ["50,000 notes", () => blackPng({ width: 9, height: 9, notes: 50_000 }), BROKEN],
  ["2,800,000 comments", () => wordyJpeg("comments"), TAKEN],
  ["11 MB of Exif", () => wordyJpeg("Exif"), TAKEN],
  ["11 MB of colour profiles", () => wordyJpeg("ICC"), TAKEN],
  ["10,000 frames", () => longAnimation(10_000), "The picture is animated. Choose a still one."],
  ["an AVIF larger than it says", () => lyingAvif(6_000, 64), BROKEN],
  ["an AVIF smaller than it says", () => lyingAvif(64, 3_000), BROKEN],
];

/** Runs in a separate process, since the test's own memory grows with the pictures it creates. */
const CHILD = `
  import { readFileSync } from "node:fs";
  import { reencodePicture } from "./src/features/pictures/image-intake.server.ts";
  const bytes = readFileSync(process.argv[1]);
  const small = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==", "base64");
  await reencodePicture(small); // loads the library
  const before = process.resourceUsage().maxRSS;
  const started = process.threadCpuUsage();
  const outcome = await reencodePicture(bytes).then(() => "taken", ({ message }) => message);
  const { user, system } = process.threadCpuUsage(started);
  const growthMb = (process.resourceUsage().maxRSS - before) / 1024;
  console.log(JSON.stringify({ outcome, growthMb, ownMs: (user + system) / 1000 }));
`;

it.each(HOSTILE)(
  "a picture with %s takes little memory and holds nobody up",
  async (_what, make, outcome) => {
    const file = join(await temporaryFolder(), "picture");
    await writeFile(file, await make());
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", CHILD, file]);
    const answer = JSON.parse(stdout) as { outcome: string; growthMb: number; ownMs: number };
    expect(answer.outcome).toBe(outcome);
    expect(answer.growthMb).toBeLessThan(MAX_GROWTH_MB);
    expect(answer.ownMs).toBeLessThan(MOST_OWN_MS);
  },
);
