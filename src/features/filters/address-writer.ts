import { ADDRESS_DELAY_MS, BURST_REST_MS, HISTORY_MAX_CALLS, HISTORY_WINDOW_MS } from "./limits.ts";

/** What the writer needs of the browser; a test gives its own. */
export interface HistoryPort {
  push: (query: string) => void;
  replace: (query: string) => void;
  /** milliseconds on any clock */
  now: () => number;
  /** runs once after so many milliseconds; returns how to cancel it */
  later: (run: () => void, ms: number) => () => void;
}

/**
 * Writes filters into the address. Each choice is a step of the history, so that Back undoes it. A
 * burst (a dragged thumb, typing) is one step: its first change is pushed, the later ones replace it
 * after a pause. Browsers limit history calls; beyond our share the latest value waits its turn.
 */
export interface AddressWriter {
  /** what the address holds, as far as the writer knows; newer may wait */
  written: () => string;
  /** @param burst name of the burst that the change belongs to; null for a choice of its own */
  write: (query: string, burst: string | null) => void;
  /** changes the present step without adding one */
  amend: (query: string) => void;
  /** writes what still waits, before the visitor leaves */
  flush: () => void;
  /** the address changed by itself (Back, a link): nothing waits any more */
  moved: (query: string) => void;
}

export function createAddressWriter(port: HistoryPort, initial: string): AddressWriter {
  let written = initial;
  let waiting: string | null = null;
  let cancel: (() => void) | null = null;
  let burst: { name: string; until: number } | null = null;
  let calls: number[] = [];

  function mayCall(): boolean {
    const since = port.now() - HISTORY_WINDOW_MS;
    calls = calls.filter((time) => time > since);
    if (calls.length >= HISTORY_MAX_CALLS) return false;
    calls.push(port.now());
    return true;
  }

  function forget(): void {
    cancel?.();
    cancel = null;
    waiting = null;
  }

  function wait(query: string, ms: number): void {
    forget();
    waiting = query;
    cancel = port.later(flush, ms);
  }

  function flush(): void {
    const query = waiting;
    if (query === null || query === written) return forget();
    if (!mayCall()) return wait(query, HISTORY_WINDOW_MS / 10);
    forget();
    written = query;
    port.replace(query);
  }

  return {
    written: () => written,
    write(query, name) {
      if (query === (waiting ?? written)) return;
      const now = port.now();
      const goesOn = name !== null && burst?.name === name && now < burst.until;
      burst = name === null ? null : { name, until: now + BURST_REST_MS };
      if (goesOn) return wait(query, ADDRESS_DELAY_MS);
      flush();
      if (waiting !== null || !mayCall()) return wait(query, HISTORY_WINDOW_MS / 10);
      written = query;
      port.push(query);
    },
    amend(query) {
      waiting = query;
      flush();
    },
    flush,
    moved(query) {
      forget();
      burst = null;
      written = query;
    },
  };
}
