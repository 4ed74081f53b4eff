import { randomBytes } from "node:crypto";
import { hash as argon2Hash, verify as argon2Verify } from "@node-rs/argon2";
import { UserError } from "../../server/errors.server.ts";
import { HASHES_AT_ONCE, HASHES_WAITING_MAX } from "./limits.ts";

/** argon2id, the library's own choice of algorithm; the hash carries these figures along. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }; // KiB, passes, threads

/** What turns passwords into hashes and back into an answer. */
export interface Passwords {
  /** @throws UserError 503 when too many wait already */
  hash(password: string): Promise<string>;
  /**
   * Whether a password fits a hash. It takes the same time when there is no hash, so that nobody
   * learns from the clock which names exist.
   * @param hash null: there is no such user, nothing fits
   * @throws UserError 503 when too many wait already
   */
  fits(password: string, hash: string | null): Promise<boolean>;
}

/** @param verify argon2's; replaced only to watch it at work */
export async function createPasswords(verify = argon2Verify): Promise<Passwords> {
  const run = fewAtOnce(HASHES_AT_ONCE, HASHES_WAITING_MAX);
  // A phone and a desktop may type the same letters as different characters.
  const plain = (password: string) => password.normalize("NFKC");
  const nobodys = await argon2Hash(randomBytes(32), COST);
  return {
    hash: (password) => run(() => argon2Hash(plain(password), COST)),
    async fits(password, hash) {
      const isRight = await run(() => verify(hash ?? nobodys, plain(password)));
      return isRight && hash !== null;
    },
  };
}

/**
 * Runs so many pieces of work at once; the others wait for their turn, in order.
 * @param mostWaiting how many may wait
 * @returns throws UserError 503 for one more
 */
export function fewAtOnce(
  atOnce: number,
  mostWaiting: number,
): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < atOnce) {
      running += 1;
    } else {
      if (waiting.length >= mostWaiting) {
        throw new UserError(
          503,
          "Too many people are signing in at this moment. Please try again.",
        );
      }
      // Whoever ends hands its place over, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
