/** The picture library, loaded by the first picture: it is large, and a start should not wait. */
export async function loadSharp() {
  const { default: sharp } = await import("sharp");
  // What is asked for twice is kept by us; libvips would hold on to 50 MB of other things.
  sharp.cache(false);
  return sharp;
}
