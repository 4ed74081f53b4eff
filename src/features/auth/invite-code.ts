import { useSyncExternalStore } from "react";

function subscribe(listener: () => void): () => void {
  // The second is wouter's own, for addresses that the page sets itself.
  for (const event of ["hashchange", "popstate", "pushState", "replaceState"]) {
    window.addEventListener(event, listener);
  }
  return () => {
    for (const event of ["hashchange", "popstate", "pushState", "replaceState"]) {
      window.removeEventListener(event, listener);
    }
  };
}

/** The code of an invitation's fragment, such as `#invite=abc`; null for any other. */
export function inviteCodeOf(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, "")).get("invite") || null;
}

/** The code of the invitation in the address (readings 4); null without one, and on the server. */
export function useInviteCode(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => inviteCodeOf(location.hash),
    () => null,
  );
}
