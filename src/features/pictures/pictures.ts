import type { DeviceClass } from "../../ui/device.ts";
import { withBase } from "../../domain/base-path.ts";
import type { EvSummary, Trim } from "../../domain/vehicle.ts";
import { type BodyType, withArticle } from "../../domain/field-options.ts";

/** Every picture is shown at this aspect ratio, so its space is reserved while it loads. */
export const IMAGE_WIDTH_PX = 800;
export const IMAGE_HEIGHT_PX = 450;
export const MAX_UPLOAD_BYTES = 12_000_000;

/** Uploaded pictures in our own store: `/images/upload/{transform}/{id}` (pictures.md#own-store). */
export const OWN_STORE_PATH = "/images/upload/";

const HOSTED_UPLOAD_PATH = "/upload/";

/** e.g. `f_auto,q_auto:good,w_800/` */
const TRANSFORM_SEGMENT = /^(?:[fqwhc]_[\w:.]+)(?:,[fqwhc]_[\w:.]+)*\//;

/** In the order in which they are tried: usual, first fallback, last resort (pictures.md#transforms). */
const TRANSFORMS: Readonly<Record<DeviceClass, [string, ...string[]]>> = {
  mobile: ["f_auto,q_auto:low,w_400", "f_jpg,q_auto:low,w_300", "w_300,q_60,f_jpg"],
  other: ["f_auto,q_auto:good,w_800", "f_jpg,q_auto:low,w_800", "w_300,q_60,f_jpg"],
};

/** The index after the upload path, where a transform goes; undefined for pictures on other hosts. */
function uploadPathEnd(image: string, imageHost: string | null): number | undefined {
  if (image.startsWith(OWN_STORE_PATH)) return OWN_STORE_PATH.length;
  if (imageHost === null || !URL.canParse(image) || !URL.canParse(imageHost)) return undefined;
  if (new URL(image).origin !== new URL(imageHost).origin) return undefined;
  const path = image.split(/[?#]/, 1)[0] ?? image;
  const start = path.indexOf(HOSTED_UPLOAD_PATH);
  return start === -1 ? undefined : start + HOSTED_UPLOAD_PATH.length;
}

function withTransform(image: string, uploadEnd: number, transform: string): string {
  const id = image.slice(uploadEnd).replace(TRANSFORM_SEGMENT, "");
  return `${image.slice(0, uploadEnd)}${transform}/${id}`;
}

/** pictures.md#image-choice */
export const PLACEHOLDER_IMAGE = "/placeholder-car.svg";

/** pictures.md#image-choice: the text shown instead of the placeholder */
export const IMAGE_UNAVAILABLE = "Image unavailable";
export const NO_IMAGE = "No image";

export interface ImageChoice {
  src: string;
  /** smaller widths of a drawing for the browser to choose from */
  srcSet?: string;
  fallbacks: readonly string[];
  /** must be labeled as a drawing (pictures.md#drawings) */
  isDrawing: boolean;
}

/** `drawing` is "" when unknown. */
type Drawn = Pick<EvSummary, "make" | "model" | "drawing">;
const MOBILE_AGENT = /Android|iPhone|iPad|iPod|Mobile|webOS|BlackBerry|IEMobile|Opera Mini/i;

export function deviceClass(userAgent: string | undefined): DeviceClass {
  return userAgent !== undefined && MOBILE_AGENT.test(userAgent) ? "mobile" : "other";
}

/** Letters and digits of any script (pictures.md#image-choice), or `-`: the address keeps its two parts. */
export function imageKey(name: string): string {
  const key = name
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]/gu, "");
  return key || "-";
}

/** The first two rules of pictures.md#image-choice, keyed by `trimKey` and `modelKey`. */
export interface CuratedImages {
  byTrim: ReadonlyMap<string, string>;
  byModel: ReadonlyMap<string, string>;
}

/** Empty, so that an administrator's picture always wins (pictures.md#image-choice). */
export const CURATED_IMAGES: CuratedImages = { byTrim: new Map(), byModel: new Map() };

export function modelKey(make: string, model: string): string {
  return `${imageKey(make)}/${imageKey(model)}`;
}

export function trimKey(make: string, model: string, trim: string): string {
  return `${modelKey(make, model)}/${imageKey(trim)}`;
}

/** Drawings are 800 pixels wide; where they are shown small, these widths are used. */
export const SMALL_WIDTHS_PX = [240, 400] as const;
export type SmallWidth = (typeof SMALL_WIDTHS_PX)[number];

/** `jpg` is for previews of shared links: 1200 x 630 pixels with a background. */
export const DRAWING_FORMS = ["webp", "svg", "jpg"] as const;
export type DrawingForm = (typeof DRAWING_FORMS)[number];

/** The address of a model's current drawing (pictures.md#drawings), which may be cached forever. */
export function drawingPath(
  { make, model, drawing }: Drawn,
  form: DrawingForm = "webp",
  width?: SmallWidth,
): string {
  const [makePart, modelPart] = [make, model].map((name) => encodeURIComponent(imageKey(name)));
  const query = [drawing && `v=${drawing}`, width && `w=${width}`].filter(Boolean).join("&");
  return withBase(`/images/cars/${makePart}/${modelPart}.${form}${query && `?${query}`}`);
}

/** The widths of a drawing in `srcset` format, starting at `smallest`. */
export function drawingSet(ev: Drawn, smallest: SmallWidth): string {
  const small = SMALL_WIDTHS_PX.filter((width) => width >= smallest);
  return [
    ...small.map((width) => `${drawingPath(ev, "webp", width)} ${width}w`),
    `${drawingPath(ev)} ${IMAGE_WIDTH_PX}w`,
  ].join(", ");
}

/** The version prefix of drawings that use the usual measures of the body type. */
export const TYPICAL_PREFIX = "usual-";

export function hasTypicalMeasures({ drawing }: Pick<Drawn, "drawing">): boolean {
  return drawing.startsWith(TYPICAL_PREFIX);
}

interface View {
  device: DeviceClass;
  /** origin of the hosted image service */
  imageHost?: string | null;
  /** width of a drawing on phones, 400 pixels elsewhere; 800 when absent */
  width?: SmallWidth | undefined;
  curated?: CuratedImages;
}

/** The picture of the trim, the model or the vehicle, in the order of pictures.md#image-choice, or the drawing. */
export function imageFor(
  ev: Drawn & Pick<EvSummary, "image">,
  trim: Pick<Trim, "trim" | "image"> | null | undefined,
  { device, imageHost = null, width, curated = CURATED_IMAGES }: View,
): ImageChoice {
  const ofTrim = trim ? curated.byTrim.get(trimKey(ev.make, ev.model, trim.trim)) : undefined;
  const chosen =
    ofTrim ??
    curated.byModel.get(modelKey(ev.make, ev.model)) ??
    [trim?.image, ev.image].find((image) => isOwnImage(image));
  if (typeof chosen !== "string") {
    const drawingWidth = width && (device === "mobile" ? width : 400);
    const src = drawingPath(ev, "webp", drawingWidth);
    const srcSet = drawingWidth && { srcSet: drawingSet(ev, drawingWidth) };
    return { src, ...srcSet, fallbacks: [], isDrawing: true };
  }
  const [src, ...fallbacks] = imageSources(chosen, device, imageHost);
  return { src, fallbacks, isDrawing: false };
}

/** Addresses to try in order, with the device's transforms (pictures.md#transforms) where the host has them. */
export function imageSources(
  image: string,
  device: DeviceClass,
  imageHost: string | null,
): [string, ...string[]] {
  const end = uploadPathEnd(image, imageHost);
  if (end === undefined) return [withBase(image)];
  const transformed = (transform: string) => withBase(withTransform(image, end, transform));
  const [first, ...rest] = TRANSFORMS[device];
  return [transformed(first), ...rest.map(transformed)];
}

function isOwnImage(image: string | null | undefined): boolean {
  if (!image) return false;
  return image.startsWith(OWN_STORE_PATH) || (/^https:\/\//i.test(image) && URL.canParse(image));
}

/** `Tesla Model 3, drawing`; says so when it uses typical measures because some of its own are unknown */
export function imageAlt(ev: Drawn & Pick<EvSummary, "bodyType">, isDrawing: boolean): string {
  const name = `${ev.make} ${ev.model}`;
  if (!isDrawing) return name;
  const measures = hasTypicalMeasures(ev)
    ? ` with some dimensions ${typicalMeasures(ev.bodyType)}`
    : "";
  return `${name}, drawing${measures}`;
}

/** `typical for an SUV` */
export function typicalMeasures(bodyType: BodyType): string {
  return `typical for ${withArticle(bodyType)}`;
}
