import {
  IsRestoringProvider,
  useIsMutating,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import {
  Fragment,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useLocation } from "wouter";

import { AUTH } from "../../domain/routes.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorState, Loading } from "../../ui/notice.tsx";
import { currentToast, dismissToast, toast } from "../../ui/toast.ts";
import { ApiError, onSignedOutAnswer } from "../../ui/calls/answers.ts";
import { endSigningIn, showUser } from "../../ui/calls/send.ts";
import type { User } from "./auth.schema.ts";
import { logout, readUser, userQuery, useUser } from "./auth.queries.ts";
import { CredentialsForm, SIGN_IN } from "./credentials-form.tsx";
import styles from "./require-user.module.css";
import { forgetHint } from "./signed-in-hint.ts";

const LOGOUT_KEY = ["logout"];

/**
 * Shows content to a signed-in user only (accounts.md#signing-in). When the session ends later, a dialog over
 * the content asks to sign in again, so that unsaved input is kept.
 */
export function RequireUser({ children }: { children: (user: User) => ReactNode }) {
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const { user, isError, retry } = useUser();
  const refused = useRefusedUser(user);
  const isSigningOut = useIsMutating({ mutationKey: LOGOUT_KEY }) > 0;
  const lastUser = useRef<User>(undefined);
  useEffect(() => {
    if (user) lastUser.current = user;
    if (user !== null) return;
    const hasSignedOut = lastUser.current !== undefined && lastUser.current !== refused;
    // After the end of a session, signing in leads back to the same address.
    const from = hasSignedOut ? undefined : location.pathname + location.search;
    navigate(AUTH, { replace: true, state: { from } });
  }, [user, refused, navigate]);
  useLayoutEffect(() => {
    showUser(user?.id ?? null);
    return () => showUser(null);
  }, [user]);

  if (user) {
    const giveUp = () => {
      forgetHint();
      client.setQueryData(userQuery.queryKey, null);
    };
    return (
      <>
        {/* While the user is being signed out no query starts, since it would be refused. */}
        <IsRestoringProvider value={isSigningOut}>
          {/* If another administrator signs in, the screen starts from scratch. */}
          <Fragment key={user.id}>{children(user)}</Fragment>
        </IsRestoringProvider>
        <SignInAgainDialog open={refused === user} username={user.username} onGiveUp={giveUp} />
      </>
    );
  }
  return (
    <div className={styles.waiting}>
      {isError ? (
        <ErrorState title="We could not check whether you are signed in." onRetry={retry} />
      ) : (
        <div data-scripted>
          <Loading text="Checking your sign-in..." />
        </div>
      )}
      <noscript>The dashboard needs JavaScript.</noscript>
    </div>
  );
}

/** The user whose session has ended, until somebody signs in. */
function useRefusedUser(user: User | null | undefined): User | undefined {
  const client = useQueryClient();
  const [refused, setRefused] = useState<User>();
  const previous = useRef<User>(undefined);

  // Any call may be refused: saving a cell, an upload, reading a list.
  useEffect(() => onSignedOutAnswer(() => user && setRefused(user)), [user]);

  useReturn(user, (now) => {
    if (!now) setRefused(user ?? undefined);
    // The sign-in may have happened in another tab.
    else if (now.id !== user?.id || refused === user) client.setQueryData(userQuery.queryKey, now);
  });

  useEffect(() => {
    const before = previous.current;
    if (user === undefined || before === user) return;
    endSigningIn(user !== null && before?.id === user.id);
    // Nobody else may read what this user typed.
    if (before && before.id !== user?.id && currentToast()?.staysOpen) dismissToast();
    if (user === null) return;
    previous.current = user;
    if (before && before.id !== user.id) {
      // Another user must not see anything from the previous user's cache.
      void client.resetQueries({
        predicate: ({ queryKey }) => queryKey[0] !== userQuery.queryKey[0],
      });
    } else if (before && before === refused) {
      // The same user retries the requests that failed in the meantime.
      void client.invalidateQueries({ predicate: ({ state }) => state.status === "error" });
    }
  }, [client, refused, user]);
  return refused;
}

/** Asks again when the tab gets the focus: tabs share a session. A failure does not call `onAnswer`. */
function useReturn(user: User | null | undefined, onAnswer: (now: User | null) => void): void {
  const answered = useEffectEvent(onAnswer);
  useEffect(() => {
    if (!user) return;
    const over = new AbortController();
    const { signal } = over;
    let isAsking = false;
    const ask = async () => {
      if (isAsking || document.visibilityState !== "visible") return;
      isAsking = true;
      try {
        const now = await readUser(signal);
        if (!signal.aborted) answered(now);
      } catch (error) {
        // The next call or focus will find out.
        console.debug("We couldn’t check who is signed in.", error);
      } finally {
        isAsking = false;
      }
    };
    const onReturn = () => void ask();
    window.addEventListener("focus", onReturn, { signal });
    document.addEventListener("visibilitychange", onReturn, { signal });
    return () => over.abort();
  }, [user]);
}

function SignInAgainDialog(props: { open: boolean; username: string; onGiveUp: () => void }) {
  const { open, username, onGiveUp } = props;
  const password = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={(stays) => !stays && onGiveUp()}
      title="Your session has ended"
      description="Sign in again to continue where you left off."
      size="s"
      initialFocus={password}
    >
      <CredentialsForm {...SIGN_IN} lastUsername={username} passwordRef={password} />
    </Dialog>
  );
}

/** Signs out; `RequireUser` then leads to the sign-in screen (accounts.md#signing-out). */
export function LogoutButton({ onLogout }: { onLogout: () => void }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationKey: LOGOUT_KEY,
    mutationFn: logout,
    // A read still in progress when the session ends would be refused.
    onMutate: () => client.cancelQueries(),
    onSuccess: () => {
      onLogout();
      client.setQueryData(userQuery.queryKey, null);
      toast({ title: "Success", description: "Logged out successfully" }); // accounts.md#signing-out
    },
    onError: (error) => {
      const message = error instanceof ApiError ? error.serverMessage : "";
      const description = message || "An unexpected error occurred";
      toast({ title: "Logout failed", description, variant: "destructive" }); // accounts.md#signing-out
      void client.invalidateQueries();
    },
  });
  return (
    <Button size="s" pending={isPending} onClick={() => mutate()}>
      <LogOut aria-hidden />
      Logout
    </Button>
  );
}
