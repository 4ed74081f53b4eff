import { listen } from "../listen.ts";

/** Times after an arrival or return (finding.md#return-to-the-list); slow phones need the last ones. */
export const SCROLL_ATTEMPTS_MS = [
  0, 60, 150, 300, 600, 1_000, 1_600, 2_400, 3_400, 5_000, 8_000,
] as const;

/** Whether the document was newly requested, not by a reload or Back. */
export function isFirstVisit(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming && entry.type === "navigate";
}

/** Includes moves and ends, because a press may have begun before the listeners were added. */
const OWN_INPUT = "wheel touchstart touchmove pointerdown pointerup keydown";

export function onVisitorInput(within: EventTarget, listener: () => void): () => void {
  return listen(within, OWN_INPUT, listener, { capture: true, passive: true });
}

/**
 * Repeats `attempt` until it returns true, the delays are used up, or the visitor does something
 * (finding.md#return-to-the-list); scroll events do not count, because browser and page cause them too.
 * @param delays milliseconds from now; 0 runs immediately @param onEnd not called when cancelled
 * @returns a function that cancels it
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
