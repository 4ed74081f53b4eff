/**
 * Draws every car of the starter catalogue on one sheet, to check by eye after a change of
 * `assets/cars/profiles.csv`: `node scripts/contact-sheet.ts [file] [width of a car, pixels] [name]`.
 */
import sharp from "sharp";
import { runnerImport } from "vite";

const [file = "docs/cars.webp", width = "240", name = ""] = process.argv.slice(2);
const CAPTION_PX = 22;
const SHEET_PX = 1920;

const load = async <Module>(path: string) => (await runnerImport<Module>(path)).module;
const { drawModel } = await load<typeof import("../src/features/pictures/draw-model.ts")>(
  "./src/features/pictures/draw-model.ts",
);
const { starterCars } =
  await load<typeof import("../test/starter-cars.ts")>("./test/starter-cars.ts");

const cell = { width: Number(width), height: Math.round((Number(width) * 9) / 16) };
const columns = Math.max(1, Math.floor(SHEET_PX / cell.width));
const cars = (await starterCars())
  .map((ev) => ({ ev, title: `${ev.make} ${ev.model}` }))
  .filter(({ title }) => new RegExp(name, "i").test(title));
const tiles = await Promise.all(
  cars.map(async ({ ev, title }, at) => {
    const left = (at % columns) * cell.width;
    const top = Math.floor(at / columns) * (cell.height + CAPTION_PX);
    const input = await sharp(Buffer.from(drawModel(ev)), { density: 144 })
      .resize(cell.width)
      .toBuffer();
    const caption = `<text x="${left + cell.width / 2}" y="${top + cell.height + 12}">${title}</text>`;
    return { tile: { input, left, top }, caption };
  }),
);
const sheet = {
  width: Math.min(cars.length, columns) * cell.width,
  height: Math.ceil(cars.length / columns) * (cell.height + CAPTION_PX),
};
const captions = `<svg xmlns="http://www.w3.org/2000/svg" width="${sheet.width}" height="${sheet.height}" font-family="sans-serif" font-size="${Math.min(12, cell.width / 18)}" text-anchor="middle">${tiles.map(({ caption }) => caption).join("")}</svg>`;
await sharp({ create: { ...sheet, channels: 3, background: "#eef0f2" } })
  .composite([...tiles.map(({ tile }) => tile), { input: Buffer.from(captions), left: 0, top: 0 }])
  .toFormat(file.endsWith(".png") ? "png" : "webp", { quality: 78 })
  .toFile(file);
