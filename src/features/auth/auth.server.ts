import type { FastifyInstance } from "fastify";
import type { Sessions } from "../../server/session.server.ts";

export interface AuthDeps {
  sessions: Sessions;
}

/** Who is signed in, and signing out (§7, readings 4). */
export function authRoutes(app: FastifyInstance, { sessions }: AuthDeps): void {
  app.get("/api/user", { onRequest: sessions.requireUser }, async (request, reply) =>
    reply.header("cache-control", "no-store").send(sessions.userOf(request)),
  );

  // Also without a session: whoever wants to be signed out is.
  app.post("/api/logout", async (request, reply) => {
    await sessions.signOut(request, reply);
    return reply.code(204).header("cache-control", "no-store").send();
  });
}
