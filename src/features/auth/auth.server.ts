import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { declareCall } from "../../server/call.server.ts";
import { UserError } from "../../server/errors.server.ts";
import type { Sessions } from "../../server/session.server.ts";
import {
  Administrator,
  Invitation,
  InviteInput,
  LoginInput,
  NewInvitation,
  PasswordInput,
  RegisterInput,
  SessionEntry,
  User,
} from "./account-schemas.server.ts";
import type { Attempts, Devices } from "./attempts.server.ts";
import { invitationPath, type InvitationStore } from "./invitation.store.server.ts";
import { AUTH_BODY_LIMIT_BYTES } from "./limits.ts";
import type { Passwords } from "./passwords.server.ts";
import type { UserStore } from "./user.store.server.ts";

export const WRONG = "Wrong username or password";

export const BAD_FIELD = "A field is missing or not valid";
const NO_INVITATION = "No invitation, or one that is not valid";
export const SLOWED = "Too many attempts failed; see Retry-After";
export const BUSY = "Too many sign in at this moment; see Retry-After";

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
  accountRoutes(app, deps);
  const bodyLimit = AUTH_BODY_LIMIT_BYTES;

  declareCall(app, "GET /api/user", {
    id: "getUser",
    summary: "The signed-in user",
    signedIn: sessions,
    answers: { 200: { description: "The user", schema: User } },
    handle: async (_asked, request) => sessions.userOf(request),
  });

  declareCall(app, "POST /api/login", {
    id: "signIn",
    summary: "Signs in; the session is a cookie",
    body: LoginInput,
    bodyLimit,
    answers: {
      200: { description: "Signed in", schema: User },
      400: BAD_FIELD,
      401: WRONG,
      429: SLOWED,
      503: BUSY,
    },
    async handle({ body: { username, password } }, request, reply): Promise<User> {
      const succeeded = await attempts.begin(request, reply, username);
      const user = await users.findByName(username);
      // Checked for unknown names too, so that they take as long as a wrong password.
      const fits = await passwords.fits(password, user?.passwordHash ?? null);
      if (!user || !fits || !(await sessions.signIn(request, reply, user.id, user.passwordHash))) {
        throw new UserError(401, WRONG);
      }
      await succeeded();
      devices.remember(request, reply, user.username);
      return { id: user.id, username: user.username };
    },
  });

  declareCall(app, "POST /api/logout", {
    id: "signOut",
    summary: "Signs out; fine without a session",
    bodyLimit,
    answers: { 204: "Signed out" },
    handle: (_asked, request, reply) => sessions.signOut(request, reply),
  });

  /** Counts as an attempt, so that neither call can be used to guess codes faster. */
  async function requireInvitation(request: FastifyRequest, reply: FastifyReply, code: string) {
    const succeeded = await attempts.begin(request, reply, null);
    await invitations.requireOpen(code);
    await succeeded();
  }

  // POST, since a code in the address would be logged.
  declareCall(app, "POST /api/invitations/check", {
    id: "checkInvitation",
    summary: "Whether an invitation can be used; uses nothing up",
    body: InviteInput,
    bodyLimit,
    answers: { 204: "It can", 400: BAD_FIELD, 403: NO_INVITATION, 429: SLOWED },
    handle: ({ body }, request, reply) => requireInvitation(request, reply, body.inviteCode ?? ""),
  });

  declareCall(app, "POST /api/register", {
    id: "register",
    summary: "Makes an administrator by invitation, and signs in",
    body: RegisterInput,
    bodyLimit,
    answers: {
      201: { description: "Registered and signed in", schema: User },
      400: BAD_FIELD,
      403: NO_INVITATION,
      409: "The username is taken",
      429: SLOWED,
      503: BUSY,
    },
    async handle({ body }, request, reply) {
      const { username, password } = body;
      const inviteCode = body.inviteCode ?? "";
      // First, so that only the invited can cause hashing or learn which names are taken.
      await requireInvitation(request, reply, inviteCode);
      const passwordHash = await passwords.hash(password);
      const user = await users.register({ username, passwordHash }, inviteCode);
      if (!(await sessions.signIn(request, reply, user.id, passwordHash))) {
        throw new UserError(401, WRONG);
      }
      devices.remember(request, reply, user.username);
      return user;
    },
  });
}

const WRONG_CURRENT = "The current password is wrong";

/** The calls of signed-in users about accounts, sessions and invitations (readings 4). */
function accountRoutes(
  app: FastifyInstance,
  { sessions, users, passwords, attempts, invitations }: AuthDeps,
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
      const { id: sessionId, user } = sessions.sessionOf(request);
      const succeeded = await attempts.begin(request, reply, user.username);
      const stored = await users.findById(user.id);
      if (!stored || !(await passwords.fits(currentPassword, stored.passwordHash))) {
        // Not 401, which would mean that nobody is signed in.
        throw new UserError(400, WRONG_CURRENT, { fields: ["currentPassword"] });
      }
      await succeeded();
      const hash = await passwords.hash(newPassword);
      if (!(await users.changePassword(user.id, stored.passwordHash, hash, sessionId))) {
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
      return list.map(({ id, device, createdAt, lastSeenAt }) => ({
        id,
        device,
        createdAt,
        lastSeenAt,
        current: id === own.id,
      }));
    },
  });

  declareCall(app, "DELETE /api/sessions", {
    ...writing,
    id: "endOtherSessions",
    summary: "Ends one's other sessions",
    answers: { 204: "Ended" },
    async handle(_asked, request) {
      const own = sessions.sessionOf(request);
      await sessions.store.endOthers(own.user.id, own.id);
    },
  });

  declareCall(app, "DELETE /api/sessions/:id", {
    ...writing,
    id: "endSession",
    summary: "Ends one of one's sessions",
    answers: { 204: "Ended", 404: "No such session" },
    async handle({ id }, request, reply) {
      const own = sessions.sessionOf(request);
      if (id === own.id) await sessions.signOut(request, reply);
      else if (!(await sessions.store.end(own.user.id, id))) {
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
