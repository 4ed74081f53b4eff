/** Scrolling that the page does itself, and that gives way to the visitor (§4, readings 5). */

/** A press may have begun before anybody listened: then its end or its movement tells. */
const OWN_INPUT = [
  "wheel",
  "touchstart",
  "touchmove",
  "pointerdown",
  "pointerup",
  "keydown",
] as const;

/** Hears of the visitor's own scroll, touch, press or key within something. @returns ends that */
export function onVisitorInput(within: EventTarget, heard: () => void): () => void {
  const ended = new AbortController();
  const options = { capture: true, passive: true, signal: ended.signal };
  for (const type of OWN_INPUT) within.addEventListener(type, heard, options);
  return () => ended.abort();
}

/**
 * Runs `attempt` at each of the given times until it says that it is done, the times are over, or
 * the visitor scrolls, touches, presses or types. Scroll events themselves are no sign of the
 * visitor: the browser and the page cause them too.
 * @param delays milliseconds from now, ascending; 0 runs at once
 * @param attempt returns true to end early
 * @param onEnd called once, whatever ended it; not when the caller cancels
 * @returns cancels what is left
 */
export function repeatUntilVisitorActs(
  delays: readonly number[],
  attempt: () => boolean,
  onEnd: () => void = () => undefined,
): () => void {
  let isOver = false;
  const timers: ReturnType<typeof setTimeout>[] = [];
  const stop = () => {
    isOver = true;
    stopListening();
    timers.forEach(clearTimeout);
  };
  const end = () => {
    if (isOver) return;
    stop();
    onEnd();
  };
  const stopListening = onVisitorInput(window, end);
  delays.forEach((delay, index) => {
    const run = () => {
      if (isOver) return;
      if (attempt() || index === delays.length - 1) end();
    };
    if (delay === 0) run();
    else timers.push(setTimeout(run, delay));
  });
  return stop;
}
