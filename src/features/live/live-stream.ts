import { REOPEN_FIRST_MS, REOPEN_MAX_MS } from "./limits.ts";
import { EVENTS_PATH, LIVE_EVENTS, type LiveEvent } from "./live-events.ts";

export interface LiveStreamHandlers {
  /** @param missed whether something may have happened that is not told */
  onOpen: (missed: boolean) => void;
  onEvent: (event: LiveEvent) => void;
  /** also when it never opened */
  onLost: () => void;
}

/**
 * Spreads browsers over time, so that a server that comes back is not met by all at once.
 * @param random between 0 and 1
 */
export function reopenDelay(failures: number, random: number): number {
  const longest = Math.min(REOPEN_MAX_MS, REOPEN_FIRST_MS * 2 ** (failures - 1));
  return longest * (0.5 + random / 2);
}

/**
 * After a short break the browser itself comes back; after a refusal or a second failure the stream is
 * opened anew, later and later.
 * @returns ends it
 */
export function openLiveStream({ onOpen, onEvent, onLost }: LiveStreamHandlers): () => void {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let source = connect();

  function connect(): EventSource {
    const made = new EventSource(EVENTS_PATH);
    let wasOpen = false;
    made.addEventListener("open", () => {
      failures = 0;
      onOpen(!wasOpen);
      wasOpen = true;
    });
    made.addEventListener("error", () => {
      failures++;
      onLost();
      if (failures < 2 && made.readyState !== EventSource.CLOSED) return;
      made.close();
      timer = setTimeout(() => (source = connect()), reopenDelay(failures, Math.random()));
    });
    for (const event of LIVE_EVENTS) made.addEventListener(event, () => onEvent(event));
    return made;
  }

  return () => {
    clearTimeout(timer);
    source.close();
  };
}
