/** Every picture is shown at this aspect ratio, so its space is reserved while it loads. */
export const IMAGE_WIDTH_PX = 800;
export const IMAGE_HEIGHT_PX = 450;

/** pictures.md#brand-logos */
export const LOGO_RETRIES = 2;

export const MAX_UPLOAD_BYTES = 12_000_000;
export const MAX_UPLOAD_PIXELS = 50_000_000;
/** One long line of pixels takes a lot of memory, however few lines there are. WebP has the same limit. */
export const MAX_UPLOAD_SIDE_PX = 16_384;
/** Progressive JPEG and interlaced PNG are decoded whole; other formats are decoded line by line. */
export const MAX_WHOLE_BYTES = 200_000_000;
/** Cameras and editors write about a dozen chunks; the library keeps all of them in memory. */
export const MAX_PNG_CHUNKS = 1_000;
/** AVIF is decoded whole and takes 18 MB of memory per megapixel; the other formats take one or two. */
export const MAX_AVIF_PIXELS = 12_000_000;
export const KEPT_SIDE_PX = 2_400;
/** Encoding takes up to 60 MB of memory for JPEG or WebP and 230 MB for AVIF. */
export const UPLOADS_AT_ONCE = 1;
export const UPLOADS_WAITING_MAX = 20;
export const REENCODE_SECONDS = 30;

/** Each rendition uses several threads. */
export const RENDITIONS_AT_ONCE = 2;
/** Enough for a few pages of pictures that are not rendered yet. */
export const RENDITIONS_WAITING_MAX = 200;
export const RENDITIONS_KEPT_BYTES = 64 * 1024 * 1024;
/**
 * Enough for five charts of a large catalogue with 200 pictures each. That takes six seconds, at 12 ms for a
 * small picture.
 */
export const DRAWINGS_WAITING_MAX = 1_000;
/** Room for thousands of small drawings. */
export const DRAWINGS_KEPT_BYTES = 16 * 1024 * 1024;
export const RENDER_SECONDS = 20;

/** An upload may belong to a form that is not saved yet. */
export const KEPT_UNUSED_MS = 24 * 3_600_000;
export const LOOK_FOR_UNUSED_MS = 24 * 3_600_000;
export const FIRST_LOOK_MS = 60_000;

export const ADDRESS_REST_MS = 500;

export const TOO_MANY_PICTURES =
  "The server is busy preparing pictures. Please try again in a moment.";
