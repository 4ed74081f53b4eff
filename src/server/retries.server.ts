/**
 * `Idempotency-Key` (calls.md#retries): a write that is sent again after its response was lost is done only
 * once.
 */
import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Database } from "../db/database.server.ts";
import { UserError } from "../base/errors.server.ts";
import { RETRIES_MS } from "./limits.server.ts";
import {
  createRetryAnswers,
  DoneBefore,
  OtherContent,
  writeAnyway,
  type WriteOnce,
} from "./retries.db.server.ts";

const LONGEST_RETRY_KEY = 200; // characters, calls.md#retries

export const OTHER_CONTENT = "The Idempotency-Key was used for other content";

/** The request headers of calls that support it. */
export const RetryHeaders = z.object({
  "Idempotency-Key": z
    .string()
    .optional()
    .meta({
      description: `1 to ${LONGEST_RETRY_KEY} characters of your choice. Repeating a request with the same key and content within ${RETRIES_MS / 3_600_000} hours writes nothing and returns the first answer, once that is ready. Failed requests are not remembered.`,
    }),
});

interface Attempt {
  /** the owner of the keys, such as its `operationId` */
  call: string;
  /** undefined for a visitor, who is identified by the key alone */
  user?: { id: number };
  /** content as JSON; the same key must not be used for different content */
  content: unknown;
}

export type Retries = ReturnType<typeof createRetries>;

/** @param now returns the time in milliseconds since 1970 */
export function createRetries(database: Pick<Database, "read">, now: () => number = Date.now) {
  const answers = createRetryAnswers(database, now);

  return {
    /**
     * Does a write unless the request's key shows that it was already done.
     * @returns the result of `write`, or what it stored the first time
     * @throws UserError 400 for the header, 422 for different content
     */
    async once<Kept>(
      { headers }: Pick<FastifyRequest, "headers">,
      { call, user, content }: Attempt,
      write: (once: WriteOnce<Kept>) => Promise<Kept>,
    ): Promise<Kept> {
      const key = headers["idempotency-key"];
      if (key === undefined) return write(writeAnyway);
      if (key.length < 1 || key.length > LONGEST_RETRY_KEY) {
        const sentence = `Idempotency-Key must have 1 to ${LONGEST_RETRY_KEY} characters`;
        throw new UserError(400, sentence);
      }
      const keyHash = hashOf(`${call}\n${user?.id ?? ""}\n${String(key)}`);
      // The release before stored its hash with the null fields.
      const contentHashes: [string, string] = [
        hashOf(comparable(content)),
        hashOf(comparable(content, true)),
      ];
      try {
        const before = await answers.find(keyHash, contentHashes);
        if (before) throw before;
        return await write(answers.writeOnce(keyHash, contentHashes));
      } catch (error) {
        if (error instanceof OtherContent) throw new UserError(422, `${OTHER_CONTENT}.`);
        if (error instanceof DoneBefore) return error.kept as Kept; // as stored by `write`
        throw error;
      }
    },
  };
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

/**
 * JSON for comparing contents. The order of an object's fields does not matter, and null fields are left out:
 * a release that knows more fields reads the same bytes with more of them.
 */
function comparable(content: unknown, withNulls = false): string {
  return JSON.stringify(content, (_name, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(
          Object.entries(part)
            .filter(([, value]) => withNulls || value !== null)
            .toSorted(([a], [b]) => (a < b ? -1 : 1)),
        )
      : part,
  );
}
