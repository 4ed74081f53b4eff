import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";

import type { Database } from "../../db/database.server.ts";
import { jsonAnswer, withEtag } from "../../server/answers.server.ts";
import { encodeJson } from "../../server/compression.server.ts";
import { UserError } from "../../base/errors.server.ts";
import {
  modelReadSchema,
  sendModelJson,
  sendCached,
} from "../catalogue/catalogue.routes.server.ts";
import { lastChangeId, readChanges, readHistory } from "./changes.db.server.ts";
import { ChangesAnswer, ChangesQuery, HistoryAnswer } from "./changes.schema.ts";
import { CHANGES_PER_PAGE } from "./changes.ts";

/** Serves `GET /api/changes` and the history of one EV (calls.md#change-calls). */
export const changesRoutes: FastifyPluginAsyncZodOpenApi = async (app) => {
  const { database } = app;

  app.route({
    method: "GET",
    url: "/api/changes",
    schema: {
      operationId: "listChanges",
      summary: `List added and removed rows and changed prices and ranges, oldest first, ${CHANGES_PER_PAGE} per page`,
      querystring: ChangesQuery,
      response: withEtag(jsonAnswer("A page of changes", ChangesAnswer)),
    },
    handler: async (request, reply) => {
      const { since = 0 } = request.query;
      // Every change of a row makes another version.
      return sendCached(request, reply, () => ({
        key: `changes ${since}`,
        make: async () => encodeJson(await readChangesPage(database, since)),
      }));
    },
  });

  const history = modelReadSchema("The history of its current trims", HistoryAnswer);
  app.route({
    method: "GET",
    url: "/api/evs/:id/history",
    schema: {
      operationId: "getEvHistory",
      summary: "Get the price and range history of a model's trims; takes a model or row id",
      ...history,
    },
    handler: async (request, reply) => {
      if (request.params.id < 1)
        throw new UserError(400, "The id must be a whole number, 1 or more");
      return sendModelJson(request, reply, "history", (ev) => readHistory(database, ev));
    },
  });
};

/** @throws UserError 400 when `since` is not the id of a change */
async function readChangesPage(database: Database, since: number): Promise<ChangesAnswer> {
  // One line more than fits on a page shows whether there are more.
  const lines = await readChanges(database, since, CHANGES_PER_PAGE + 1);
  if (lines.length === 0 && since > (await lastChangeId(database))) {
    const message = "since must be the id of a change; leave it out to start from the beginning";
    throw new UserError(400, message, { fields: ["since"] });
  }
  const changes = lines.slice(0, CHANGES_PER_PAGE);
  const next = lines.length > CHANGES_PER_PAGE ? (changes.at(-1)?.id ?? null) : null;
  return { changes, next };
}
