/** Every picture is shown at this aspect ratio, so its space is reserved while it loads. */
export const IMAGE_WIDTH_PX = 800;
export const IMAGE_HEIGHT_PX = 450;

/** pictures.md#brand-logos */
export const LOGO_RETRIES = 2;

export const MAX_UPLOAD_BYTES = 12_000_000;

/** Each rendition uses several threads. */
export const RENDITIONS_AT_ONCE = 2;
export const RENDER_SECONDS = 20;

export const ADDRESS_REST_MS = 500;

export const TOO_MANY_PICTURES =
  "The server is busy preparing pictures. Please try again in a moment.";
