import type { FastifyInstance } from "fastify";
import type { Kysely } from "kysely";

import { declareCall } from "../../server/call.server.ts";
import { encodeJson } from "../../server/compression.server.ts";
import type { Tables } from "../../db/database-tables.server.ts";
import { UserError } from "../../server/errors.server.ts";
import { UNCHANGED } from "../../server/answers.server.ts";
import { ONLY_PASS_CACHES } from "../../server/query.schema.ts";
import { sendEncoded } from "../../server/response-cache.server.ts";
import { VEHICLE_NOT_FOUND } from "../../vehicle/vehicle-rows.db.server.ts";
import type { Catalogue } from "../catalogue/catalogue.server.ts";
import { lastChangeId, readChangesAfter, readHistory } from "./changes.db.server.ts";
import { ChangesAnswer, ChangesQuery, HistoryAnswer } from "./changes.schema.ts";
import { CHANGES_PER_PAGE } from "./limits.ts";

interface ChangesDeps {
  kysely: Kysely<Tables>;
  catalogue: Pick<Catalogue, "current" | "keeps">;
}

/** What has changed: `GET /api/changes` and the history of one EV (beyond 2). */
export function changesRoutes(app: FastifyInstance, { kysely, catalogue }: ChangesDeps): void {
  declareCall(app, "GET /api/changes", {
    id: "listChanges",
    summary: `Rows added and removed, prices and ranges changed: the oldest first, ${CHANGES_PER_PAGE} a page`,
    query: ChangesQuery,
    answers: {
      200: { description: "A page of changes", schema: ChangesAnswer },
      304: UNCHANGED,
      400: "A parameter that is not known or not valid, or since names no change",
    },
    async handle({ query: { since = 0, _: asked } }, request, reply) {
      // Every change of a row makes another snapshot.
      const snapshot = await catalogue.current(asked);
      const encoded = await app.responseCache.get(
        `changes ${snapshot.cacheKey} ${since}`,
        async () => {
          // One more than a page holds says whether there are more.
          const lines = await readChangesAfter(kysely, since, CHANGES_PER_PAGE + 1);
          if (lines.length === 0 && since > (await lastChangeId(kysely))) throw unknownSince();
          const changes = lines.slice(0, CHANGES_PER_PAGE);
          const next = lines.length > CHANGES_PER_PAGE ? (changes.at(-1)?.id ?? null) : null;
          return encodeJson({ changes, next } satisfies ChangesAnswer);
        },
      );
      return sendEncoded(request, reply, encoded, catalogue.keeps(snapshot, asked));
    },
  });

  declareCall(app, "GET /api/evs/:id/history", {
    id: "getEvHistory",
    summary: "Prices and ranges of an EV's trims since they are known, by its id or a row's",
    query: ONLY_PASS_CACHES,
    answers: {
      200: { description: "The history, of its present trims", schema: HistoryAnswer },
      304: UNCHANGED,
      400: "The id is no whole number from 1, or the query is not empty",
      404: VEHICLE_NOT_FOUND,
    },
    async handle({ id, query: { _: asked } }, request, reply) {
      if (id < 1) throw new UserError(400, "The id must be a whole number, 1 or more");
      const snapshot = await catalogue.current(asked);
      const ev = snapshot.findEv(id);
      if (!ev) throw new UserError(404, VEHICLE_NOT_FOUND);
      const key = `history ${snapshot.cacheKey} ${ev.id}`;
      const encoded = await app.responseCache.get(key, async () =>
        encodeJson(await readHistory(kysely, ev)),
      );
      return sendEncoded(request, reply, encoded, catalogue.keeps(snapshot, asked));
    },
  });
}

function unknownSince(): UserError {
  const message = "since names no change; without it everything is told from the beginning";
  return new UserError(400, message, { fields: ["since"] });
}
