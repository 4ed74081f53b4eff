import { createPasswordLinkStore, passwordPath } from "../features/auth/accounts.db.server.ts";
import { PASSWORD_LINK_HOURS } from "../features/auth/credentials.ts";
import { type Env, httpOrigin } from "../base/env.server.ts";
import { UserError } from "../base/errors.server.ts";
import { inDatabase, runCommand } from "./command.server.ts";

/** Runs `npm run password -- NAME` (accounts.md#lost-password): prints a link to choose a new password. */
async function linkForPassword(env: Env, given: readonly string[]): Promise<string> {
  const name = given.join(" ");
  if (name === "") throw new UserError(400, "Name the administrator: npm run password -- NAME");
  return inDatabase(env, async (database) => {
    const { username, code } = await createPasswordLinkStore(database).make(name);
    const origin = env.publicUrl ?? httpOrigin(env.host, env.port);
    const link = `${origin}${passwordPath(code)}`;
    return `Choose a new password for ${username}, once, within ${PASSWORD_LINK_HOURS} hours: ${link}`;
  });
}

runCommand(linkForPassword);
