/** `Idempotency-Key` (calls.md#retries): a write that is sent again after its response was lost is done once. */
import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Database } from "../db/database.server.ts";
import type { Db } from "../db/database-tables.server.ts";
import { UserError } from "../base/errors.server.ts";

const KEY_HOURS = 24; // calls.md#retries
const LONGEST_RETRY_KEY = 200; // characters, calls.md#retries

export const OTHER_CONTENT = "The Idempotency-Key was used for other content";

export const RetryHeaders = z.object({
  "Idempotency-Key": z
    .string()
    .optional()
    .describe(
      `1 to ${LONGEST_RETRY_KEY} characters of your choice. Repeating a request with the same key and content within ${KEY_HOURS} hours writes nothing and returns the first answer, once that is ready. Failed requests are not remembered.`,
    ),
});

/** Runs the work of a write, unless it was done before, and stores the response in the same transaction. */
export type WriteOnce<Kept> = <Done extends Kept>(
  tx: Db,
  work: () => Promise<Done>,
  /** selects the part to store; everything by default */
  keep?: (done: Done) => Kept,
) => Promise<Done>;

export const withoutKey: WriteOnce<unknown> = (_transaction, work) => work();

/** Rolls back a write that turns out to be done already. */
class AlreadyDone extends Error {
  readonly stored: unknown;

  constructor(stored: unknown) {
    super("This was done before.");
    this.stored = stored;
  }
}

/** @param now returns the time in milliseconds since 1970 */
export function createRetries({ read }: Database, now: () => number = Date.now) {
  const isoTime = (agoMs = 0) => new Date(now() - agoMs).toISOString();
  const forgottenAt = () => isoTime(KEY_HOURS * 3_600_000);

  /** @throws AlreadyDone; UserError 422 when the key was used for other content */
  async function requireNew(db: Db, keyHash: string, contentHash: string): Promise<void> {
    const row = await db
      .selectFrom("idempotency_keys")
      .select(["content_hash", "answer"])
      .where("key_hash", "=", keyHash)
      .where("at", ">", forgottenAt())
      .executeTakeFirst();
    if (!row) return;
    if (row.content_hash !== contentHash) throw new UserError(422, `${OTHER_CONTENT}.`);
    throw new AlreadyDone(JSON.parse(row.answer));
  }

  function writeOnce<Kept>(keyHash: string, contentHash: string): WriteOnce<Kept> {
    return async (tx, work, keep = (done) => done) => {
      // Writers wait for each other, so this finds a write that was still in progress at the first check.
      await requireNew(tx, keyHash, contentHash);
      const done = await work();
      await tx.deleteFrom("idempotency_keys").where("at", "<=", forgottenAt()).execute();
      const entry = { at: isoTime(), answer: JSON.stringify(keep(done)) };
      const inserted = await tx
        .insertInto("idempotency_keys")
        .values({ key_hash: keyHash, content_hash: contentHash, ...entry })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (inserted.numInsertedOrUpdatedRows === 1n) return done;
      await requireNew(tx, keyHash, contentHash);
      throw new Error("The retry key no longer exists.");
    };
  }

  return {
    /**
     * Does a write unless the request's key shows that it was already done.
     * @param attempt.call owner of the keys, such as its `operationId` @param attempt.user undefined for a visitor
     * @param attempt.content as JSON @returns the result of `write`, or what it stored the first time
     * @throws UserError 400 for the header, 422 when the key was used for other content
     */
    async once<Kept>(
      { headers }: Pick<FastifyRequest, "headers">,
      { call, user, content }: { call: string; user?: { id: number }; content: unknown },
      write: (once: WriteOnce<Kept>) => Promise<Kept>,
    ): Promise<Kept> {
      const key = headers["idempotency-key"];
      if (key === undefined) return write(withoutKey);
      if (key.length < 1 || key.length > LONGEST_RETRY_KEY) {
        const message = `Idempotency-Key must have 1 to ${LONGEST_RETRY_KEY} characters`;
        throw new UserError(400, message);
      }
      const keyHash = hashOf(`${call}\n${user?.id ?? ""}\n${String(key)}`);
      const contentHash = hashOf(canonicalJson(content));
      try {
        await requireNew(read, keyHash, contentHash);
        return await write(writeOnce(keyHash, contentHash));
      } catch (error) {
        if (error instanceof AlreadyDone) return error.stored as Kept; // as stored by `write`
        throw error;
      }
    },
  };
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

/** JSON for comparing contents. Null fields are left out: a later release may read more fields from the same bytes. */
function canonicalJson(content: unknown): string {
  return JSON.stringify(content, (_name, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(
          Object.entries(part)
            .filter(([, value]) => value !== null)
            .toSorted(([a], [b]) => (a < b ? -1 : 1)),
        )
      : part,
  );
}
