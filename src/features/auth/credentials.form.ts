/** What the account forms reject before sending anything (accounts.md#signing-in). */
import { z } from "zod/mini";

import { PASSWORD_TOO_SHORT, USERNAME_REQUIRED, PASSWORD_MIN_CHARACTERS } from "./credentials.ts";

// The page's policy forbids the generated code that zod would otherwise use.
z.config({ jitless: true });

const password = z.string().check(z.minLength(PASSWORD_MIN_CHARACTERS, PASSWORD_TOO_SHORT));

/** The rules for sign-in, registration and a new password. */
export const credentialsSchema = z.object({
  username: z.string().check(z.refine((name) => name.trim() !== "", USERNAME_REQUIRED)),
  password,
});

/** The rules for changing one's own password. */
export const passwordChangeSchema = z.object({ currentPassword: password, newPassword: password });
