/** Makes changes of a row conditional on its version (`If-Match`, calls.md#if-match). */
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { jsonAnswer } from "../../server/answers.server.ts";
import { UserError } from "../../base/errors.server.ts";
import { countOf } from "../../domain/format.ts";
import type { SignedInUser } from "../../server/sessions.db.server.ts";
import type { RowsOutcome } from "./write-rows.db.server.ts";
import { ChangedMeanwhile, type Conflicts } from "./catalogue.schema.ts";

export const VERSION_CONFLICT = jsonAnswer(
  "The row has another version than If-Match; nothing was changed",
  ChangedMeanwhile,
);
/** The header that limits a change to certain versions of a row. */
export const IfMatch = z.object({
  "If-Match": z
    .string()
    .optional()
    .describe(
      "the version of the row in quotation marks; nothing is changed if the row has another version",
    ),
});

/** An entity tag may contain commas (RFC 9110 §8.8.3). */
const ENTITY_TAG = /(?:W\/)?"[\x21\x23-\x7E\x80-\xFF]*"/g;
const TAGS = new RegExp(`^${ENTITY_TAG.source}(?:[ \\t]*,[ \\t]*${ENTITY_TAG.source})*$`);
/** The format of our own tags; a weak tag never matches (RFC 9110 §13.1.1). */
const VERSION = /^"(\d{1,9})"$/;

/** The versions listed in `If-Match: "3", "4"`; undefined without the header. @throws UserError 400 */
export function readIfMatch(request: FastifyRequest): readonly number[] | undefined {
  const condition = request.headers["if-match"]?.trim();
  if (condition === undefined || condition === "*") return undefined;
  if (!TAGS.test(condition)) {
    throw new UserError(400, "If-Match must be the row's version in quotation marks");
  }
  const tags = condition.match(ENTITY_TAG) ?? [];
  return tags.flatMap((tag) => VERSION.exec(tag)?.[1] ?? []).map(Number);
}

type User = Pick<SignedInUser, "username">;

type Conflict = Extract<RowsOutcome, { kind: "changed-meanwhile" }>;

/** Sends the updated row, or 412 with the version that somebody has written in the meantime. */
export function sendOutcome(reply: FastifyReply, outcome: RowsOutcome, user: User): FastifyReply {
  if (outcome.kind === "done") return reply.send(outcome.rows[0]);
  const { error, conflicts, changedBy } = describeConflict(outcome, user);
  const [current] = conflicts;
  return reply.code(412).send({ error, current, changedBy: changedBy[current?.id ?? 0] ?? null });
}

export function sendConflicts(reply: FastifyReply, conflict: Conflict, user: User): FastifyReply {
  return reply.code(412).send(describeConflict(conflict, user));
}

function describeConflict({ conflicts, changedBy }: Conflict, user: User): Conflicts {
  const names = conflicts.map(({ id }) => changedBy.get(id) ?? null);
  const error = changedMessage(names, user);
  return { error, conflicts, changedBy: Object.fromEntries(changedBy) };
}

/** @param names one for each changed row; null when unknown */
function changedMessage(names: readonly (string | null)[], user: User): string {
  const what = names.length === 1 ? "this EV" : countOf(names.length, "EV");
  const [name = null, ...others] = new Set(names);
  if (name === null || others.length > 0) {
    const verb = names.length === 1 ? "has" : "have";
    return `${what.replace("this", "This")} ${verb} just been changed.`;
  }
  return name === user.username
    ? `You have just changed ${what} yourself.`
    : `${name} has just changed ${what}.`;
}
