import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import { z } from "zod";
import { emptyAnswer, errorAnswer, jsonAnswer } from "../../server/answers.server.ts";
import { UserError } from "../../base/errors.server.ts";
import { IdInPath } from "../../server/path-parameters.server.ts";
import {
  Administrator,
  Invitation,
  NewInvitation,
  PasswordInput,
  SessionEntry,
  User,
} from "./auth.schema.ts";
import type { Auth } from "./auth.server.ts";
import { invitationPath } from "./links.db.server.ts";

export const AUTH_BODY_LIMIT_BYTES = 4 * 1024;

export const SLOWED = errorAnswer("Too many failed attempts; see Retry-After");
export const BUSY = errorAnswer("Too many people are signing in right now; see Retry-After");

const WRONG_CURRENT = "The current password is wrong";

/** Calls of signed-in users for accounts, sessions and invitations (calls.md#account-calls). */
export const accountRoutes: FastifyPluginAsyncZodOpenApi<Auth> = async (
  app,
  { sessions, users, invitations, passwords, attempts },
) => {
  app.post(
    "/api/user/password",
    {
      bodyLimit: AUTH_BODY_LIMIT_BYTES,
      schema: {
        operationId: "changePassword",
        summary: "Change your password and end your other sessions",
        body: PasswordInput,
        response: {
          204: emptyAnswer("Changed"),
          409: errorAnswer("The password has just been changed elsewhere"),
          429: SLOWED,
          503: BUSY,
        },
      },
    },
    async (request, reply) => {
      const { currentPassword, newPassword } = request.body;
      const user = sessions.userOf(request);
      const succeeded = await attempts.begin(request, reply, user.username);
      const stored = await users.findById(user.id);
      if (!stored || !(await passwords.fits(currentPassword, stored.passwordHash))) {
        // Not 401, which would mean that the user is not signed in.
        throw new UserError(400, WRONG_CURRENT, { fields: ["currentPassword"] });
      }
      await succeeded();
      const hash = await passwords.hash(newPassword);
      if (!(await users.changePassword(user, stored.passwordHash, hash))) {
        throw new UserError(409, "Your password has just been changed elsewhere");
      }
      reply.code(204);
    },
  );

  app.get(
    "/api/user",
    {
      schema: {
        operationId: "getUser",
        summary: "Get the signed-in user",
        response: { 200: jsonAnswer("The user", User) },
      },
    },
    async (request) => sessions.sessionOf(request).user,
  );

  app.get(
    "/api/sessions",
    {
      schema: {
        operationId: "listSessions",
        summary: "List your sessions",
        response: {
          200: jsonAnswer("Your sessions, most recently used first", z.array(SessionEntry)),
        },
      },
    },
    async (request): Promise<SessionEntry[]> => {
      const own = sessions.sessionOf(request);
      const list = await sessions.store.list(own.user.id);
      return list.map(({ user: _own, ...rest }) => ({ ...rest, current: rest.id === own.id }));
    },
  );

  app.delete(
    "/api/sessions",
    {
      schema: {
        operationId: "endOtherSessions",
        summary: "End your other sessions",
        response: { 204: emptyAnswer("Ended") },
      },
    },
    async (request, reply) => {
      await sessions.store.endOthers(sessions.userOf(request));
      reply.code(204);
    },
  );

  app.delete(
    "/api/sessions/:id",
    {
      schema: {
        operationId: "endSession",
        summary: "End one of your sessions",
        params: IdInPath,
        response: { 204: emptyAnswer("Ended"), 404: errorAnswer("No such session") },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const own = sessions.userOf(request);
      if (id === own.sessionId) await sessions.signOut(request, reply);
      else if (!(await sessions.store.end(own, id))) {
        throw new UserError(404, "Session not found");
      }
      reply.code(204);
    },
  );

  app.get(
    "/api/invitations",
    {
      schema: {
        operationId: "listInvitations",
        summary: "List open invitations",
        response: { 200: jsonAnswer("The invitations, newest first", z.array(Invitation)) },
      },
    },
    async () => invitations.listOpen(),
  );

  app.post(
    "/api/invitations",
    {
      schema: {
        operationId: "invite",
        summary: "Invite an administrator",
        response: {
          201: jsonAnswer("The invitation with its link", NewInvitation),
          409: errorAnswer("Too many open invitations"),
        },
      },
    },
    async (request, reply) => {
      const { invitation, code } = await invitations.make(sessions.userOf(request));
      reply.code(201);
      return { ...invitation, link: invitationPath(code) };
    },
  );

  app.delete(
    "/api/invitations/:id",
    {
      schema: {
        operationId: "revokeInvitation",
        summary: "Revoke an invitation",
        params: IdInPath,
        response: { 204: emptyAnswer("Revoked"), 404: errorAnswer("No such invitation") },
      },
    },
    async (request, reply) => {
      await invitations.revoke(sessions.userOf(request), request.params.id);
      reply.code(204);
    },
  );

  app.get(
    "/api/users",
    {
      schema: {
        operationId: "listUsers",
        summary: "List the administrators",
        response: { 200: jsonAnswer("The administrators, by name", z.array(Administrator)) },
      },
    },
    async () => users.list(),
  );

  app.delete(
    "/api/users/:id",
    {
      schema: {
        operationId: "removeUser",
        summary: "Remove another administrator and end their sessions",
        params: IdInPath,
        response: {
          204: emptyAnswer("Removed"),
          404: errorAnswer("No such administrator"),
          409: errorAnswer("You cannot remove yourself"),
        },
      },
    },
    async (request, reply) => {
      await users.remove(sessions.userOf(request), request.params.id);
      reply.code(204);
    },
  );
};
