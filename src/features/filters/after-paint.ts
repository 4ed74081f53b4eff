/** How long the next frame may be waited for; a page in the background paints none. */
const LONGEST_WAIT_MS = 100;

/** Runs something once what has changed is on the screen. @returns cancels it */
export function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    // A frame is painted after its callbacks.
    timer = setTimeout(run, 0);
  });
  timer = setTimeout(() => {
    cancelAnimationFrame(frame);
    run();
  }, LONGEST_WAIT_MS);
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
