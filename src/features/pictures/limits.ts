/** Every picture is shown in this proportion; its place is kept while it loads. */
export const IMAGE_WIDTH_PX = 800;
export const IMAGE_HEIGHT_PX = 450;

/** pictures.md#brand-logos */
export const LOGO_RETRIES = 2;

export const MAX_UPLOAD_BYTES = 12_000_000;
export const MAX_UPLOAD_PIXELS = 50_000_000;
/** A line of pixels takes memory however few lines there are. WebP has no longer sides either. */
export const MAX_UPLOAD_SIDE_PX = 16_384;
/** Progressive JPEG and interlaced PNG are decoded whole; the rest is decoded line by line. */
export const MAX_WHOLE_BYTES = 200_000_000;
/** Cameras and editors write a dozen; the library holds each of them. */
export const MAX_PNG_CHUNKS = 1_000;
/** AVIF is decoded whole: 18 MB of memory a megapixel, where the others take one or two. */
export const MAX_AVIF_PIXELS = 12_000_000;
export const KEPT_SIDE_PX = 2_400;
/** Encoding takes 60 MB of memory for the largest JPEG or WebP, 230 for AVIF. */
export const UPLOADS_AT_ONCE = 1;
export const UPLOADS_WAITING_MAX = 20;
export const REENCODE_SECONDS = 30;

/** Each uses several threads. */
export const RENDITIONS_AT_ONCE = 2;
/** A few pages of pictures not yet rendered. */
export const RENDITIONS_WAITING_MAX = 200;
export const RENDITIONS_KEPT_BYTES = 64 * 1024 * 1024;
/**
 * Enough for five charts of a large catalogue with 200 pictures each: six seconds, at 12 ms for a
 * small one.
 */
export const DRAWINGS_WAITING_MAX = 1_000;
/** Thousands of small drawings. */
export const DRAWINGS_KEPT_BYTES = 16 * 1024 * 1024;
export const RENDER_SECONDS = 20;

/** An upload may wait in a form that is not saved yet. */
export const KEPT_UNUSED_MS = 24 * 3_600_000;
export const LOOK_FOR_UNUSED_MS = 24 * 3_600_000;
export const FIRST_LOOK_MS = 60_000;

export const ADDRESS_REST_MS = 500;

export const TOO_MANY_PICTURES = "Too many pictures are being made. Please try again in a moment.";
