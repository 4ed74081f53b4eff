/** The picture library, loaded by the first picture: it is large, and a start should not wait. */
export async function loadSharp() {
  const { default: sharp } = await import("sharp");
  return sharp;
}
