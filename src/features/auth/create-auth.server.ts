import type { FastifyInstance } from "fastify";
import type { Database } from "../../server/database.server.ts";
import type { Env } from "../../server/env.server.ts";
import type { RateLimits } from "../../server/rate-limit.server.ts";
import { createSessions, type Sessions } from "../../server/session.server.ts";
import { accountRoutes } from "./accounts.server.ts";
import { createAttempts } from "./attempts.server.ts";
import { authRoutes } from "./auth.server.ts";
import { createDevices } from "./devices.server.ts";
import { addConfiguredAdministrator } from "./first-administrator.server.ts";
import { createInvitationStore, type InvitationStore } from "./invitation.store.server.ts";
import { createPasswords } from "./passwords.server.ts";
import { createUserStore } from "./user.store.server.ts";

export interface Auth {
  sessions: Sessions;
  invitations: InvitationStore;
  /** registers all calls of accounts */
  routes(app: FastifyInstance): void;
}

/**
 * Accounts on one database; adds the administrator of the configuration if missing.
 * @param now milliseconds since 1970
 * @throws UserError one line that names the variable when ADMIN_USERNAME or ADMIN_PASSWORD is wrong
 */
export async function createAuth(
  database: Database,
  env: Pick<Env, "admin">,
  rateLimits: RateLimits,
  now?: () => number,
): Promise<Auth> {
  const sessions = createSessions(database, now);
  const invitations = createInvitationStore(database, now);
  const users = createUserStore(database, invitations);
  const passwords = createPasswords();
  if (env.admin) await addConfiguredAdministrator(env.admin, users, passwords);
  const devices = await createDevices(database);
  const attempts = createAttempts(rateLimits, devices);
  const deps = { sessions, users, invitations, passwords, attempts, devices };
  return {
    sessions,
    invitations,
    routes(app) {
      authRoutes(app, deps);
      accountRoutes(app, deps);
    },
  };
}
