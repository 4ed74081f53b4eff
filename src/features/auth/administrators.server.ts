import type { FastifyInstance } from "fastify";
import { idOf } from "../../server/address-id.server.ts";
import { refuseFields } from "../../server/query.server.ts";
import { AUTH } from "../../routes.ts";
import type { NewInvitation } from "./accounts.ts";
import type { AuthDeps } from "./auth.server.ts";
import { AUTH_BODY_LIMIT_BYTES } from "./limits.ts";

/** Where an invitation is taken up; a fragment reaches no server and no log (readings 4). */
export function invitationPath(code: string): string {
  return `${AUTH}#invite=${code}`;
}

/** The other administrators, and inviting new ones (readings 4). */
export function administratorRoutes(
  app: FastifyInstance,
  { sessions, users, invitations }: Pick<AuthDeps, "sessions" | "users" | "invitations">,
): void {
  const signedIn = { onRequest: sessions.requireUser, preHandler: refuseFields };
  const writing = { ...signedIn, bodyLimit: AUTH_BODY_LIMIT_BYTES };

  app.get("/api/invitations", signedIn, async (_request, reply) =>
    reply.header("cache-control", "no-store").send(await invitations.listOpen()),
  );

  app.post("/api/invitations", writing, async (request, reply) => {
    const { invitation, code } = await invitations.make(sessions.userOf(request));
    const answer: NewInvitation = { ...invitation, link: invitationPath(code) };
    return reply.code(201).header("cache-control", "no-store").send(answer);
  });

  app.delete("/api/invitations/:id", writing, async (request, reply) => {
    await invitations.revoke(sessions.userOf(request), idOf(request));
    return reply.code(204).header("cache-control", "no-store").send();
  });

  app.get("/api/users", signedIn, async (_request, reply) =>
    reply.header("cache-control", "no-store").send(await users.list()),
  );

  app.delete("/api/users/:id", writing, async (request, reply) => {
    await users.remove(sessions.userOf(request), idOf(request));
    return reply.code(204).header("cache-control", "no-store").send();
  });
}
