import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { UserError } from "../../server/errors.server.ts";
import type { Sessions } from "../../server/session.server.ts";
import { refuseFields, refuseParameters } from "../../server/query.server.ts";
import { InviteInput, LoginInput, RegisterInput } from "./account-input.server.ts";
import type { Attempts } from "./attempts.server.ts";
import type { Devices } from "./devices.server.ts";
import type { InvitationStore } from "./invitation.store.server.ts";
import { AUTH_BODY_LIMIT_BYTES } from "./limits.ts";
import type { Passwords } from "./passwords.server.ts";
import type { UserStore } from "./user.store.server.ts";

const WRONG = "Wrong username or password";

export interface AuthDeps {
  sessions: Sessions;
  users: UserStore;
  invitations: InvitationStore;
  passwords: Passwords;
  attempts: Attempts;
  devices: Devices;
}

/** Signing in and out, and registering with an invitation (§7, readings 4). */
export function authRoutes(app: FastifyInstance, deps: AuthDeps): void {
  const { sessions, users, invitations, passwords, attempts, devices } = deps;
  const writing = { bodyLimit: AUTH_BODY_LIMIT_BYTES, preHandler: refuseParameters };

  app.get(
    "/api/user",
    { onRequest: sessions.requireUser, preHandler: refuseFields },
    async (request, reply) =>
      reply.header("cache-control", "no-store").send(sessions.userOf(request)),
  );

  app.post("/api/login", writing, async (request, reply) => {
    const { username, password } = LoginInput.parse(request.body);
    const succeeded = await attempts.begin(request, reply, username);
    const user = await users.findByName(username);
    // Asked in any case: an unknown name takes as long as a wrong password.
    const fits = await passwords.fits(password, user?.passwordHash ?? null);
    if (!user || !fits || !(await sessions.signIn(request, reply, user.id, user.passwordHash))) {
      throw new UserError(401, WRONG);
    }
    await succeeded();
    devices.remember(request, reply, user.username);
    return reply.header("cache-control", "no-store").send({ id: user.id, username: user.username });
  });

  // Also without a session: whoever wants to be signed out is.
  app.post("/api/logout", { ...writing, preHandler: refuseFields }, async (request, reply) => {
    await sessions.signOut(request, reply);
    return reply.code(204).header("cache-control", "no-store").send();
  });

  /** Counts as an attempt, so that one call tells no more than the other. */
  async function requireInvitation(request: FastifyRequest, reply: FastifyReply, code: string) {
    const succeeded = await attempts.begin(request, reply, null);
    await invitations.requireOpen(code);
    await succeeded();
  }

  // By POST: an address would be in logs.
  app.post("/api/invitations/check", writing, async (request, reply) => {
    const { inviteCode } = InviteInput.parse(request.body);
    await requireInvitation(request, reply, inviteCode ?? "");
    return reply.code(204).header("cache-control", "no-store").send();
  });

  app.post("/api/register", writing, async (request, reply) => {
    const { username, password, inviteCode: given } = RegisterInput.parse(request.body);
    const inviteCode = given ?? "";
    // Nobody without an invitation has passwords hashed or learns which names are taken.
    await requireInvitation(request, reply, inviteCode);
    const passwordHash = await passwords.hash(password);
    const user = await users.register({ username, passwordHash }, inviteCode);
    if (!(await sessions.signIn(request, reply, user.id, passwordHash))) {
      throw new UserError(401, WRONG);
    }
    devices.remember(request, reply, user.username);
    return reply.code(201).header("cache-control", "no-store").send(user);
  });
}
