import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import { emptyAnswer, errorAnswer, jsonAnswer } from "../../server/answers.server.ts";
import { UserError } from "../../base/errors.server.ts";
import type { Auth } from "./auth.server.ts";
import {
  Administrator,
  Invitation,
  InviteInput,
  LinkInput,
  LinkOwner,
  LoginInput,
  NewInvitation,
  NewPasswordInput,
  PasswordInput,
  RegisterInput,
  SessionEntry,
  User,
} from "./auth.schema.ts";
import { z } from "zod";
import { IdInPath } from "../../server/path-parameters.server.ts";
import { invitationPath } from "./accounts.db.server.ts";

const WRONG = "Wrong username or password";

const NO_LINK = errorAnswer("The code is missing or invalid");
const GONE_MEANWHILE = errorAnswer(
  "The account was removed, or its password changed, a moment ago",
);
const NO_INVITATION = errorAnswer("The invitation is missing or invalid");

/** @throws UserError 401 when the password has changed in the meantime */
async function signInWith(
  { sessions, devices }: Auth,
  request: FastifyRequest,
  reply: FastifyReply,
  { id, username, passwordHash }: User & { passwordHash: string },
): Promise<User> {
  if (!(await sessions.signIn(request, reply, id, passwordHash))) throw new UserError(401, WRONG);
  devices.remember(request, reply, username);
  return { id, username };
}

/** Signing in and out, registering with an invitation, and choosing a new password with a link. */
export const authRoutes: FastifyPluginAsyncZodOpenApi<Auth> = async (app, auth) => {
  const { sessions, users, passwords, attempts, devices, invitations, passwordLinks } = auth;

  app.route({
    method: "POST",
    url: "/api/login",
    schema: {
      operationId: "signIn",
      summary: "Sign in; the session is kept in a cookie",
      body: LoginInput,
      response: {
        200: jsonAnswer("Signed in", User),
        401: errorAnswer(WRONG),
      },
    },
    handler: async (request, reply) => {
      const { username, password } = request.body;
      // For tools such as fail2ban.
      const logFailure = () =>
        request.log.warn(
          { address: request.ip, name: devices.hashName(username) },
          "failed sign-in",
        );
      const succeeded = await attempts.begin(request, username).catch((error: unknown) => {
        if (error instanceof UserError && error.status === 429) logFailure();
        throw error;
      });
      const user = await users.findByName(username);
      // Hash for unknown names too, so that they take as long as a wrong password.
      const fits = await passwords.fits(password, user?.passwordHash ?? null);
      if (!user || !fits) {
        logFailure();
        throw new UserError(401, WRONG);
      }
      const signedIn = await signInWith(auth, request, reply, user);
      await succeeded();
      return signedIn;
    },
  });

  app.route({
    method: "POST",
    url: "/api/logout",
    schema: {
      operationId: "signOut",
      summary: "Sign out; succeeds without a session too",
      response: { 204: emptyAnswer("Signed out") },
    },
    handler: async (request, reply) => sessions.signOut(request, reply),
  });

  // POST, because a code in the address would be logged.
  app.route({
    method: "POST",
    url: "/api/invitations/check",
    schema: {
      operationId: "checkInvitation",
      summary: "Check an invitation without using it",
      body: InviteInput,
      response: {
        204: emptyAnswer("It can be used"),
        403: NO_INVITATION,
      },
    },
    handler: async (request) => {
      // Counts as an attempt, like every call with a code, so that none can be used to guess codes faster.
      await attempts.begin(request, null);
      await invitations.requireOpen(request.body.inviteCode ?? "");
    },
  });

  app.route({
    method: "POST",
    url: "/api/register",
    schema: {
      operationId: "register",
      summary: "Register as an administrator with an invitation, and sign in",
      body: RegisterInput,
      response: {
        201: jsonAnswer("Registered and signed in", User),
        401: GONE_MEANWHILE,
        403: NO_INVITATION,
        409: errorAnswer("The username is taken"),
      },
    },
    handler: async (request, reply) => {
      const { username, password, inviteCode } = request.body;
      const code = inviteCode ?? "";
      // This comes first, so that only invited people can cause hashing or learn which names are taken.
      await attempts.begin(request, null);
      await invitations.requireOpen(code);
      const passwordHash = await passwords.hash(password);
      const user = await users.register({ username, passwordHash }, code);
      return signInWith(auth, request, reply, { ...user, passwordHash });
    },
  });

  app.route({
    method: "POST",
    url: "/api/lost-password/check",
    schema: {
      operationId: "checkPasswordLink",
      summary: "Check a password link without using it, and get its user's name",
      body: LinkInput,
      response: {
        200: jsonAnswer("It can be used", LinkOwner),
        403: NO_LINK,
      },
    },
    handler: async (request) => {
      await attempts.begin(request, null);
      const { username } = await passwordLinks.requireOpen(request.body.code ?? "");
      return { username };
    },
  });

  app.route({
    method: "POST",
    url: "/api/lost-password",
    schema: {
      operationId: "replacePassword",
      summary:
        "Set a new password with a link, end all sessions of that administrator, and sign in",
      body: NewPasswordInput,
      response: {
        200: jsonAnswer("Password set and signed in", User),
        401: GONE_MEANWHILE,
        403: NO_LINK,
      },
    },
    handler: async (request, reply) => {
      const code = request.body.code ?? "";
      // This comes first, so that only people with a link can cause hashing.
      await attempts.begin(request, null);
      await passwordLinks.requireOpen(code);
      const passwordHash = await passwords.hash(request.body.password);
      const user = await passwordLinks.use(code, passwordHash);
      return signInWith(auth, request, reply, { ...user, passwordHash });
    },
  });
};

const WRONG_CURRENT = "The current password is wrong";

/** Calls of signed-in users for accounts, sessions and invitations (calls.md#account-calls). */
export const accountRoutes: FastifyPluginAsyncZodOpenApi<Auth> = async (
  app,
  { sessions, users, invitations, passwords, attempts },
) => {
  app.route({
    method: "POST",
    url: "/api/user/password",
    schema: {
      operationId: "changePassword",
      summary: "Change your password and end your other sessions",
      body: PasswordInput,
      response: {
        204: emptyAnswer("Changed"),
        409: errorAnswer("The password has just been changed elsewhere"),
        429: errorAnswer("Too many failed attempts; see Retry-After"),
      },
    },
    handler: async (request) => {
      const { currentPassword, newPassword } = request.body;
      const user = sessions.userOf(request);
      const succeeded = await attempts.begin(request, user.username);
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
    },
  });

  app.route({
    method: "GET",
    url: "/api/user",
    schema: {
      operationId: "getUser",
      summary: "Get the signed-in user",
      response: { 200: jsonAnswer("The user", User) },
    },
    handler: async (request) => sessions.sessionOf(request).user,
  });

  app.route({
    method: "GET",
    url: "/api/sessions",
    schema: {
      operationId: "listSessions",
      summary: "List your sessions",
      response: {
        200: jsonAnswer("Your sessions, most recently used first", z.array(SessionEntry)),
      },
    },
    handler: async (request): Promise<SessionEntry[]> => {
      const own = sessions.sessionOf(request);
      const list = await sessions.store.list(own.user.id);
      return list.map(({ user: _own, ...rest }) => ({ ...rest, current: rest.id === own.id }));
    },
  });

  app.route({
    method: "DELETE",
    url: "/api/sessions",
    schema: {
      operationId: "endOtherSessions",
      summary: "End your other sessions",
      response: { 204: emptyAnswer("Ended") },
    },
    handler: async (request) => sessions.store.endOthers(sessions.userOf(request)),
  });

  app.route({
    method: "DELETE",
    url: "/api/sessions/:id",
    schema: {
      operationId: "endSession",
      summary: "End one of your sessions",
      params: IdInPath,
      response: { 204: emptyAnswer("Ended") },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const own = sessions.userOf(request);
      if (id === own.sessionId) await sessions.signOut(request, reply);
      else if (!(await sessions.store.end(own, id))) {
        throw new UserError(404, "Session not found");
      }
    },
  });

  app.route({
    method: "GET",
    url: "/api/invitations",
    schema: {
      operationId: "listInvitations",
      summary: "List open invitations",
      response: { 200: jsonAnswer("The invitations, newest first", z.array(Invitation)) },
    },
    handler: async () => invitations.listOpen(),
  });

  app.route({
    method: "POST",
    url: "/api/invitations",
    schema: {
      operationId: "invite",
      summary: "Invite an administrator",
      response: {
        201: jsonAnswer("The invitation with its link", NewInvitation),
        409: errorAnswer("Too many open invitations"),
      },
    },
    handler: async (request) => {
      const { invitation, code } = await invitations.make(sessions.userOf(request));
      return { ...invitation, link: invitationPath(code) };
    },
  });

  app.route({
    method: "DELETE",
    url: "/api/invitations/:id",
    schema: {
      operationId: "revokeInvitation",
      summary: "Revoke an invitation",
      params: IdInPath,
      response: { 204: emptyAnswer("Revoked") },
    },
    handler: async (request) => invitations.revoke(sessions.userOf(request), request.params.id),
  });

  app.route({
    method: "GET",
    url: "/api/users",
    schema: {
      operationId: "listUsers",
      summary: "List the administrators",
      response: { 200: jsonAnswer("The administrators, by name", z.array(Administrator)) },
    },
    handler: async () => users.list(),
  });

  app.route({
    method: "DELETE",
    url: "/api/users/:id",
    schema: {
      operationId: "removeUser",
      summary: "Remove another administrator and end their sessions",
      params: IdInPath,
      response: {
        204: emptyAnswer("Removed"),
        409: errorAnswer("You cannot remove yourself"),
      },
    },
    handler: async (request) => users.remove(sessions.userOf(request), request.params.id),
  });
};
