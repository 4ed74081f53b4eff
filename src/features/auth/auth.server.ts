import { createHash, randomBytes } from "node:crypto";
import type { Database } from "../../db/database.server.ts";
import type { Env } from "../../base/env.server.ts";
import { UserError } from "../../base/errors.server.ts";
import { networkShares, type RateLimits, type Share } from "../../server/rate-limit.server.ts";
import { createSessions } from "../../server/session.server.ts";
import { RegisterInput } from "./auth.schema.ts";
import {
  createInvitationStore,
  createPasswordLinkStore,
  createUserStore,
  invitationPath,
  type InvitationStore,
  type UserStore,
} from "./accounts.db.server.ts";
import { createSemaphore } from "../../base/semaphore.server.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { cookieValues, setCookie, LONGEST_COOKIE_SECONDS } from "../../server/cookies.server.ts";
import { isSecretToken, newSecretToken } from "../../server/secret-tokens.server.ts";
import { signerFor } from "../../server/secrets.db.server.ts";
import { usernameKey } from "./usernames.ts";

/** Each hash needs 19 MiB and a CPU core for some milliseconds. */
export const MAX_CONCURRENT_HASHES = 2;
export const MAX_WAITING_HASHES = 50;

/** Parameters of argon2id, the library's defaults; each hash contains them. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }; // KiB, passes, threads

const TOO_MANY = "Too many people are signing in right now. Please try again.";

/** Loaded on first use, because starting does not need it. */
const loadArgon2 = () => import("@node-rs/argon2");

const argon2Hash = async (password: string | Buffer) => (await loadArgon2()).hash(password, COST);
const argon2Verify = async (hash: string, password: string) =>
  (await loadArgon2()).verify(hash, password);

/** @param verify argon2's own; replaced only to observe it in tests */
export function createPasswords(verify = argon2Verify) {
  const { run } = createSemaphore(MAX_CONCURRENT_HASHES, MAX_WAITING_HASHES, TOO_MANY);
  // Keyboards may type the same letters as different code points.
  const plain = (password: string) => password.normalize("NFKC");
  let nobodys: Promise<string> | undefined;
  return {
    /** @throws UserError 503 when too many are already waiting */
    hash: (password: string) => run(() => argon2Hash(plain(password))),
    /** Takes as long without a hash, so that timing reveals no names. @throws UserError 503 when busy */
    async fits(password: string, hash: string | null): Promise<boolean> {
      // Created on the first call either way, so that its time reveals nothing either.
      const other = await (nobodys ??= argon2Hash(randomBytes(32)));
      const isRight = await run(() => verify(hash ?? other, plain(password)));
      return isRight && hash !== null;
    },
  };
}

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
  return { sessions, users, invitations, passwordLinks, passwords, attempts, devices };
}

/** Keeps an existing password (configuration.md#variables). @throws UserError that names the variable */
async function addConfiguredAdministrator(
  admin: { username: string; password: string },
  users: Pick<UserStore, "findByName" | "addIfMissing">,
  passwords: Pick<ReturnType<typeof createPasswords>, "hash">,
): Promise<void> {
  if (await users.findByName(admin.username)) return;
  const { data, error } = RegisterInput.safeParse(admin);
  if (error) {
    const [issue] = error.issues;
    const name = issue?.path[0] === "password" ? "ADMIN_PASSWORD" : "ADMIN_USERNAME";
    throw new UserError(500, `${name}: ${issue?.message}.`);
  }
  const passwordHash = await passwords.hash(data.password);
  await users.addIfMissing({ username: data.username, passwordHash }).catch((cause: unknown) => {
    if (!(cause instanceof UserError)) throw cause;
    throw new UserError(500, `ADMIN_USERNAME: ${cause.message}.`);
  });
}

/** Prints the link for the first administrator (accounts.md#invitations) on the terminal, never in the log. */
export async function printFirstInvitation(
  invitations: Pick<InvitationStore, "makeFirst">,
  origin: string,
): Promise<void> {
  const code = await invitations.makeFirst();
  if (code === null) return;
  process.stdout.write(`Create the first administrator: ${origin}${invitationPath(code)}\n`);
}

/** Failed attempts within the window (accounts.md#failed-attempts). */
export const ATTEMPTS_PER_NAME_AND_ADDRESS = 10;
/** Half of a name's, so that nobody in an IPv6 /48 can lock it out elsewhere. */
const ATTEMPTS_PER_NAME_AND_NETWORK = 50;
/** Whatever the names and codes. */
export const ATTEMPTS_PER_ADDRESS = 30;
/** From all addresses; a few strangers cannot use them up. */
const ATTEMPTS_PER_NAME = 100;
/** On a device where this name has signed in before, counted separately. */
const ATTEMPTS_PER_KNOWN_DEVICE = 10;
export const ATTEMPTS_WINDOW_MS = 15 * 60_000;
/** Administrators remembered per device; the oldest sign-in is forgotten first. */
const NAMES_PER_DEVICE = 5;

/**
 * Limits attempts by name, by address and network, and by both. No single network can lock a name out
 * elsewhere, and strangers cannot lock it out on a device it has used before.
 */
function createAttempts(rateLimits: RateLimits, devices: Pick<Devices, "knownFor">) {
  const attempts = rateLimits.limit({
    name: "attempts",
    windowMs: ATTEMPTS_WINDOW_MS,
    message: (wait) => `Too many attempts have failed. Please try again in ${wait}.`,
  });
  return {
    /**
     * Counts an attempt before it is made, so that simultaneous attempts cannot all pass. @param name null for a code
     * @returns a function that ends this name's failures after a success @throws UserError 429 with Retry-After
     */
    async begin(request: FastifyRequest, name: string | null) {
      const device = name === null ? null : devices.knownFor(request, name);
      const ofName = name === null ? [] : sharesOfName(request, name, device);
      const ofAddress = device === null ? networkShares(request, ATTEMPTS_PER_ADDRESS) : [];
      await attempts.take([...ofAddress, ...ofName]);
      return () => attempts.forget(ofName);
    },
  };
}

/** @param device the known device that the request comes from, if any */
function sharesOfName(request: FastifyRequest, name: string, device: string | null): Share[] {
  const byName = `name ${usernameKey(name)}`;
  if (device !== null) {
    return [{ key: `device ${device} ${byName}`, limit: ATTEMPTS_PER_KNOWN_DEVICE }];
  }
  const fromHere = networkShares(
    request,
    ATTEMPTS_PER_NAME_AND_ADDRESS,
    ATTEMPTS_PER_NAME_AND_NETWORK,
  ).map(({ key, limit }) => ({ key: `${key} ${byName}`, limit }));
  return [...fromHere, { key: byName, limit: ATTEMPTS_PER_NAME }];
}

const COOKIE = "ev_device";
/** Browsers may send several cookies with the same name; any beyond this number are ignored. */
const MOST_VALUES = 3;

/** The cookie contains a random id and a mark for each name that has signed in there. */
interface Device {
  id: string;
  marks: readonly string[];
}

export type Devices = Awaited<ReturnType<typeof createDevices>>;

/**
 * Recognizes devices on which a name has signed in before, so that failures elsewhere do not count there. The
 * cookie does not sign anybody in and reveals no name: a mark is a signature of the device id and the name.
 */
async function createDevices(database: Database) {
  const signer = await signerFor(database, "device");
  const nameOn = (id: string, username: string) =>
    createHash("sha256")
      .update(`${id} ${usernameKey(username)}`)
      .digest("base64url");
  const isFor = ({ id, marks }: Device, username: string) => {
    const text = nameOn(id, username);
    return marks.some((mark) => signer.verify(`${text}.${mark}`) !== null);
  };

  return {
    /** Tells names apart in the log; without the key nobody can try a list of names. */
    hashName: (username: string) => signer.tokenOf(`name ${usernameKey(username)}`),

    knownFor: (request: FastifyRequest, username: string) =>
      devicesOf(request).find((device) => isFor(device, username))?.id ?? null,

    /** Sets the cookie that marks this device as used by the name. */
    remember(request: FastifyRequest, reply: FastifyReply, username: string): void {
      const devices = devicesOf(request);
      const ownDevice = devices.find((device) => isFor(device, username));
      const { id, marks } = ownDevice ?? devices[0] ?? { id: newSecretToken(), marks: [] };
      const [, mark = ""] = signer.sign(nameOn(id, username)).split(".");
      const others = marks.filter((each) => each !== mark);
      const value = [id, mark, ...others].slice(0, 1 + NAMES_PER_DEVICE).join(".");
      const seconds = LONGEST_COOKIE_SECONDS;
      setCookie(request, reply, { name: COOKIE, value, seconds, path: "/api" });
    },
  };
}

function devicesOf(request: FastifyRequest): Device[] {
  return cookieValues(request.headers.cookie, COOKIE)
    .slice(0, MOST_VALUES)
    .map((value) => value.split("."))
    .filter((parts) => parts.length <= 1 + NAMES_PER_DEVICE && parts.every(isSecretToken))
    .map(([id = "", ...marks]) => ({ id, marks }));
}
