import { useEffect } from "react";

import { prepareSearch } from "../../domain/filters/search.ts";
import type { Ev } from "../../domain/vehicle.ts";

/** Prepares the search while the browser is idle, so that the first key need not wait for every name. */
export function usePreparedSearch(evs: readonly Ev[]): void {
  useEffect(() => {
    // In Safari, which has no idle callbacks, the first key still waits.
    if (typeof requestIdleCallback === "undefined") return;
    let next = 0;
    const prepare = (deadline: IdleDeadline) => {
      while (next < evs.length && deadline.timeRemaining() > 1) {
        const ev = evs[next];
        if (ev) prepareSearch(ev);
        next += 1;
      }
      if (next < evs.length) idle = requestIdleCallback(prepare);
    };
    let idle = requestIdleCallback(prepare);
    return () => cancelIdleCallback(idle);
  }, [evs]);
}
