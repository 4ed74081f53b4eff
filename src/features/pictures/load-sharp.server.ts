/** The picture library, loaded by the first picture: it is large, and a start should not wait. */
export async function loadSharp() {
  const { default: sharp } = await import("sharp");
  // We cache results ourselves; the cache of libvips would use 50 MB for other things.
  sharp.cache(false);
  return sharp;
}
