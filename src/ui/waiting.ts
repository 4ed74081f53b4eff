import { toast } from "./toast.ts";
import { withStyles } from "./with-styles.ts";

let waiting = 0;

/** Shows the bar (base.css) until something that a press waits for has come, or has failed. */
export function showWaiting(work: Promise<unknown>): void {
  const count = (by: number) => {
    waiting += by;
    document.documentElement.toggleAttribute("data-waiting", waiting > 0);
  };
  count(1);
  const end = () => count(-1);
  work.then(end, end);
}

/** Fetches the code that a press needs. Without a network it says so; else the caller does. */
export function fetchPressed<Code>(load: () => Promise<Code>): Promise<Code> {
  const loading = withStyles(load);
  showWaiting(loading);
  loading.catch(() => {
    if (navigator.onLine) return;
    toast({
      description: "You are offline. Please check your connection and try again.",
      variant: "destructive",
    });
  });
  return loading;
}
