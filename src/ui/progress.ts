/** The bar at the top of the window, which progress.css shows while the document has `data-waiting`. */
import { useEffect } from "react";

let pendingCount = 0;

function count(change: number): void {
  pendingCount += change;
  document.documentElement.toggleAttribute("data-waiting", pendingCount > 0);
}

/** Shows the bar until the work after a press is done. */
export function showProgress(work: Promise<unknown>): void {
  count(1);
  const end = () => count(-1);
  work.then(end, end);
}

/** Shows the bar while a component's own work is pending. */
export function useProgress(isPending: boolean): void {
  useEffect(() => {
    if (!isPending) return;
    count(1);
    return () => count(-1);
  }, [isPending]);
}
