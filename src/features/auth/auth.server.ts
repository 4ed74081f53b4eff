import { randomBytes } from "node:crypto";
import type { Database } from "../../db/database.server.ts";
import type { Env } from "../../base/env.server.ts";
import { UserError } from "../../base/errors.server.ts";
import type { RateLimits } from "../../server/rate-limit.server.ts";
import { createSessions } from "../../server/session.server.ts";
import { createAttempts, createDevices } from "./attempts.server.ts";
import { LoginInput, NewUsername } from "./auth.schema.ts";
import {
  createInvitationStore,
  createPasswordLinkStore,
  invitationPath,
  type InvitationStore,
} from "./links.db.server.ts";
import { createSemaphore } from "../../base/semaphore.server.ts";
import { createUserStore, type UserStore } from "./users.db.server.ts";

/** Each hash needs 19 MiB and a CPU core for some milliseconds. */
export const MAX_CONCURRENT_HASHES = 2;
export const MAX_WAITING_HASHES = 50;

/** Parameters of argon2id, the library's defaults; each hash contains them. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }; // KiB, passes, threads

const TOO_MANY = "Too many people are signing in right now. Please try again.";

type Passwords = ReturnType<typeof createPasswords>;

/** Loaded on first use, because starting does not need it. */
const loadArgon2 = () => import("@node-rs/argon2");

async function argon2Hash(password: string | Buffer): Promise<string> {
  return (await loadArgon2()).hash(password, COST);
}

async function argon2Verify(hash: string, password: string): Promise<boolean> {
  return (await loadArgon2()).verify(hash, password);
}

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
  passwords: Pick<Passwords, "hash">,
): Promise<void> {
  const login = LoginInput.safeParse(admin);
  if (!login.success) {
    const [issue] = login.error.issues;
    const name = issue?.path[0] === "password" ? "ADMIN_PASSWORD" : "ADMIN_USERNAME";
    throw new UserError(500, `${name}: ${issue?.message ?? "is not valid"}.`);
  }
  const { username, password } = login.data;
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

/** Prints the link for the first administrator (accounts.md#invitations) on the terminal, never in the log. */
export async function printFirstInvitation(
  invitations: Pick<InvitationStore, "makeFirst">,
  origin: string,
  print: (line: string) => void = (line) => process.stdout.write(`${line}\n`),
): Promise<void> {
  const code = await invitations.makeFirst();
  if (code !== null) print(`Create the first administrator: ${origin}${invitationPath(code)}`);
}
