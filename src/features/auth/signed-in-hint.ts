/**
 * The readable cookie that says whether asking for the user is worth it (readings 4), so that a
 * shopper's page asks nothing and its console stays empty. It grants nothing.
 */
import { useSyncExternalStore } from "react";

const HINT = "ev_signed_in";
const listeners = new Set<() => void>();

export function hasHint(): boolean {
  return document.cookie.split("; ").includes(`${HINT}=1`);
}

/** Takes the hint away: the session that it spoke of has ended. */
export function forgetHint(): void {
  document.cookie = `${HINT}=; Path=/; Max-Age=0; SameSite=Lax`;
  hintChanged();
}

/** To be called when an answer has set or removed the cookie. */
export function hintChanged(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab may have signed in or out.
  window.addEventListener("focus", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("focus", listener);
  };
}

/** Whether somebody seems to be signed in; false on the server and while its page is taken over. */
export function useSignedInHint(): boolean {
  return useSyncExternalStore(subscribe, hasHint, () => false);
}
