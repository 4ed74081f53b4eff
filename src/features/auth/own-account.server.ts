import type { FastifyInstance } from "fastify";
import { idOf } from "../../server/address-id.server.ts";
import { UserError } from "../../server/errors.server.ts";
import { refuseFields, refuseParameters } from "../../server/query.server.ts";
import { PasswordInput } from "./account-input.server.ts";
import type { SessionEntry } from "./accounts.ts";
import type { AuthDeps } from "./auth.server.ts";
import { AUTH_BODY_LIMIT_BYTES } from "./limits.ts";

const WRONG = "The current password is wrong";

/** An administrator's own password and sessions. */
export function ownAccountRoutes(
  app: FastifyInstance,
  deps: Pick<AuthDeps, "sessions" | "users" | "passwords" | "attempts">,
): void {
  const { sessions, users, passwords, attempts } = deps;
  const signedIn = { onRequest: sessions.requireUser, preHandler: refuseFields };
  const writing = { ...signedIn, bodyLimit: AUTH_BODY_LIMIT_BYTES };
  const withBody = { ...writing, preHandler: refuseParameters };

  app.post("/api/user/password", withBody, async (request, reply) => {
    const { currentPassword, newPassword } = PasswordInput.parse(request.body);
    const { id: sessionId, user } = sessions.sessionOf(request);
    const succeeded = await attempts.begin(request, reply, user.username);
    const stored = await users.findById(user.id);
    if (!stored || !(await passwords.fits(currentPassword, stored.passwordHash))) {
      // Not 401, which says that nobody is signed in.
      throw new UserError(400, WRONG, [{ path: "currentPassword", message: WRONG }]);
    }
    await succeeded();
    const hash = await passwords.hash(newPassword);
    if (!(await users.changePassword(user.id, stored.passwordHash, hash, sessionId))) {
      throw new UserError(409, "The password has been changed meanwhile");
    }
    return reply.code(204).header("cache-control", "no-store").send();
  });

  app.get("/api/sessions", signedIn, async (request, reply) => {
    const own = sessions.sessionOf(request);
    const list = await sessions.store.list(own.user.id);
    const entries = list.map(({ id, device, createdAt, lastSeenAt }): SessionEntry => ({
      id,
      device,
      createdAt,
      lastSeenAt,
      current: id === own.id,
    }));
    return reply.header("cache-control", "no-store").send(entries);
  });

  app.delete("/api/sessions", writing, async (request, reply) => {
    const own = sessions.sessionOf(request);
    await sessions.store.endOthers(own.user.id, own.id);
    return reply.code(204).header("cache-control", "no-store").send();
  });

  app.delete("/api/sessions/:id", writing, async (request, reply) => {
    const own = sessions.sessionOf(request);
    const id = idOf(request);
    if (id === own.id) await sessions.signOut(request, reply);
    else if (!(await sessions.store.end(own.user.id, id))) {
      throw new UserError(404, "Session not found");
    }
    return reply.code(204).header("cache-control", "no-store").send();
  });
}
