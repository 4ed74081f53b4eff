import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { useEffect } from "react";
import { useLocation } from "wouter";

import { ADMIN, AUTH } from "../../routes.ts";
import { Button } from "../../ui/button.tsx";
import { CredentialsForm, SIGN_IN } from "./credentials-form.tsx";
import { INVITATION_DAYS } from "./limits.ts";
import styles from "./sign-in-card.module.css";
import { invitationQuery, register, useInviteCode, useUser } from "./auth.client.ts";

const REGISTRATION = {
  button: "Register",
  pending: "Registering...",
  success: "Registered successfully", // §8
  failure: "Registration failed", // §8
};

/** The sign-in screen (§2), or the registration with an invitation in the address (readings 4). */
export function SignInCard() {
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const { user } = useUser();
  const inviteCode = useInviteCode();
  const { data: isOpen, isPending } = useQuery(invitationQuery(inviteCode));

  useEffect(() => {
    // The next user must not see what the previous one has read.
    client.removeQueries({ type: "inactive" });
  }, [client]);
  useEffect(() => {
    if (user) navigate(ADMIN, { replace: true });
  }, [user, navigate]);

  return (
    <section className={styles.card} aria-labelledby="sign-in-title">
      <span aria-hidden className={styles.badge}>
        EV
      </span>
      <h1 id="sign-in-title">EV Admin Dashboard</h1>
      <p className={styles.subtitle}>
        {inviteCode === null
          ? "Login to manage EV database"
          : isPending
            ? "Checking your invitation..."
            : isOpen === false
              ? "This invitation cannot be used"
              : "You are invited: choose your username and password"}
      </p>
      {isOpen === false ? (
        <p role="alert" className={styles.refused}>
          <CircleAlert aria-hidden />
          <span>
            The link may have been used already, revoked, or expired after {INVITATION_DAYS} days.
            Ask an administrator for a new one, or run <code>npm run invite</code> on the server.
          </span>
        </p>
      ) : (
        // One form for both, so that input from before hydration stays.
        <CredentialsForm
          {...(inviteCode === null
            ? SIGN_IN
            : {
                isNew: true,
                send: (credentials) => register(credentials, inviteCode),
                texts: REGISTRATION,
              })}
        />
      )}
      {inviteCode !== null && (
        <Button href={AUTH} variant="quiet" className={styles.instead}>
          Login instead
        </Button>
      )}
    </section>
  );
}
