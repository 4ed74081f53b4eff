import type { FastifyInstance } from "fastify";
import type { Database } from "../../server/database.server.ts";
import type { Env } from "../../server/env.server.ts";
import type { RateLimits } from "../../server/rate-limit.server.ts";
import { UserError } from "../../server/errors.server.ts";
import { createSessions } from "../../server/session.server.ts";
import { isVisible } from "../../vehicle/names.ts";
import { LoginInput } from "./account-schemas.server.ts";
import { createAttempts, createDevices } from "./attempts.server.ts";
import { authRoutes } from "./auth.server.ts";
import { USERNAME_REQUIRED } from "./credentials.ts";
import {
  createInvitationStore,
  invitationPath,
  type InvitationStore,
} from "./invitation.store.server.ts";
import { lostPasswordRoutes } from "./lost-password.server.ts";
import { createPasswordLinkStore } from "./password-link.store.server.ts";
import { createPasswords, type Passwords } from "./passwords.server.ts";
import { createUserStore, type UserStore } from "./user.store.server.ts";

export type Auth = Awaited<ReturnType<typeof createAuth>>;

/** @param now milliseconds since 1970 @throws UserError naming ADMIN_USERNAME or ADMIN_PASSWORD */
export async function createAuth(
  database: Database,
  env: Pick<Env, "admin">,
  rateLimits: RateLimits,
  now?: () => number,
) {
  const sessions = createSessions(database, now);
  const invitations = createInvitationStore(database, now);
  const users = createUserStore(database, invitations);
  const passwords = createPasswords();
  if (env.admin) await addConfiguredAdministrator(env.admin, users, passwords);
  const devices = await createDevices(database);
  const attempts = createAttempts(rateLimits, devices);
  const passwordLinks = createPasswordLinkStore(database, now);
  const deps = { sessions, users, invitations, passwords, attempts, devices };
  return {
    sessions,
    invitations,
    passwordLinks,
    routes(app: FastifyInstance) {
      authRoutes(app, deps);
      lostPasswordRoutes(app, { ...deps, passwordLinks });
    },
  };
}

/** An existing password stays (readings 1). @throws UserError one line that names the variable */
async function addConfiguredAdministrator(
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

/** While there is no administrator (readings 4); to the terminal, never to the log. */
export async function printFirstInvitation(
  invitations: Pick<InvitationStore, "makeFirst">,
  origin: string,
  print: (line: string) => void = (line) => process.stdout.write(`${line}\n`),
): Promise<void> {
  const code = await invitations.makeFirst();
  if (code !== null) print(`Create the first administrator: ${origin}${invitationPath(code)}`);
}
