import type { FastifyInstance } from "fastify";
import { ADMINISTRATORS } from "./api-description.server.ts";

/**
 * Registers calls for administrators: each requires a session before its body is read (accounts.md#roles), and
 * is described so. Other sites cannot read them, see `openReads`.
 */
export function forAdministrators(
  app: FastifyInstance,
  registerCalls: (closed: FastifyInstance) => void,
): void {
  app.register(async (closed) => {
    closed.addHook("onRequest", closed.sessions.requireAdministrator);
    closed.addHook("onRoute", ({ schema }) => {
      if (schema) schema.security = ADMINISTRATORS;
    });
    registerCalls(closed);
  });
}
