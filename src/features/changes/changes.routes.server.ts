import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";

import type { Database } from "../../db/database.server.ts";
import { errorAnswer, jsonAnswer, UNCHANGED } from "../../server/answers.server.ts";
import { encodeJson } from "../../server/compression.server.ts";
import { UserError } from "../../base/errors.server.ts";
import { IdInPath } from "../../server/path-parameters.server.ts";
import { ONLY_PASS_CACHES } from "../../server/query.schema.ts";
import { sendEncoded } from "../../server/response-cache.server.ts";
import { VEHICLE_NOT_FOUND } from "../catalogue/vehicle-rows.db.server.ts";
import { lastChangeId, readChangesAfter, readHistory } from "./changes.db.server.ts";
import { ChangesAnswer, ChangesQuery, HistoryAnswer } from "./changes.schema.ts";
import { CHANGES_PER_PAGE } from "./limits.ts";

const tags = ["Changes"];

/** Serves `GET /api/changes` and the history of one EV (calls.md#change-calls). */
export const changesRoutes: FastifyPluginAsyncZodOpenApi = async (app) => {
  const { database, catalogue } = app;

  app.get(
    "/api/changes",
    {
      schema: {
        operationId: "listChanges",
        summary: `List added and removed rows and changed prices and ranges, oldest first, ${CHANGES_PER_PAGE} per page`,
        tags,
        querystring: ChangesQuery,
        response: {
          200: jsonAnswer("A page of changes", ChangesAnswer),
          304: UNCHANGED,
          400: errorAnswer("A parameter is unknown or invalid, or since is no id of a change"),
        },
      },
    },
    async (request, reply) => {
      const { since = 0, _: asked } = request.query;
      // Every change of a row makes another snapshot.
      const snapshot = await catalogue.current(asked);
      const key = `changes ${snapshot.cacheKey} ${since}`;
      const encoded = await app.responseCache.get(key, async () =>
        encodeJson(await readChangesPage(database, since)),
      );
      return sendEncoded(request, reply, encoded, catalogue.keeps(snapshot, asked));
    },
  );

  app.get(
    "/api/evs/:id/history",
    {
      schema: {
        operationId: "getEvHistory",
        summary: "Get the price and range history of a model's trims; takes a model or row id",
        tags,
        params: IdInPath,
        querystring: ONLY_PASS_CACHES,
        response: {
          200: jsonAnswer("The history of its current trims", HistoryAnswer),
          304: UNCHANGED,
          400: errorAnswer("The id must be a whole number from 1, and the query must be empty"),
          404: errorAnswer(VEHICLE_NOT_FOUND),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const atLeast = request.query._;
      if (id < 1) throw new UserError(400, "The id must be a whole number, 1 or more");
      const snapshot = await catalogue.current(atLeast);
      const ev = snapshot.findEv(id);
      if (!ev) throw new UserError(404, VEHICLE_NOT_FOUND);
      const key = `history ${snapshot.cacheKey} ${ev.id}`;
      const encoded = await app.responseCache.get(key, async () =>
        encodeJson(await readHistory(database, ev)),
      );
      return sendEncoded(request, reply, encoded, catalogue.keeps(snapshot, atLeast));
    },
  );
};

/** @throws UserError 400 when `since` is not the id of a change */
async function readChangesPage(
  database: Pick<Database, "read">,
  since: number,
): Promise<ChangesAnswer> {
  // One line more than fits on a page shows whether there are more.
  const lines = await readChangesAfter(database, since, CHANGES_PER_PAGE + 1);
  if (lines.length === 0 && since > (await lastChangeId(database))) throw unknownSince();
  const changes = lines.slice(0, CHANGES_PER_PAGE);
  const next = lines.length > CHANGES_PER_PAGE ? (changes.at(-1)?.id ?? null) : null;
  return { changes, next };
}

function unknownSince(): UserError {
  const message = "since must be the id of a change; leave it out to start from the beginning";
  return new UserError(400, message, { fields: ["since"] });
}
