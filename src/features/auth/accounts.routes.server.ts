import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { declareCall } from "../../server/call.server.ts";
import { UserError } from "../../server/errors.server.ts";
import type { Sessions } from "../../server/session.server.ts";
import {
  Administrator,
  Invitation,
  NewInvitation,
  PasswordInput,
  SessionEntry,
} from "./auth.schema.ts";
import type { Attempts } from "./attempts.server.ts";
import { AUTH_BODY_LIMIT_BYTES } from "./limits.ts";
import { invitationPath, type InvitationStore } from "./links.db.server.ts";
import type { Passwords } from "./passwords.server.ts";
import type { UserStore } from "./users.db.server.ts";

export const SLOWED = "Too many attempts failed; see Retry-After";
export const BUSY = "Too many sign in at this moment; see Retry-After";

export interface AccountDeps {
  sessions: Sessions;
  users: UserStore;
  invitations: InvitationStore;
  passwords: Passwords;
  attempts: Attempts;
}

const WRONG_CURRENT = "The current password is wrong";

/** The calls of signed-in users about accounts, sessions and invitations (readings 4). */
export function accountRoutes(
  app: FastifyInstance,
  { sessions, users, passwords, attempts, invitations }: AccountDeps,
): void {
  const signedIn = { signedIn: sessions } as const;
  const writing = { signedIn: sessions, bodyLimit: AUTH_BODY_LIMIT_BYTES } as const;

  declareCall(app, "POST /api/user/password", {
    ...writing,
    id: "changePassword",
    summary: "Changes one's password and ends one's other sessions",
    body: PasswordInput,
    answers: {
      204: "Changed",
      400: "A field is not valid or the password wrong",
      409: "It has been changed meanwhile",
      429: SLOWED,
      503: BUSY,
    },
    async handle({ body: { currentPassword, newPassword } }, request, reply) {
      const user = sessions.userOf(request);
      const succeeded = await attempts.begin(request, reply, user.username);
      const stored = await users.findById(user.id);
      if (!stored || !(await passwords.fits(currentPassword, stored.passwordHash))) {
        // Not 401, which would mean that nobody is signed in.
        throw new UserError(400, WRONG_CURRENT, { fields: ["currentPassword"] });
      }
      await succeeded();
      const hash = await passwords.hash(newPassword);
      if (!(await users.changePassword(user, stored.passwordHash, hash))) {
        throw new UserError(409, "The password has been changed meanwhile");
      }
    },
  });

  declareCall(app, "GET /api/sessions", {
    ...signedIn,
    id: "listSessions",
    summary: "One's own sessions",
    answers: { 200: { description: "The last used first", schema: z.array(SessionEntry) } },
    async handle(_asked, request): Promise<SessionEntry[]> {
      const own = sessions.sessionOf(request);
      const list = await sessions.store.list(own.user.id);
      return list.map(({ user: _own, ...rest }) => ({ ...rest, current: rest.id === own.id }));
    },
  });

  declareCall(app, "DELETE /api/sessions", {
    ...writing,
    id: "endOtherSessions",
    summary: "Ends one's other sessions",
    answers: { 204: "Ended" },
    async handle(_asked, request) {
      await sessions.store.endOthers(sessions.userOf(request));
    },
  });

  declareCall(app, "DELETE /api/sessions/:id", {
    ...writing,
    id: "endSession",
    summary: "Ends one of one's sessions",
    answers: { 204: "Ended", 404: "No such session" },
    async handle({ id }, request, reply) {
      const own = sessions.userOf(request);
      if (id === own.sessionId) await sessions.signOut(request, reply);
      else if (!(await sessions.store.end(own, id))) {
        throw new UserError(404, "Session not found");
      }
    },
  });

  declareCall(app, "GET /api/invitations", {
    ...signedIn,
    id: "listInvitations",
    summary: "Invitations that can still be used",
    answers: { 200: { description: "The newest first", schema: z.array(Invitation) } },
    handle: () => invitations.listOpen(),
  });

  declareCall(app, "POST /api/invitations", {
    ...writing,
    id: "invite",
    summary: "Invites an administrator",
    answers: {
      201: { description: "The invitation with its link", schema: NewInvitation },
      409: "Too many are open",
    },
    async handle(_asked, request): Promise<NewInvitation> {
      const { invitation, code } = await invitations.make(sessions.userOf(request));
      return { ...invitation, link: invitationPath(code) };
    },
  });

  declareCall(app, "DELETE /api/invitations/:id", {
    ...writing,
    id: "revokeInvitation",
    summary: "Revokes an invitation",
    answers: { 204: "Revoked", 404: "No such invitation" },
    handle: ({ id }, request) => invitations.revoke(sessions.userOf(request), id),
  });

  declareCall(app, "GET /api/users", {
    ...signedIn,
    id: "listUsers",
    summary: "The administrators",
    answers: { 200: { description: "By name", schema: z.array(Administrator) } },
    handle: () => users.list(),
  });

  declareCall(app, "DELETE /api/users/:id", {
    ...writing,
    id: "removeUser",
    summary: "Removes another administrator with their sessions",
    answers: { 204: "Removed", 404: "No such administrator", 409: "Oneself" },
    handle: ({ id }, request) => users.remove(sessions.userOf(request), id),
  });
}
