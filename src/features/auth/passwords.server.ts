import { randomBytes } from "node:crypto";
import { createSemaphore } from "../../server/semaphore.server.ts";
import { HASHES_AT_ONCE, HASHES_WAITING_MAX } from "./limits.ts";

/** Parameters of argon2id, the library's default; each hash contains them. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }; // KiB, passes, threads

const TOO_MANY = "Too many people are signing in right now. Please try again.";

export type Passwords = ReturnType<typeof createPasswords>;

/** Loaded at first use, since a start needs no passwords. */
const loadArgon2 = () => import("@node-rs/argon2");

async function argon2Hash(password: string | Buffer): Promise<string> {
  return (await loadArgon2()).hash(password, COST);
}

async function argon2Verify(hash: string, password: string): Promise<boolean> {
  return (await loadArgon2()).verify(hash, password);
}

/** @param verify argon2's; replaced only to watch it at work */
export function createPasswords(verify = argon2Verify) {
  const { run } = createSemaphore(HASHES_AT_ONCE, HASHES_WAITING_MAX, TOO_MANY);
  // Keyboards may type the same letters as different code points.
  const plain = (password: string) => password.normalize("NFKC");
  let nobodys: Promise<string> | undefined;
  return {
    /** @throws UserError 503 when too many wait already */
    hash: (password: string) => run(() => argon2Hash(plain(password))),
    /** Takes as long without a hash: timing must not tell which names exist. @throws UserError 503 if busy */
    async fits(password: string, hash: string | null): Promise<boolean> {
      // Made at the first call of either kind, so that its time tells nothing either.
      const other = await (nobodys ??= argon2Hash(randomBytes(32)));
      const isRight = await run(() => verify(hash ?? other, plain(password)));
      return isRight && hash !== null;
    },
  };
}
