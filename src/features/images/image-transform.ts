import type { DeviceClass } from "../../ui/device.ts";

/** Uploaded pictures of our own store: `/images/upload/{transform}/{id}` (readings 8). */
export const OWN_STORE_PATH = "/images/upload/";

const HOSTED_UPLOAD_PATH = "/upload/";

/** e.g. `f_auto,q_auto:good,w_800/` */
const TRANSFORM_SEGMENT = /^(?:[fqwhc]_[\w:.]+)(?:,[fqwhc]_[\w:.]+)*\//;

function transformFor(device: DeviceClass): string {
  return device === "mobile" ? "f_auto,q_auto:low,w_400" : "f_auto,q_auto:good,w_800";
}

/** §3: explicit fallback */
function jpgTransformFor(device: DeviceClass): string {
  return device === "mobile" ? "f_jpg,q_auto:low,w_300" : "f_jpg,q_auto:low,w_800";
}

/** §3: emergency fallback */
const EMERGENCY_TRANSFORM = "w_300,q_60,f_jpg";

export function hostedTransforms(device: DeviceClass): [string, ...string[]] {
  return [transformFor(device), jpgTransformFor(device), EMERGENCY_TRANSFORM];
}

/** Index behind the upload path, where a transform belongs; undefined for other hosts' pictures. */
export function uploadPathEnd(image: string, imageHost: string | null): number | undefined {
  if (image.startsWith(OWN_STORE_PATH)) return OWN_STORE_PATH.length;
  if (imageHost === null || !URL.canParse(image) || !URL.canParse(imageHost)) return undefined;
  if (new URL(image).origin !== new URL(imageHost).origin) return undefined;
  const path = image.split(/[?#]/, 1)[0] ?? image;
  const start = path.indexOf(HOSTED_UPLOAD_PATH);
  return start === -1 ? undefined : start + HOSTED_UPLOAD_PATH.length;
}

/** Replaces the transform that the picture may have. */
export function withTransform(image: string, uploadEnd: number, transform: string): string {
  const id = image.slice(uploadEnd).replace(TRANSFORM_SEGMENT, "");
  return `${image.slice(0, uploadEnd)}${transform}/${id}`;
}
