import type { DeviceClass } from "../../ui/device.ts";

/** Uploaded pictures of our own store: `/images/upload/{transform}/{id}` (readings 8). */
export const OWN_STORE_PATH = "/images/upload/";

/** How the path to an upload ends with the hosted service. */
const HOSTED_UPLOAD_PATH = "/upload/";

/** A path segment that asks for a transformation, such as `f_auto,q_auto:good,w_800`. */
const TRANSFORM_SEGMENT = /^(?:[fqwhc]_[\w:.]+)(?:,[fqwhc]_[\w:.]+)*\//;

/** The usual transform of a device class (§3). */
function transformFor(device: DeviceClass): string {
  return device === "mobile" ? "f_auto,q_auto:low,w_400" : "f_auto,q_auto:good,w_800";
}

/** The explicit fallback of a device class: JPG of lower quality, and narrower on mobile (§3). */
function jpgTransformFor(device: DeviceClass): string {
  return device === "mobile" ? "f_jpg,q_auto:low,w_300" : "f_jpg,q_auto:low,w_800";
}

/** The last transform to try before the placeholder (§3 emergency fallback). */
const EMERGENCY_TRANSFORM = "w_300,q_60,f_jpg";

/** Every transform of a picture, in the order in which they are tried. */
export function hostedTransforms(device: DeviceClass): [string, ...string[]] {
  return [transformFor(device), jpgTransformFor(device), EMERGENCY_TRANSFORM];
}

/**
 * Where the transform of a picture belongs: the index behind its upload path.
 * @param imageHost origin of the hosted service, or null
 * @returns undefined for pictures that are not transformed, which are all other hosts'
 */
export function uploadPathEnd(image: string, imageHost: string | null): number | undefined {
  if (image.startsWith(OWN_STORE_PATH)) return OWN_STORE_PATH.length;
  if (imageHost === null || !URL.canParse(image) || !URL.canParse(imageHost)) return undefined;
  if (new URL(image).origin !== new URL(imageHost).origin) return undefined;
  const path = image.split(/[?#]/, 1)[0] ?? image;
  const start = path.indexOf(HOSTED_UPLOAD_PATH);
  return start === -1 ? undefined : start + HOSTED_UPLOAD_PATH.length;
}

/** The picture with this transform, in place of the one that it may have. */
export function withTransform(image: string, uploadEnd: number, transform: string): string {
  const id = image.slice(uploadEnd).replace(TRANSFORM_SEGMENT, "");
  return `${image.slice(0, uploadEnd)}${transform}/${id}`;
}
