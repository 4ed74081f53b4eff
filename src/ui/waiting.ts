import { useEffect } from "react";

/** Of the element that says to screen readers what the bar shows. */
export const WAITING_ID = "waiting";

/**
 * Part of the first script, and in force for good: what the bar shows is said as well, unless it is
 * over at once. It also shows for links that the browser follows and searches that it sends by itself;
 * without a network and before hydration it does neither, since its own error page would end the site.
 */
export const WAITING_SCRIPT =
  `{let d=document.documentElement.dataset,t;new MutationObserver(()=>{clearTimeout(t);t=setTimeout(()=>{let e=document.getElementById("${WAITING_ID}");e&&(e.textContent="waiting"in d?"Loading...":"")},80)}).observe(document.documentElement,{attributeFilter:["data-waiting"]});` +
  'let leave=e=>{if(self.earlyPress&&!navigator.onLine)e.preventDefault(),d.code="missing";else setTimeout(()=>e.defaultPrevented||(d.waiting=""))};' +
  'addEventListener("submit",e=>e.target.matches("[role=search]")&&leave(e),!0);' +
  'addEventListener("click",e=>{let a=e.target.closest("a[href]:not([target],[download],[type])");if(!a||e.button||e.metaKey||e.ctrlKey||e.shiftKey||e.altKey)return;let u=new URL(a.getAttribute("href"),location);' +
  "if(u.origin!=location.origin||u.hash&&u.pathname+u.search==location.pathname+location.search)return;" +
  "leave(e)},!0);" +
  'addEventListener("pageshow",e=>e.persisted&&delete d.waiting)}';

let waitingCount = 0;

function count(change: number): void {
  waitingCount += change;
  document.documentElement.toggleAttribute("data-waiting", waitingCount > 0);
}

/** Shows the progress bar (base.css) while a press waits for work. */
export function showWaiting(work: Promise<unknown>): void {
  count(1);
  const end = () => count(-1);
  work.then(end, end);
}

/** The same for work that a component knows the end of. */
export function useWaiting(isWaiting: boolean): void {
  useEffect(() => {
    if (!isWaiting) return;
    count(1);
    return () => count(-1);
  }, [isWaiting]);
}
