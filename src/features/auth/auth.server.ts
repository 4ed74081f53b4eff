import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { declareCall } from "../../server/call.server.ts";
import { UserError } from "../../server/errors.server.ts";
import type { Sessions } from "../../server/session.server.ts";
import { InviteInput, LoginInput, RegisterInput, User } from "./account-schemas.server.ts";
import type { Attempts, Devices } from "./attempts.server.ts";
import type { InvitationStore } from "./invitation.store.server.ts";
import { AUTH_BODY_LIMIT_BYTES } from "./limits.ts";
import type { Passwords } from "./passwords.server.ts";
import type { UserStore } from "./user.store.server.ts";

const WRONG = "Wrong username or password";

const BAD_FIELD = "A field is missing or not valid";
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
