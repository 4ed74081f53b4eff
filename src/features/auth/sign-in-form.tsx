import type { Ref } from "react";

import { login } from "./auth.client.ts";
import { CredentialsForm } from "./credentials-form.tsx";

const TEXTS = {
  button: "Login",
  pending: "Logging in...", // §2
  success: "Logged in successfully", // §8
  failure: "Login failed", // §8
};

/** Signs a known administrator in (§2). */
export function SignInForm({ usernameRef }: { usernameRef?: Ref<HTMLInputElement> }) {
  return <CredentialsForm send={login} texts={TEXTS} {...(usernameRef && { usernameRef })} />;
}
