import { useQueryClient } from "@tanstack/react-query";
import { Fragment, type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";

import { AUTH } from "../../routes.ts";
import { ErrorState } from "../../ui/notice.tsx";
import { Loading } from "../../ui/skeleton.tsx";
import { onSignedOutAnswer } from "../catalogue/answers.ts";
import type { User } from "./accounts.ts";
import { userQuery } from "./auth.client.ts";
import styles from "./require-user.module.css";
import { SignInAgainDialog } from "./sign-in-again-dialog.tsx";
import { forgetHint } from "./signed-in-hint.ts";
import { useUser } from "./use-user.ts";

/**
 * Shows its content to a signed-in user only; a spinner while that is not known, and everybody else
 * is sent to the sign-in screen (§2). A session that ends later is asked for over the content, which
 * keeps what was being typed.
 */
export function RequireUser({ children }: { children: (user: User) => ReactNode }) {
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const { user, isError, retry } = useUser();
  const refused = useRefusedUser(user);
  useEffect(() => {
    if (user === null) navigate(AUTH, { replace: true });
  }, [user, navigate]);

  if (user) {
    const giveUp = () => {
      forgetHint();
      client.setQueryData(userQuery.queryKey, null);
    };
    return (
      <>
        {/* What one administrator was doing is not for another one who signs in over it. */}
        <Fragment key={user.id}>{children(user)}</Fragment>
        <SignInAgainDialog open={refused === user} onGiveUp={giveUp} />
      </>
    );
  }
  return (
    <div className={styles.waiting}>
      {isError ? (
        <ErrorState title="It could not be checked whether you are signed in." onRetry={retry} />
      ) : (
        <Loading text="Checking your sign-in..." />
      )}
      <noscript>The dashboard needs JavaScript.</noscript>
    </div>
  );
}

/** The user whose session a call found ended (401), until they have signed in again. */
function useRefusedUser(user: User | null | undefined): User | undefined {
  const client = useQueryClient();
  const [refused, setRefused] = useState<User>();
  /** the refused user after whom somebody has signed in */
  const followed = useRef<User>(undefined);

  // Of every call, whoever makes it: a table that saves cells, an upload, a list that is read.
  useEffect(() => onSignedOutAnswer(() => user && setRefused(user)), [user]);

  useEffect(() => {
    if (!refused || !user || refused === user || followed.current === refused) return;
    followed.current = refused;
    if (refused.id === user.id) {
      // Whoever has signed in again sees what the calls refused to tell.
      void client.invalidateQueries({ predicate: ({ state }) => state.status === "error" });
    } else {
      // Somebody else sees nothing that the one before had read.
      void client.resetQueries({
        predicate: ({ queryKey }) => queryKey[0] !== userQuery.queryKey[0],
      });
    }
  }, [client, refused, user]);
  return refused;
}
