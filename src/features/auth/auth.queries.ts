import { queryOptions, useQuery } from "@tanstack/react-query";
import { useLocationProperty } from "wouter/use-browser-location";
import { nullIf, readJson } from "../../ui/calls/answers.ts";
import { sendJson } from "../../ui/calls/send.ts";
import type { Administrator, Invitation, LinkOwner, SessionEntry, User } from "./auth.schema.ts";
import type { Credentials } from "./credentials.ts";
import { forgetHint, hasHint, hintChanged } from "./signed-in-hint.ts";

/** Reads the signed-in user, or null. Asks the server only if the hint cookie exists. */
export async function readUser(signal: AbortSignal): Promise<User | null> {
  if (!hasHint()) return null;
  const user = await nullIf(401, readJson<User>("/api/user", signal));
  if (!user) forgetHint();
  return user;
}

/** accounts.md#user-on-the-wire: not retried; null when nobody is signed in. */
export const userQuery = queryOptions({
  queryKey: ["user"] as const,
  queryFn: ({ signal }) => readUser(signal),
  retry: false,
  // Signing in again as the same user must give a new object, because `useRefusedUser` waits for one.
  structuralSharing: false,
  // Another tab may have signed out meanwhile.
  refetchOnMount: "always",
});

/** `user` is null when nobody is signed in, and undefined while that is unknown. */
export function useUser() {
  const { data: user, isError, refetch } = useQuery(userQuery);
  return { user, isError, retry: () => void refetch() };
}

async function sendSignIn(path: string, body: object): Promise<User> {
  const user = await sendJson<User>("POST", path, body);
  hintChanged();
  return user;
}

export const login = (credentials: Credentials) => sendSignIn("/api/login", credentials);

export const register = (credentials: Credentials, inviteCode: string) =>
  sendSignIn("/api/register", { ...credentials, inviteCode });

export const replacePassword = (code: string, password: string) =>
  sendSignIn("/api/lost-password", { code, password });

export async function logout(): Promise<void> {
  await sendJson("POST", "/api/logout");
  hintChanged();
}

/** Reads a list of the accounts view again on each mount, because others change it too. */
function listQuery<Entry>(path: string) {
  return queryOptions({
    queryKey: ["accounts", path] as const,
    queryFn: ({ signal }) => readJson<Entry[]>(path, signal),
    refetchOnMount: "always",
  });
}

export const sessionsQuery = listQuery<SessionEntry>("/api/sessions");
export const invitationsQuery = listQuery<Invitation>("/api/invitations");
export const administratorsQuery = listQuery<Administrator>("/api/users");

export const invitationQuery = (inviteCode: string | null) =>
  linkQuery(inviteCode, async () => {
    await sendJson("POST", "/api/invitations/check", { inviteCode });
    return true;
  });

/** The name of the user that a password link belongs to. */
export const passwordLinkQuery = (code: string | null) =>
  linkQuery(code, async () => {
    const owner = await sendJson<LinkOwner>("POST", "/api/lost-password/check", { code });
    return owner.username;
  });

/** Checks a link, whose code belongs to nothing else; null if it cannot be used. */
function linkQuery<Result>(code: string | null, check: () => Promise<Result>) {
  return queryOptions({
    queryKey: ["link", code] as const,
    queryFn: () => nullIf(403, check()),
    enabled: code !== null,
    retry: false,
  });
}

/** An invitation (accounts.md#invitations) or a new password (accounts.md#lost-password). */
type LinkKind = "invite" | "password";

/** Returns the code in a link's fragment, such as `#invite=abc`, or null. */
function codeOf(hash: string, kind: LinkKind): string | null {
  return new URLSearchParams(hash.replace(/^#/, "")).get(kind) || null;
}

/** Returns the link's code from the address, or null without one and on the server. */
export function useLinkCode(kind: LinkKind): string | null {
  return useLocationProperty(
    () => codeOf(location.hash, kind),
    () => null,
  );
}
