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
/** A typed address is judged and shown when it has rested this long. */
export const ADDRESS_REST_MS = 500;

/** What is told when more pictures wait to be made than may. */
export const TOO_MANY_PICTURES = "Too many pictures are being made. Please try again in a moment.";
