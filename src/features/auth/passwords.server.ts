import { randomBytes } from "node:crypto";
import { createSemaphore } from "../../base/semaphore.server.ts";

/** Each hash needs 19 MiB and a CPU core for some milliseconds. */
export const MAX_CONCURRENT_HASHES = 2;
export const MAX_WAITING_HASHES = 50;

/** Parameters of argon2id, the library's defaults; each hash contains them. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }; // KiB, passes, threads

const TOO_MANY = "Too many people are signing in right now. Please try again.";

export type Passwords = ReturnType<typeof createPasswords>;

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
    /**
     * Takes as long without a hash, so that timing does not reveal which names exist.
     * @throws UserError 503 when busy
     */
    async fits(password: string, hash: string | null): Promise<boolean> {
      // Created on the first call either way, so that its time reveals nothing either.
      const other = await (nobodys ??= argon2Hash(randomBytes(32)));
      const isRight = await run(() => verify(hash ?? other, plain(password)));
      return isRight && hash !== null;
    },
  };
}
