import { queryOptions } from "@tanstack/react-query";
import { AnswerError } from "../../api/answers.ts";
import type { User } from "./account-schemas.server.ts";
import { type Credentials, send } from "./auth.client.ts";
import { hintChanged } from "./signed-in-hint.ts";

/** @throws AnswerError with the server's sentence */
export async function register(credentials: Credentials, inviteCode: string): Promise<User> {
  const user = await send("POST", "/api/register", { ...credentials, inviteCode });
  hintChanged();
  return user as User; // readings 4
}

/** Whether the invitation of a link can be used; not known where it cannot be asked. */
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
