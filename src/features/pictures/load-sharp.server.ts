/** Loads the picture library with the first picture: it is large and would delay the start. */
export async function loadSharp() {
  const { default: sharp } = await import("sharp");
  // We cache results ourselves, and libvips would use 50 MB for its own cache.
  sharp.cache(false);
  return sharp;
}
