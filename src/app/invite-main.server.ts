import { createInvitationStore, invitationPath } from "../features/auth/accounts.db.server.ts";
import { type Env, httpOrigin } from "../base/env.server.ts";
import { inDatabase, runCommand } from "./command.server.ts";

/** Runs `npm run invite` (accounts.md#invitations), which prints a link for becoming an administrator. */
function invite(env: Env): Promise<string> {
  return inDatabase(env, async (database) => {
    const { invitation, code } = await createInvitationStore(database).make(null);
    const origin = env.publicUrl ?? httpOrigin(env.host, env.port);
    const until = invitation.expiresAt.slice(0, 10);
    return `Create an administrator, once, until ${until}: ${origin}${invitationPath(code)}`;
  });
}

runCommand(invite);
