import { LRUCache } from "lru-cache";
import { createSemaphore } from "../../server/semaphore.server.ts";
import {
  RENDER_SECONDS,
  RENDITIONS_AT_ONCE,
  RENDITIONS_KEPT_BYTES,
  RENDITIONS_WAITING_MAX,
  TOO_MANY_PICTURES,
} from "./limits.ts";
import { loadSharp } from "./load-sharp.server.ts";
import type { ImageStore } from "./image-store.server.ts";

/** The values of §3; no other is answered (readings 8). */
const WIDTHS_PX = { w_800: 800, w_400: 400, w_300: 300 } as const;
const QUALITIES = {
  "q_auto:good": { avif: 55, webp: 80, jpeg: 80 },
  "q_auto:low": { avif: 42, webp: 62, jpeg: 62 },
  q_60: { avif: 60, webp: 60, jpeg: 60 },
} as const;
const FORMATS = ["f_auto", "f_jpg"] as const;

export type Encoding = "avif" | "webp" | "jpeg";

export interface Transform {
  width: keyof typeof WIDTHS_PX;
  quality: keyof typeof QUALITIES;
  format: (typeof FORMATS)[number];
}

function partOf<T extends string>(parts: readonly string[], values: readonly T[]): T | undefined {
  return values.find((value) => parts.includes(value));
}

/** A width, a quality and a format, once each, in any order; undefined for any other segment. */
export function readTransform(segment: string): Transform | undefined {
  const parts = segment.split(",");
  // `Object.keys` of a literal has its keys alone.
  const width = partOf(parts, Object.keys(WIDTHS_PX) as Transform["width"][]);
  const quality = partOf(parts, Object.keys(QUALITIES) as Transform["quality"][]);
  const format = partOf(parts, FORMATS);
  if (parts.length !== 3 || !width || !quality || !format) return undefined;
  return { width, quality, format };
}

/** For `f_auto` the smallest encoding that the client asks for by name. */
export function encodingFor(format: Transform["format"], accept: string | undefined): Encoding {
  if (format === "f_jpg") return "jpeg";
  const accepted = (accept ?? "").toLowerCase().split(",").map(readMediaRange);
  const best = (["avif", "webp"] as const).find((encoding) =>
    accepted.some(({ type, weight }) => type === `image/${encoding}` && weight > 0),
  );
  return best ?? "jpeg";
}

function readMediaRange(text: string): { type: string; weight: number } {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith("q="));
  return { type, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
}

/** The default takes eight times as long for a tenth less. */
const AVIF_EFFORT = 2;

export function createRenditions(
  store: Pick<ImageStore, "has" | "get">,
  { maxWaiting = RENDITIONS_WAITING_MAX } = {},
) {
  const { run: inTurn } = createSemaphore(RENDITIONS_AT_ONCE, maxWaiting, TOO_MANY_PICTURES);
  const renditions = new LRUCache<string, Buffer, () => Promise<Buffer | undefined>>({
    maxSize: RENDITIONS_KEPT_BYTES,
    sizeCalculation: (bytes) => bytes.length,
    // Whoever waits for it gets it, however soon others follow.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context: make }) => make(),
  });

  return {
    /**
     * Rendered on demand, once for all who wait, and cached. Never enlarged. @returns undefined when
     * there is no such picture. @throws UserError 503 when too many wait
     */
    get(id: string, transform: Transform, encoding: Encoding): Promise<Buffer | undefined> {
      const key = [id, transform.width, transform.quality, encoding].join("/");
      const context = async () => {
        if (!(await store.has(id))) return undefined;
        // Read only in its turn: two hundred waiting originals would fill the memory.
        return inTurn(async () => {
          const original = await store.get(id);
          return original && render(original, transform, encoding);
        });
      };
      return renditions.fetch(key, { context });
    },
  };
}

async function render(original: Buffer, transform: Transform, encoding: Encoding): Promise<Buffer> {
  const sharp = await loadSharp();
  const quality = QUALITIES[transform.quality][encoding];
  const resized = sharp(original)
    .resize({ width: WIDTHS_PX[transform.width], withoutEnlargement: true })
    .timeout({ seconds: RENDER_SECONDS });
  switch (encoding) {
    case "avif":
      return resized.avif({ quality, effort: AVIF_EFFORT }).toBuffer();
    case "webp":
      return resized.webp({ quality }).toBuffer();
    case "jpeg":
      // JPEG knows no transparency.
      return resized
        .flatten({ background: "#fff" })
        .jpeg({ quality, progressive: true })
        .toBuffer();
  }
}
