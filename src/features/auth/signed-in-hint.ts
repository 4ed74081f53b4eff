/** A cookie that grants nothing. Without it, pages do not ask for the user (accounts.md#user-on-the-wire). */
import { useSyncExternalStore } from "react";

import { withBase } from "../../domain/base-path.ts";

const HINT = "ev_signed_in";
const listeners = new Set<() => void>();

export function hasHint(): boolean {
  return document.cookie.split("; ").includes(`${HINT}=1`);
}

export function forgetHint(): void {
  document.cookie = `${HINT}=; Path=${withBase("/")}; Max-Age=0; SameSite=Lax`;
  hintChanged();
}

/** Call this after a response has set or removed the cookie. */
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

/** Whether the hint is there; false during server rendering and hydration. */
export function useSignedInHint(): boolean {
  return useSyncExternalStore(subscribe, hasHint, () => false);
}
