import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import { readActivity, readActivityPeople } from "./activity.db.server.ts";
import { jsonAnswer } from "../../server/answers.server.ts";
import { NO_PARAMETERS } from "../../server/query.schema.ts";
import {
  ACTIVITY_PER_ANSWER,
  ActivityAnswer,
  ActivityPeople,
  ActivityQuery,
} from "./activity.schema.ts";

/** `GET /api/activity`: who changed what and when (dashboard.md#activity). */
export const activityRoutes: FastifyPluginAsyncZodOpenApi = async (app) => {
  const { database } = app;
  app.route({
    method: "GET",
    url: "/api/activity",
    schema: {
      operationId: "listActivity",
      summary:
        "List who changed what and when, newest first, with the values before and after; a bulk change is one entry",
      querystring: ActivityQuery,
      response: { 200: jsonAnswer("A page of the activity", ActivityAnswer) },
    },
    handler: async (request) => {
      const { query } = request;
      const { limit = ACTIVITY_PER_ANSWER } = query;
      const isOnePerChange = query.change === undefined;
      const latest = await readActivity(database, { ...query, limit: limit + 1, isOnePerChange });
      const entries = latest.slice(0, limit);
      const last = latest.length > limit ? entries.at(-1) : undefined;
      // The other entries of a change have the ids down to that of the change.
      const next = isOnePerChange ? (last?.change?.id ?? last?.id) : last?.id;
      return { entries, next: next ?? null } satisfies ActivityAnswer;
    },
  });

  app.route({
    method: "GET",
    url: "/api/activity/people",
    schema: {
      operationId: "listActivityPeople",
      summary: "List the people who appear in the activity",
      querystring: NO_PARAMETERS,
      response: { 200: jsonAnswer("Their names", ActivityPeople) },
    },
    handler: async (): Promise<ActivityPeople> => ({ people: await readActivityPeople(database) }),
  });
};
