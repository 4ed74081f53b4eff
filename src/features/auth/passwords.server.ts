import { randomBytes } from "node:crypto";
import { createSemaphore } from "../../server/semaphore.server.ts";
import { HASHES_AT_ONCE, HASHES_WAITING_MAX } from "./limits.ts";

/** argon2id, the library's own choice of algorithm; the hash carries these figures along. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }; // KiB, passes, threads

const TOO_MANY = "Too many people are signing in at this moment. Please try again.";

export type Passwords = ReturnType<typeof createPasswords>;

/** Loaded by the first password: a start needs none. */
const loadArgon2 = () => import("@node-rs/argon2");

async function argon2Hash(password: string | Buffer): Promise<string> {
  return (await loadArgon2()).hash(password, COST);
}

async function argon2Verify(hash: string, password: string): Promise<boolean> {
  return (await loadArgon2()).verify(hash, password);
}

/**
 * Turns passwords into hashes and compares them.
 * @param verify argon2's; replaced only to watch it at work
 */
export function createPasswords(verify = argon2Verify) {
  const { run } = createSemaphore(HASHES_AT_ONCE, HASHES_WAITING_MAX, TOO_MANY);
  // A phone and a desktop may type the same letters as different characters.
  const plain = (password: string) => password.normalize("NFKC");
  let nobodys: Promise<string> | undefined;
  return {
    /** @throws UserError 503 when too many wait already */
    hash: (password: string) => run(() => argon2Hash(plain(password))),
    /**
     * Whether a password fits a hash. It takes the same time when there is no hash, so that nobody
     * learns from the clock which names exist.
     * @param hash null: there is no such user, nothing fits
     * @throws UserError 503 when too many wait already
     */
    async fits(password: string, hash: string | null): Promise<boolean> {
      // Made by the first who asks, whoever that is, so that its time tells nothing either.
      const other = await (nobodys ??= argon2Hash(randomBytes(32)));
      const isRight = await run(() => verify(hash ?? other, plain(password)));
      return isRight && hash !== null;
    },
  };
}
