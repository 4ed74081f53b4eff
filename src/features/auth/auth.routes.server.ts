import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { declareCall } from "../../server/call.server.ts";
import type { Database } from "../../db/database.server.ts";
import type { Env } from "../../server/env.server.ts";
import { UserError } from "../../server/errors.server.ts";
import type { RateLimits } from "../../server/rate-limit.server.ts";
import { createSessions } from "../../server/session.server.ts";
import {
  InviteInput,
  LinkInput,
  LinkOwner,
  LoginInput,
  NewUsername,
  NewPasswordInput,
  RegisterInput,
  User,
} from "./auth.schema.ts";
import { type AccountDeps, accountRoutes, BUSY, SLOWED } from "./accounts.routes.server.ts";
import { createAttempts, createDevices, type Devices } from "./attempts.server.ts";
import { AUTH_BODY_LIMIT_BYTES } from "./limits.ts";
import {
  createInvitationStore,
  createPasswordLinkStore,
  invitationPath,
  type InvitationStore,
  type PasswordLinkStore,
} from "./links.db.server.ts";
import { createPasswords, type Passwords } from "./passwords.server.ts";
import { createUserStore, type UserStore } from "./users.db.server.ts";

export type Auth = Awaited<ReturnType<typeof createAuth>>;

/** @param now milliseconds since 1970 @throws UserError naming ADMIN_USERNAME or ADMIN_PASSWORD */
export async function createAuth(
  database: Database,
  env: Pick<Env, "admin">,
  rateLimits: RateLimits,
  now?: () => number,
) {
  const sessions = createSessions(database, now);
  const invitations = createInvitationStore(database, now);
  const users = createUserStore(database, invitations);
  const passwords = createPasswords();
  if (env.admin) await addConfiguredAdministrator(env.admin, users, passwords);
  const devices = await createDevices(database);
  const attempts = createAttempts(rateLimits, devices);
  const passwordLinks = createPasswordLinkStore(database, now);
  const deps = { sessions, users, invitations, passwordLinks, passwords, attempts, devices };
  return {
    sessions,
    invitations,
    passwordLinks,
    routes: (app: FastifyInstance) => authRoutes(app, deps),
  };
}

/** An existing password stays (readings 1). @throws UserError one line that names the variable */
async function addConfiguredAdministrator(
  admin: { username: string; password: string },
  users: Pick<UserStore, "findByName" | "addIfMissing">,
  passwords: Pick<Passwords, "hash">,
): Promise<void> {
  const read = LoginInput.safeParse(admin);
  if (!read.success) {
    const [issue] = read.error.issues;
    const name = issue?.path[0] === "password" ? "ADMIN_PASSWORD" : "ADMIN_USERNAME";
    throw new UserError(500, `${name}: ${issue?.message ?? "is not valid"}.`);
  }
  const { username, password } = read.data;
  if (await users.findByName(username)) return;
  const name = NewUsername.safeParse(username);
  if (!name.success) throw wrongName(name.error.issues[0]?.message);
  const passwordHash = await passwords.hash(password);
  try {
    await users.addIfMissing({ username: name.data, passwordHash });
  } catch (error) {
    throw error instanceof UserError ? wrongName(error.message) : error;
  }
}

function wrongName(message = "is not valid"): UserError {
  return new UserError(500, `ADMIN_USERNAME: ${message}.`);
}

/** While there is no administrator (readings 4); to the terminal, never to the log. */
export async function printFirstInvitation(
  invitations: Pick<InvitationStore, "makeFirst">,
  origin: string,
  print: (line: string) => void = (line) => process.stdout.write(`${line}\n`),
): Promise<void> {
  const code = await invitations.makeFirst();
  if (code !== null) print(`Create the first administrator: ${origin}${invitationPath(code)}`);
}

const WRONG = "Wrong username or password";

const BAD_FIELD = "A field is missing or not valid";
const NO_LINK = "No code, or one that is not valid";
const GONE_MEANWHILE = "The account was removed or has another password meanwhile";
const NO_INVITATION = "No invitation, or one that is not valid";

interface AuthDeps extends AccountDeps {
  passwordLinks: PasswordLinkStore;
  devices: Devices;
}

/**
 * Signing in and out, registering with an invitation (§7, readings 4), and choosing a new password by
 * the link that `npm run password` prints (beyond 6).
 */
function authRoutes(app: FastifyInstance, deps: AuthDeps): void {
  const { sessions, users, invitations, passwordLinks, passwords, attempts, devices } = deps;
  accountRoutes(app, deps);
  const bodyLimit = AUTH_BODY_LIMIT_BYTES;

  /** @throws UserError 401 when the password has changed meanwhile */
  async function enter(
    request: FastifyRequest,
    reply: FastifyReply,
    { id, username }: User,
    passwordHash: string,
  ): Promise<User> {
    if (!(await sessions.signIn(request, reply, id, passwordHash))) throw new UserError(401, WRONG);
    devices.remember(request, reply, username);
    return { id, username };
  }

  /** Counts as an attempt, so that no call can be used to guess codes faster. */
  async function tryCode<Found>(
    request: FastifyRequest,
    reply: FastifyReply,
    requireOpen: () => Promise<Found>,
  ): Promise<Found> {
    const succeeded = await attempts.begin(request, reply, null);
    const found = await requireOpen();
    await succeeded();
    return found;
  }

  declareCall(app, "GET /api/user", {
    id: "getUser",
    summary: "The signed-in user",
    signedIn: sessions,
    answers: { 200: { description: "The user", schema: User } },
    handle: async (_asked, request) => sessions.sessionOf(request).user,
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
      if (!user || !fits) throw new UserError(401, WRONG);
      const entered = await enter(request, reply, user, user.passwordHash);
      await succeeded();
      return entered;
    },
  });

  declareCall(app, "POST /api/logout", {
    id: "signOut",
    summary: "Signs out; fine without a session",
    bodyLimit,
    answers: { 204: "Signed out" },
    handle: (_asked, request, reply) => sessions.signOut(request, reply),
  });

  // POST, since a code in the address would be logged.
  declareCall(app, "POST /api/invitations/check", {
    id: "checkInvitation",
    summary: "Whether an invitation can be used; uses nothing up",
    body: InviteInput,
    bodyLimit,
    answers: { 204: "It can", 400: BAD_FIELD, 403: NO_INVITATION, 429: SLOWED },
    handle: ({ body: { inviteCode } }, request, reply) =>
      tryCode(request, reply, () => invitations.requireOpen(inviteCode ?? "")),
  });

  declareCall(app, "POST /api/register", {
    id: "register",
    summary: "Makes an administrator by invitation, and signs in",
    body: RegisterInput,
    bodyLimit,
    answers: {
      201: { description: "Registered and signed in", schema: User },
      400: BAD_FIELD,
      401: GONE_MEANWHILE,
      403: NO_INVITATION,
      409: "The username is taken",
      429: SLOWED,
      503: BUSY,
    },
    async handle({ body: { username, password, inviteCode } }, request, reply) {
      const code = inviteCode ?? "";
      // First, so that only the invited can cause hashing or learn which names are taken.
      await tryCode(request, reply, () => invitations.requireOpen(code));
      const passwordHash = await passwords.hash(password);
      const user = await users.register({ username, passwordHash }, code);
      return enter(request, reply, user, passwordHash);
    },
  });

  declareCall(app, "POST /api/lost-password/check", {
    id: "checkPasswordLink",
    summary: "Whose a link for a new password is; uses nothing up",
    body: LinkInput,
    bodyLimit,
    answers: {
      200: { description: "It can be used", schema: LinkOwner },
      400: BAD_FIELD,
      403: NO_LINK,
      429: SLOWED,
    },
    async handle({ body: { code } }, request, reply) {
      const { username } = await tryCode(request, reply, () =>
        passwordLinks.requireOpen(code ?? ""),
      );
      return { username };
    },
  });

  declareCall(app, "POST /api/lost-password", {
    id: "replacePassword",
    summary: "Sets a new password by a link, ends all sessions of its administrator, and signs in",
    body: NewPasswordInput,
    bodyLimit,
    answers: {
      200: { description: "Set and signed in", schema: User },
      400: BAD_FIELD,
      401: GONE_MEANWHILE,
      403: NO_LINK,
      429: SLOWED,
      503: BUSY,
    },
    async handle({ body }, request, reply) {
      const code = body.code ?? "";
      // First, so that only who has a link can cause hashing.
      await tryCode(request, reply, () => passwordLinks.requireOpen(code));
      const passwordHash = await passwords.hash(body.password);
      const user = await passwordLinks.use(code, passwordHash);
      return enter(request, reply, user, passwordHash);
    },
  });
}
