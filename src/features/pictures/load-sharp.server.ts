/** Loads the picture library with the first picture: it is large and would delay the start. */

/** Each rendition uses several threads. */
export const MAX_CONCURRENT_RENDITIONS = 2;
export const RENDER_SECONDS = 20;
export const TOO_MANY_PICTURES =
  "The server is busy preparing pictures. Please try again in a moment.";
export async function loadSharp() {
  const { default: sharp } = await import("sharp");
  // We cache results ourselves, and libvips would use 50 MB for its own cache.
  sharp.cache(false);
  return sharp;
}
