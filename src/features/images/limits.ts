/** Every picture is shown in this proportion; its place is kept while it loads. */
export const IMAGE_WIDTH_PX = 800;
export const IMAGE_HEIGHT_PX = 450;

/** How often a brand's logo is asked for again before the generic icon replaces it (§3). */
export const LOGO_RETRIES = 2;

/** Largest picture that can be uploaded. */
export const MAX_UPLOAD_BYTES = 12_000_000;
export const MAX_UPLOAD_PIXELS = 50_000_000;
/** AVIF is decoded whole: 18 MB of memory a megapixel, where the others take one or two. */
export const MAX_AVIF_PIXELS = 12_000_000;
/** An uploaded picture is kept no longer than this on either side. */
export const KEPT_SIDE_PX = 2_400;
/** Each upload is made anew one at a time: the largest take 60 MB of memory as JPEG or WebP, 230 as AVIF. */
export const UPLOADS_AT_ONCE = 1;
export const UPLOADS_WAITING_MAX = 20;
export const REENCODE_SECONDS = 30;

/** Smaller versions that are made together; each uses several threads for a part of its time. */
export const RENDITIONS_AT_ONCE = 2;
/** A few pages full of pictures that nobody has asked for since the start. */
export const RENDITIONS_WAITING_MAX = 200;
/** About a thousand pictures of 800 pixels. */
export const RENDITIONS_KEPT_BYTES = 64 * 1024 * 1024;
export const RENDER_SECONDS = 20;

/** An upload may wait so long in a form that is not saved yet. */
export const KEPT_UNUSED_MS = 24 * 3_600_000;
export const LOOK_FOR_UNUSED_MS = 24 * 3_600_000;
/** A server that has just started has better things to do. */
export const FIRST_LOOK_MS = 60_000;

/** A typed address is judged and shown when it has rested this long. */
export const ADDRESS_REST_MS = 500;

/** What is told when more pictures wait to be made than may. */
export const TOO_MANY_PICTURES = "Too many pictures are being made. Please try again in a moment.";
