import { UserError } from "../../server/errors.server.ts";
import { isVisible } from "../../vehicle/names.ts";
import { LoginInput } from "./account-schemas.server.ts";
import { USERNAME_REQUIRED } from "./credentials.ts";
import { invitationPath, type InvitationStore } from "./invitation.store.server.ts";
import type { Passwords } from "./passwords.server.ts";
import type { UserStore } from "./user.store.server.ts";

/**
 * Adds the administrator of ADMIN_USERNAME and ADMIN_PASSWORD; one who is there is left alone, with
 * the password that they have (readings 1).
 * @throws UserError one line that names the variable
 */
export async function addConfiguredAdministrator(
  admin: { username: string; password: string },
  users: Pick<UserStore, "findByName" | "addIfMissing">,
  passwords: Pick<Passwords, "hash">,
): Promise<void> {
  const read = LoginInput.safeParse(admin);
  if (!read.success) {
    const [issue] = read.error.issues;
    const name = issue?.path[0] === "password" ? "ADMIN_PASSWORD" : "ADMIN_USERNAME";
    throw new UserError(500, `${name}: ${issue?.message ?? "is not valid"}.`);
  }
  const { username, password } = read.data;
  if (await users.findByName(username)) return;
  if (!isVisible(username)) throw new UserError(500, `ADMIN_USERNAME: ${USERNAME_REQUIRED}.`);
  await users.addIfMissing({ username, passwordHash: await passwords.hash(password) });
}

/**
 * Prints how to become the first administrator while there is none (readings 4). It goes to the
 * terminal, never through the log.
 * @param origin where people reach the product
 */
export async function printFirstInvitation(
  invitations: Pick<InvitationStore, "makeFirst">,
  origin: string,
  print: (line: string) => void = (line) => process.stdout.write(`${line}\n`),
): Promise<void> {
  const code = await invitations.makeFirst();
  if (code !== null) print(`Create the first administrator: ${origin}${invitationPath(code)}`);
}
