import type { FastifyInstance } from "fastify";
import type { Kysely } from "kysely";
import { z } from "zod";
import { type Activity, readActivity } from "../../server/activity.server.ts";
import { declareCall } from "../../server/call.server.ts";
import type { Tables } from "../../server/database-tables.server.ts";
import type { Sessions } from "../../server/session.server.ts";
import { query, whole } from "../../server/query.server.ts";
import { ACTIVITY_PER_ANSWER, MOST_ACTIVITY_PER_ANSWER } from "./limits.ts";

const ActivityQuery = query({
  limit: whole("limit", 1, MOST_ACTIVITY_PER_ANSWER).meta({
    description: `entries to answer; ${ACTIVITY_PER_ANSWER} when absent`,
  }),
  before: whole("before", 1).meta({ description: "only what came before the entry with this id" }),
}).partial();

const values = z.record(z.string(), z.unknown()).nullable();

export const ActivityAnswer = z
  .strictObject({
    entries: z.array(
      z.strictObject({
        id: z.int(),
        at: z.string().meta({ description: "ISO 8601 in UTC" }),
        username: z.string().nullable().meta({ description: "null: the server itself" }),
        action: z.string(),
        subject: z.string().meta({ description: "what it is about, for a person" }),
        rowId: z.int().nullable(),
        before: values,
        after: values,
      }) satisfies z.ZodType<Activity>,
    ),
    next: z.int().nullable().meta({ description: "before of the next part; null at the end" }),
  })
  .meta({ id: "Activity" });
export type ActivityAnswer = z.output<typeof ActivityAnswer>;

/** `GET /api/activity`: who changed what and when (readings 3). */
export function activityRoutes(
  app: FastifyInstance,
  { kysely, sessions }: { kysely: Kysely<Tables>; sessions: Pick<Sessions, "requireUser"> },
): void {
  declareCall(app, "GET /api/activity", {
    id: "listActivity",
    summary: "Who changed what and when, the latest first, with the values before and after",
    signedIn: sessions,
    query: ActivityQuery,
    answers: { 200: { description: "A part of the activity", schema: ActivityAnswer } },
    async handle({ query: { limit = ACTIVITY_PER_ANSWER, before = null } }) {
      const latest = await readActivity(kysely, { limit: limit + 1, before });
      const entries = latest.slice(0, limit);
      const next = latest.length > limit ? (entries.at(-1)?.id ?? null) : null;
      return { entries, next } satisfies ActivityAnswer;
    },
  });
}
