import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { readJson } from "../../api/answers.ts";
import type {
  Administrator,
  Invitation,
  NewInvitation,
  SessionEntry,
} from "./account-schemas.server.ts";
import { send } from "./auth.client.ts";

const ACCOUNTS = "accounts";

/** A list of the accounts view: read again whenever it is opened, since others change it too. */
function listQuery<Entry>(path: string) {
  return queryOptions({
    queryKey: [ACCOUNTS, path] as const,
    // The calls' contract, which their tests hold against the schemas of openapi.json.
    queryFn: async ({ signal }) => (await readJson(path, signal)) as Entry[],
    refetchOnMount: "always",
  });
}

export const sessionsQuery = listQuery<SessionEntry>("/api/sessions");
export const invitationsQuery = listQuery<Invitation>("/api/invitations");
export const administratorsQuery = listQuery<Administrator>("/api/users");

/** Reads the lists of the accounts view again. */
export async function refreshAccounts(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: [ACCOUNTS] });
}

/** @throws AnswerError with the server's sentence */
export async function changePassword(passwords: {
  currentPassword: string;
  newPassword: string;
}): Promise<void> {
  await send("POST", "/api/user/password", passwords);
}

/** @throws AnswerError with the server's sentence */
export async function invite(): Promise<NewInvitation> {
  return (await send("POST", "/api/invitations")) as NewInvitation; // readings 4
}
