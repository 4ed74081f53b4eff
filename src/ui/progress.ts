/** The bar at the top of the window, which progress.css draws while `data-waiting` is on the document. */
import { useEffect } from "react";

let pendingCount = 0;

function count(change: number): void {
  pendingCount += change;
  document.documentElement.toggleAttribute("data-waiting", pendingCount > 0);
}

/** Shows the bar while a press waits for work. */
export function showProgress(work: Promise<unknown>): void {
  count(1);
  const end = () => count(-1);
  work.then(end, end);
}

/** The same for work that a component knows the end of. */
export function useProgress(isPending: boolean): void {
  useEffect(() => {
    if (!isPending) return;
    count(1);
    return () => count(-1);
  }, [isPending]);
}
