import { imageKey } from "./image-key.ts";

/** Pictures chosen by hand, the first two rules of §3. Keys are made by `trimKey` and `modelKey`. */
export interface CuratedImages {
  byTrim: ReadonlyMap<string, string>;
  byModel: ReadonlyMap<string, string>;
}

/** Empty as shipped, so that an administrator's picture is always seen (readings 8). */
export const CURATED_IMAGES: CuratedImages = { byTrim: new Map(), byModel: new Map() };

/** Key of a model's default picture. */
export function modelKey(make: string, model: string): string {
  return `${imageKey(make)}/${imageKey(model)}`;
}

/** Key of the picture of exactly one make, model and trim. */
export function trimKey(make: string, model: string, trim: string): string {
  return `${modelKey(make, model)}/${imageKey(trim)}`;
}
