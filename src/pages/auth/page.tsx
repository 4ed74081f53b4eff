import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { useLocation } from "wouter";

import { errorMessage } from "../../ui/calls/answers.ts";
import { ADMIN, AUTH } from "../../domain/routes.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/notice.tsx";
import { CredentialsForm, SIGN_IN } from "../../features/auth/credentials-form.tsx";
import {
  type Credentials,
  INVITATION_DAYS,
  PASSWORD_LINK_HOURS,
} from "../../features/auth/credentials.ts";
import type { PageModule } from "../page.ts";
import { pageTitle } from "../site.tsx";
import styles from "./page.module.css";
import {
  invitationQuery,
  passwordLinkQuery,
  register,
  replacePassword,
  useLinkCode,
  useUser,
} from "../../features/auth/auth.queries.ts";

const REGISTRATION = {
  button: "Register",
  pending: "Registering...",
  success: "Registered successfully", // accounts.md#registration
  failure: "Registration failed", // accounts.md#registration
};

const NEW_PASSWORD = {
  button: "Set password",
  pending: "Setting...",
  success: "Your password has been changed",
  failure: "Password not changed",
};

const INVITATION_USED = (
  <>
    The link may have been used already, revoked, or expired after {INVITATION_DAYS} days. Ask an
    administrator for a new one, or run <code>npm run invite</code> on the server.
  </>
);

const LINK_USED = (
  <>
    The link may have been used already, replaced by a newer one, or expired after{" "}
    {PASSWORD_LINK_HOURS} hours. Run <code>npm run password -- NAME</code> on the server for a new
    one.
  </>
);

/** Where in the dashboard the session ended (accounts.md#signing-in). */
function addressBefore(): string {
  const { from } = Object(history.state) as { from?: unknown };
  return typeof from === "string" && from.startsWith(ADMIN) ? from : ADMIN;
}

interface Purpose {
  subtitle: ReactNode;
  /** why the link in the address cannot be used */
  refusal?: ReactNode;
  form: ComponentProps<typeof CredentialsForm>;
}

const SIGNING_IN: Purpose = { subtitle: "Login to manage EV database", form: SIGN_IN };

function useRegistration(code: string | null): Purpose {
  const { data: isOpen, isPending } = useQuery(invitationQuery(code));
  const send = (credentials: Credentials) => register(credentials, code ?? "");
  const form = { isNew: true, texts: REGISTRATION, send };
  if (isPending) return { subtitle: "Checking your invitation...", form };
  return isOpen === null
    ? { subtitle: "This invitation cannot be used", refusal: INVITATION_USED, form }
    : { subtitle: "You’ve been invited. Choose a username and password.", form };
}

function useNewPassword(code: string | null): Purpose & { replacedFor?: string | undefined } {
  const { data: owner, error } = useQuery(passwordLinkQuery(code));
  const [replacedFor, setReplacedFor] = useState<string>();
  const send = async ({ password }: Credentials) => {
    const user = await replacePassword(code ?? "", password);
    setReplacedFor(user.username);
    return user;
  };
  const form = { isNew: true, username: owner ?? "", texts: NEW_PASSWORD, send };
  if (error) return { subtitle: errorMessage(error), form };
  if (owner === undefined) return { subtitle: "Checking your link...", form };
  if (owner === null) return { subtitle: "This link cannot be used", refusal: LINK_USED, form };
  return {
    subtitle: (
      <>
        Choose a new password for <bdi>{owner}</bdi>
      </>
    ),
    form,
    replacedFor,
  };
}

/** Signing in, or with a link in the address registering or a new password (accounts.md#signing-in). */
function SignInCard() {
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const { user, isError, retry } = useUser();
  const inviteCode = useLinkCode("invite");
  const lostCode = useLinkCode("password");
  const registration = useRegistration(inviteCode);
  const newPassword = useNewPassword(lostCode);
  const isSignIn = lostCode === null && inviteCode === null;
  const { subtitle, refusal, form } = isSignIn
    ? SIGNING_IN
    : lostCode === null
      ? registration
      : newPassword;
  // Signed-in users may have lost their password too.
  const isDone = user && (lostCode === null || newPassword.replacedFor === user.username);

  useEffect(() => {
    // The next user must not see what the previous one has read.
    client.removeQueries({ type: "inactive" });
  }, [client]);
  useEffect(() => {
    if (isDone) navigate(addressBefore(), { replace: true });
  }, [isDone, navigate]);

  return (
    <section className={`surface ${styles.card}`} aria-labelledby="sign-in-title">
      <span aria-hidden className={styles.badge}>
        EV
      </span>
      <h1 id="sign-in-title">EV Admin Dashboard</h1>
      <p className={`quiet ${styles.subtitle}`}>{subtitle}</p>
      {isError && <ErrorState isShort title="The server can’t be reached." onRetry={retry} />}
      {refusal ? (
        <p role="alert" className={styles.refused}>
          <CircleAlert aria-hidden />
          <span>{refusal}</span>
        </p>
      ) : (
        // One form for all purposes, so that input from before hydration stays.
        <CredentialsForm {...form} />
      )}
      {!isSignIn && (
        <Button href={AUTH} variant="quiet" className={styles.instead}>
          Login instead
        </Button>
      )}
    </section>
  );
}

function AuthPage() {
  return (
    <div className={styles.page}>
      <title>{pageTitle("Sign in")}</title>
      <meta name="robots" content="noindex" />
      <SignInCard />
    </div>
  );
}

export const page: PageModule = { Component: AuthPage };
