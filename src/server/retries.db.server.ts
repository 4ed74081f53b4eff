import type { Kysely } from "kysely";
import type { Database } from "../db/database.server.ts";
import type { Tables } from "../db/database-tables.server.ts";
import { RETRIES_MS } from "./limits.server.ts";

/** Runs the work of a write, unless it was done before, and stores the response in the same transaction. */
export type WriteOnce<Kept> = <Done extends Kept>(
  transaction: Kysely<Tables>,
  work: () => Promise<Done>,
  /** selects the part to store; everything by default */
  keep?: (done: Done) => Kept,
) => Promise<Done>;

export const writeAnyway: WriteOnce<unknown> = (_transaction, work) => work();

/** Rolls back a write that turns out to be done already. */
export class DoneBefore extends Error {
  readonly kept: unknown;

  constructor(kept: unknown) {
    super("This was done before.");
    this.kept = kept;
  }
}

/** The key of a write was already used for another one. */
export class OtherContent extends Error {}

/** The responses of writes, by the hashes of their key and content (calls.md#retries). */
export function createRetryAnswers({ read }: Pick<Database, "read">, now: () => number) {
  const at = (offsetMs = 0) => new Date(now() + offsetMs).toISOString();

  /** @throws OtherContent */
  async function find(db: Kysely<Tables>, keyHash: string, contentHashes: readonly string[]) {
    const row = await db
      .selectFrom("idempotency_keys")
      .select(["content_hash", "answer"])
      .where("key_hash", "=", keyHash)
      .where("at", ">", at(-RETRIES_MS))
      .executeTakeFirst();
    if (!row) return undefined;
    if (!contentHashes.includes(row.content_hash)) throw new OtherContent();
    return new DoneBefore(JSON.parse(row.answer));
  }

  return {
    find: (keyHash: string, contentHashes: readonly string[]) => find(read, keyHash, contentHashes),

    /** @param contentHashes the first one is stored; any of them counts as the same content */
    writeOnce<Kept>(
      keyHash: string,
      contentHashes: readonly [string, ...string[]],
    ): WriteOnce<Kept> {
      return async (transaction, work, keep = (done) => done) => {
        // Writers wait for each other, so this finds a write that was still in progress at the first check.
        const before = await find(transaction, keyHash, contentHashes);
        if (before) throw before;
        const done = await work();
        await transaction
          .deleteFrom("idempotency_keys")
          .where("at", "<=", at(-RETRIES_MS))
          .execute();
        const entry = { at: at(), answer: JSON.stringify(keep(done)) };
        const inserted = await transaction
          .insertInto("idempotency_keys")
          .values({ key_hash: keyHash, content_hash: contentHashes[0], ...entry })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (inserted.numInsertedOrUpdatedRows === 1n) return done;
        throw (
          (await find(transaction, keyHash, contentHashes)) ??
          new Error("The retry key no longer exists.")
        );
      };
    },
  };
}
