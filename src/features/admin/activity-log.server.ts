import type { FastifyInstance } from "fastify";
import type { Kysely } from "kysely";
import { type Activity, readActivity } from "../../server/activity.server.ts";
import type { Tables } from "../../server/database-tables.server.ts";
import type { Sessions } from "../../server/session.server.ts";
import { query, readQuery, whole } from "../../server/query.server.ts";
import { ACTIVITY_PER_ANSWER, MOST_ACTIVITY_PER_ANSWER } from "./limits.ts";

/** Query of the activity. */
export const ActivityQuery = query({
  limit: whole("limit", 1, MOST_ACTIVITY_PER_ANSWER).meta({
    description: `entries to answer; ${ACTIVITY_PER_ANSWER} when absent`,
  }),
  before: whole("before", 1).meta({ description: "only what came before the entry with this id" }),
}).partial();

export interface ActivityAnswer {
  /** the latest first */
  entries: Activity[];
  /** `before` of the next part; null when there is none */
  next: number | null;
}

/** `GET /api/activity`: who changed what and when (readings 3). */
export function activityRoutes(
  app: FastifyInstance,
  { kysely, sessions }: { kysely: Kysely<Tables>; sessions: Pick<Sessions, "requireUser"> },
): void {
  app.get("/api/activity", { onRequest: sessions.requireUser }, async (request, reply) => {
    const { limit = ACTIVITY_PER_ANSWER, before = null } = readQuery(ActivityQuery, request.query);
    // One more than asked for says whether there are more.
    const found = await readActivity(kysely, { limit: limit + 1, before });
    const entries = found.slice(0, limit);
    const next = found.length > limit ? (entries.at(-1)?.id ?? null) : null;
    reply.header("cache-control", "no-store");
    return { entries, next } satisfies ActivityAnswer;
  });
}
