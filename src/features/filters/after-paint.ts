import { FRAME_WAIT_MS } from "./limits.ts";

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
  }, FRAME_WAIT_MS);
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
