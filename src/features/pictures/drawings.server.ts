import { type Encoded, encode } from "../../server/compression.server.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { drawModel } from "./draw-model.ts";
import { type DrawingForm, type SmallWidth, IMAGE_WIDTH_PX } from "./pictures.ts";
import { createRenderCache, loadSharp, RENDER_SECONDS } from "./load-sharp.server.ts";

/** Enough for five charts with 200 pictures each, which take six seconds, at 12 ms for a picture. */
const DRAWINGS_WAITING_MAX = 1_000;
/** Room for thousands of small drawings. */
const DRAWINGS_KEPT_BYTES = 16 * 1024 * 1024;

/** Rendering at twice the size and scaling down smooths fine lines. */
const SCALE_DPI = 144;
/** Quality by width. Small pictures hide the banding that low quality causes in shadows. */
const WEBP = {
  240: { quality: 28, alphaQuality: 20, preset: "photo", effort: 6 },
  400: { quality: 45, alphaQuality: 40, effort: 4 },
  [IMAGE_WIDTH_PX]: { quality: 70, alphaQuality: 80, effort: 4 },
} as const;
const PREVIEW = { width: 1200, height: 630 };
/** Must equal the color in image-with-fallbacks.module.css. */
const PREVIEW_GROUND = "#e3e5e9";

/** Renders drawings on demand and caches the latest ones, about 5 KB each. */
export function createDrawings() {
  const { cache, inTurn } = createRenderCache<Encoded>(
    DRAWINGS_KEPT_BYTES,
    ({ bytes }) => bytes,
    DRAWINGS_WAITING_MAX,
  );

  /** @throws UserError 503 when too many wait */
  return async (ev: Ev, form: DrawingForm, width?: SmallWidth): Promise<Encoded> => {
    const context = async () => {
      if (form === "svg") return encode(drawModel(ev), "image/svg+xml");
      const bytes = await inTurn(() => {
        // Draw only when it is our turn, so that waiting requests hold no drawing in memory.
        const svg = drawModel(ev);
        return form === "jpg" ? renderPreview(svg) : renderDrawing(svg, width);
      });
      return { ...encode(bytes, `image/${form === "jpg" ? "jpeg" : form}`), isCompressible: false };
    };
    return cache.forceFetch([ev.drawing, form, width].join(" "), { context });
  };
}

async function renderDrawing(
  svg: string,
  width: SmallWidth | typeof IMAGE_WIDTH_PX = IMAGE_WIDTH_PX,
): Promise<Buffer> {
  const drawing = await rasterise(svg, width);
  return drawing.webp(WEBP[width]).toBuffer();
}

async function renderPreview(svg: string): Promise<Buffer> {
  const drawing = await rasterise(svg, PREVIEW.width, PREVIEW.height);
  return drawing.flatten({ background: PREVIEW_GROUND }).jpeg({ quality: 80 }).toBuffer();
}

async function rasterise(svg: string, width: number, height?: number) {
  const sharp = await loadSharp();
  return sharp(Buffer.from(svg), { density: (SCALE_DPI * width) / IMAGE_WIDTH_PX })
    .resize(width, height)
    .timeout({ seconds: RENDER_SECONDS });
}
