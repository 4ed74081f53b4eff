import { queryOptions } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { AnswerError } from "../../api/answers.ts";
import type { User } from "./account-schemas.server.ts";
import { type Credentials, send } from "./auth.client.ts";
import { hintChanged } from "./signed-in-hint.ts";

export async function register(credentials: Credentials, inviteCode: string): Promise<User> {
  const user = await send("POST", "/api/register", { ...credentials, inviteCode });
  hintChanged();
  return user as User; // readings 4
}

/** Whether an invitation can be used; undefined when the request fails. */
export function invitationQuery(inviteCode: string | null) {
  return queryOptions({
    queryKey: ["invitation", inviteCode] as const,
    queryFn: async () => {
      try {
        await send("POST", "/api/invitations/check", { inviteCode });
        return true;
      } catch (error) {
        if (!(error instanceof AnswerError) || error.status !== 403) throw error;
        return false;
      }
    },
    enabled: inviteCode !== null,
    retry: false,
  });
}

function subscribe(listener: () => void): () => void {
  const over = new AbortController();
  // wouter dispatches the last two when the page sets its address itself.
  for (const event of ["hashchange", "popstate", "pushState", "replaceState"]) {
    window.addEventListener(event, listener, { signal: over.signal });
  }
  return () => over.abort();
}

/** The code of an invitation's fragment, such as `#invite=abc`; null for any other. */
export function inviteCodeOf(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, "")).get("invite") || null;
}

/** The invitation code in the address (readings 4); null without one and on the server. */
export function useInviteCode(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => inviteCodeOf(location.hash),
    () => null,
  );
}
