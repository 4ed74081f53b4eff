import { createInvitationStore, invitationPath } from "../features/auth/links.db.server.ts";
import { openDatabaseForCommand } from "../db/database.server.ts";
import { readEnv, httpOrigin } from "../server/env.server.ts";
import { runCommand } from "./command.server.ts";

/** Runs `npm run invite` (accounts.md#invitations), which prints a link for becoming an administrator. */
async function invite(): Promise<string> {
  const env = readEnv(process.env);
  const database = await openDatabaseForCommand(env);
  try {
    const { invitation, code } = await createInvitationStore(database).make(null);
    const origin = env.publicUrl ?? httpOrigin(env.host, env.port);
    const until = invitation.expiresAt.slice(0, 10);
    return `Create an administrator, once, until ${until}: ${origin}${invitationPath(code)}`;
  } finally {
    await database.close();
  }
}

runCommand(invite);
