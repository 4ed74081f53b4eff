/** Moves and ends too: a press may have begun before the listeners. */
const OWN_INPUT = [
  "wheel",
  "touchstart",
  "touchmove",
  "pointerdown",
  "pointerup",
  "keydown",
] as const;

export function onVisitorInput(within: EventTarget, heard: () => void): () => void {
  const ended = new AbortController();
  const options = { capture: true, passive: true, signal: ended.signal };
  for (const type of OWN_INPUT) within.addEventListener(type, heard, options);
  return () => ended.abort();
}

/**
 * Runs `attempt` until it returns true, the times are over, or the visitor acts
 * (finding.md#return-to-the-list, one-car.md#scroll-to-the-top). Scroll events do not count: the browser and
 * the page cause them too.
 * @param delays milliseconds from now, ascending; 0 runs at once
 * @param onEnd not called when cancelled
 * @returns cancels it
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
