import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { cookieValues, setCookie } from "./cookies.server.ts";
import type { Database } from "../db/database.server.ts";
import { notSignedIn, UserError } from "../base/errors.server.ts";
import { isSecretToken } from "./secret-tokens.server.ts";
import {
  createSessionStore,
  requireSession,
  type Session,
  SESSION_MS,
  type SignedInUser,
} from "./sessions.db.server.ts";
import { ADMINISTRATORS } from "./plugins/api-description.server.ts";

/** Tells the page's own code to ask for the user (accounts.md#user-on-the-wire); it grants nothing. */
const HINT_COOKIE = "ev_signed_in";
const COOKIE = "ev_session";
/** Browsers only accept this prefix from the host itself, over HTTPS and for all of its paths. */
const SECURE_COOKIE = `__Host-${COOKIE}`;
const SHOWN_USER_HEADER = "x-shown-user"; // another tab may have signed in as somebody else
const MOST_VALUES = 3; // a browser may send several cookies with the same name

/** Who is signed in (accounts.md#roles). Every user is an administrator. */
export function createSessions(database: Database, now?: () => number) {
  const store = createSessionStore(database, now);
  const passed = new WeakMap<FastifyRequest, Session>();

  async function findSession(request: FastifyRequest): Promise<Session | null> {
    for (const token of tokensOf(request)) {
      const session = await store.find(token);
      if (session) return session;
    }
    return null;
  }

  /** `onRequest` hook that refuses before the body is read. @throws UserError 401 */
  async function requireAdministrator(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const session = await findSession(request);
    if (!session) {
      clearCookies(request, reply);
      throw notSignedIn();
    }
    const shownUserId = request.headers[SHOWN_USER_HEADER];
    if (shownUserId !== undefined && shownUserId !== String(session.user.id)) {
      throw new UserError(401, "Somebody else has signed in since. Please sign in again.");
    }
    passed.set(request, session);
  }

  function sessionOf(request: FastifyRequest): Session {
    const session = passed.get(request);
    if (!session) throw new Error("This route does not require a user.");
    return session;
  }

  function userOf(request: FastifyRequest): SignedInUser {
    const { id, user } = sessionOf(request);
    return { ...user, sessionId: id };
  }

  async function endOwn(request: FastifyRequest): Promise<void> {
    for (const token of tokensOf(request)) await store.endByToken(token);
  }

  return {
    store,
    requireAdministrator,
    sessionOf,
    userOf,
    /** Checks again before a write outside of a transaction. @throws UserError 401 */
    requireSession: (request: FastifyRequest) => requireSession(database.read, userOf(request)),
    findUser: async (request: FastifyRequest) => (await findSession(request))?.user ?? null,

    /** Also ends the request's previous session. @returns false without the user, or if the password has changed */
    async signIn(
      request: FastifyRequest,
      reply: FastifyReply,
      userId: number,
      passwordHash: string | null,
    ): Promise<boolean> {
      const device = deviceName(request.headers["user-agent"]);
      const token = await store.start(userId, device, passwordHash);
      if (token === null) return false;
      await endOwn(request);
      const seconds = SESSION_MS / 1000;
      setCookie(request, reply, { name: cookieName(request), value: token, seconds });
      setCookie(request, reply, { name: HINT_COOKIE, value: "1", seconds, isReadable: true });
      return true;
    },

    async signOut(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      await endOwn(request);
      clearCookies(request, reply);
    },
  };
}

function cookieName(request: FastifyRequest): string {
  return request.protocol === "https" ? SECURE_COOKIE : COOKIE;
}

function tokensOf(request: FastifyRequest): string[] {
  return cookieValues(request.headers.cookie, cookieName(request))
    .filter(isSecretToken)
    .slice(0, MOST_VALUES);
}

function clearCookies(request: FastifyRequest, reply: FastifyReply): void {
  for (const name of [cookieName(request), HINT_COOKIE]) {
    const isBrought = cookieValues(request.headers.cookie, name).length > 0;
    if (!isBrought) continue;
    setCookie(request, reply, { name, value: "", seconds: 0, isReadable: name === HINT_COOKIE });
  }
}

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\b(OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

function firstOf(names: typeof BROWSERS, userAgent: string): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1];
}

/** Returns a device name such as `Firefox on Linux`. The user agent itself is not stored. */
export function deviceName(userAgent: string | undefined = ""): string {
  const browser = firstOf(BROWSERS, userAgent);
  const system = firstOf(SYSTEMS, userAgent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Unknown device";
}

/** Registers calls that need a session, checked before the body is read (accounts.md#roles), and says so. */
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
