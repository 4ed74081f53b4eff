import type { Ref } from "react";

import { login } from "./auth.client.ts";
import { CredentialsForm, type CredentialsFormProps } from "./credentials-form.tsx";

/** What makes the form of credentials the one that signs in. */
export const SIGN_IN: CredentialsFormProps = {
  send: login,
  texts: {
    button: "Login",
    pending: "Logging in...", // §2
    success: "Logged in successfully", // §8
    failure: "Login failed", // §8
  },
};

/** Signs a known administrator in (§2). */
export function SignInForm({ usernameRef }: { usernameRef?: Ref<HTMLInputElement> }) {
  return <CredentialsForm {...SIGN_IN} {...(usernameRef && { usernameRef })} />;
}
