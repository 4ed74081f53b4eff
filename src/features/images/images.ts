import type { DeviceClass } from "../../ui/device.ts";
import type { EvSummary, Trim } from "../../vehicle/vehicle.ts";
import {
  hostedTransforms,
  OWN_STORE_PATH,
  uploadPathEnd,
  withTransform,
} from "./image-transform.ts";

/** Shown where nothing better can be (§3). */
export const PLACEHOLDER_IMAGE = "/placeholder-car.svg";

/** §8: shown in words instead of the placeholder */
export const IMAGE_UNAVAILABLE = "Image unavailable";
export const NO_IMAGE = "No image";

/** The picture of a vehicle, and what to try when it does not load. */
export interface ImageChoice {
  src: string;
  /** in order; the placeholder is not among them, it always comes last */
  fallbacks: readonly string[];
  /** a drawing of the body type, which has to be said to be one (readings 8) */
  isIllustration: boolean;
}

type Pictured = Pick<EvSummary, "make" | "model" | "image">;
type PicturedTrim = Pick<Trim, "trim" | "image">;

const MOBILE_AGENT = /Android|iPhone|iPad|iPod|Mobile|webOS|BlackBerry|IEMobile|Opera Mini/i;

/** The device class of a user agent; `undefined` is no header at all. */
export function deviceClass(userAgent: string | undefined): DeviceClass {
  return userAgent !== undefined && MOBILE_AGENT.test(userAgent) ? "mobile" : "other";
}

/**
 * A make or model as it stands in the address of its picture: lowercased, non-alphanumerics removed
 * (§3). Letters of every script count; a name that has none at all becomes `-`, so that the
 * address keeps its two parts.
 */
export function imageKey(name: string): string {
  const key = name
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]/gu, "");
  return key || "-";
}

/** Pictures chosen by hand, the first two rules of §3. Keys are made by `trimKey` and `modelKey`. */
export interface CuratedImages {
  byTrim: ReadonlyMap<string, string>;
  byModel: ReadonlyMap<string, string>;
}

/** Empty as shipped, so that an administrator's picture is always seen (readings 8). */
export const CURATED_IMAGES: CuratedImages = { byTrim: new Map(), byModel: new Map() };

export function modelKey(make: string, model: string): string {
  return `${imageKey(make)}/${imageKey(model)}`;
}

export function trimKey(make: string, model: string, trim: string): string {
  return `${modelKey(make, model)}/${imageKey(trim)}`;
}

/** Address of the illustration of a model, whichever make and model (§3). */
export function illustrationPath(make: string, model: string): string {
  const [makePart, modelPart] = [make, model].map((name) => encodeURIComponent(imageKey(name)));
  return `/images/cars/${makePart}/${modelPart}.webp`;
}

/**
 * Chooses a vehicle's picture (§3, readings 8): one curated for exactly this make, model and trim;
 * the model's curated default; the vehicle's own; else the illustration of its body type.
 * @param trim its own picture precedes the vehicle's
 * @param imageHost origin of the hosted image service whose pictures are rewritten; null for none
 */
export function imageFor(
  ev: Pictured,
  trim: PicturedTrim | null | undefined,
  device: DeviceClass,
  imageHost: string | null = null,
  curated = CURATED_IMAGES,
): ImageChoice {
  const ofTrim = trim ? curated.byTrim.get(trimKey(ev.make, ev.model, trim.trim)) : undefined;
  const chosen =
    ofTrim ??
    curated.byModel.get(modelKey(ev.make, ev.model)) ??
    [trim?.image, ev.image].find((image) => isOwnImage(image));
  if (typeof chosen !== "string") {
    return { src: illustrationPath(ev.make, ev.model), fallbacks: [], isIllustration: true };
  }
  const [src, ...fallbacks] = imageSources(chosen, device, imageHost);
  return { src, fallbacks, isIllustration: false };
}

/**
 * The addresses to try for a picture, in order: a hosted one, or one of our own store, in the
 * device's transforms (§3); any other as it is.
 */
export function imageSources(
  image: string,
  device: DeviceClass,
  imageHost: string | null,
): [string, ...string[]] {
  const end = uploadPathEnd(image, imageHost);
  if (end === undefined) return [image];
  const transformed = (transform: string) => withTransform(image, end, transform);
  const [first, ...rest] = hostedTransforms(device);
  return [transformed(first), ...rest.map(transformed)];
}

function isOwnImage(image: string | null | undefined): boolean {
  if (!image) return false;
  return image.startsWith(OWN_STORE_PATH) || (/^https:\/\//i.test(image) && URL.canParse(image));
}

/** What a picture shows, for those who do not see it: `Tesla Model 3, illustration of a sedan`. */
export function imageAlt(
  ev: Pick<EvSummary, "make" | "model" | "bodyType">,
  isIllustration: boolean,
): string {
  const name = `${ev.make} ${ev.model}`;
  if (!isIllustration) return name;
  const body = ev.bodyType === "SUV" ? "an SUV" : `a ${ev.bodyType.toLowerCase()}`;
  return `${name}, illustration of ${body}`;
}
