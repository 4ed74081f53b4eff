import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type CallView, declareCall } from "../../server/call.server.ts";
import { encodeJson } from "../../server/compression.server.ts";
import { UserError } from "../../server/errors.server.ts";
import { sendEncoded } from "../../server/response-cache.server.ts";
import { ONLY_PASS_CACHES } from "../../server/query.schema.ts";
import { UNCHANGED } from "../../server/answers.server.ts";
import { groupTrims } from "../../vehicle/stored-models.server.ts";
import type { Ev } from "../../vehicle/vehicle.ts";
import type { VehicleStore } from "../../vehicle/vehicles.db.server.ts";
import { findModels } from "../filters/find-models.ts";
import { drawingVersion } from "../images/drawing-version.server.ts";
import { DEFAULT_SORT } from "../filters/sort.ts";
import { canonicalKey, filterOf, sortOf } from "./catalogue-query.server.ts";
import {
  CountAnswer,
  CountQuery,
  DirectEvAnswer,
  EvAnswer,
  EvListEntryAnswer,
  ListQuery,
  Places,
} from "./catalogue.schema.ts";
import type { Catalogue } from "./catalogue.server.ts";
import { listEntries, type Snapshot } from "./catalogue-snapshot.server.ts";
import { placesOf } from "./places.server.ts";
import { VEHICLE_NOT_FOUND } from "../../vehicle/vehicle-rows.db.server.ts";

export interface CatalogueDeps {
  catalogue: Catalogue;
  store: Pick<VehicleStore, "findRow" | "readModel">;
  rowList: CallView;
}

const BAD_QUERY = "A parameter that is not known or not valid";

/** The public reads of the catalogue: the list, the count and one EV (readings 3, §7). */
export function catalogueRoutes(
  app: FastifyInstance,
  { catalogue, store, rowList }: CatalogueDeps,
): void {
  async function evOf(id: number, asked?: string): Promise<{ snapshot: Snapshot; ev: Ev }> {
    const snapshot = await catalogue.current(asked);
    const ev = snapshot.findEv(id);
    if (!ev) throw new UserError(404, VEHICLE_NOT_FOUND);
    return { snapshot, ev };
  }

  declareCall(app, "GET /api/evs", {
    id: "listEvs",
    summary: "The public list: one entry per trim, those of one model adjacent",
    query: ListQuery,
    answers: {
      200: { description: "The trims that pass", schema: z.array(EvListEntryAnswer) },
      304: UNCHANGED,
      400: BAD_QUERY,
      401: "view=admin without being signed in",
    },
    view: rowList,
    async handle({ query: { _: asked, ...query } }, request, reply) {
      const sort = sortOf(query);
      const [snapshot, votes] = await Promise.all([
        catalogue.current(asked),
        sort.key === "votes" ? catalogue.votes() : undefined,
      ]);
      if (Object.keys(query).length === 0) {
        return sendEncoded(request, reply, await snapshot.list(), catalogue.keeps(snapshot, asked));
      }
      const key = `list ${snapshot.cacheKey} ${votes?.version ?? ""} ${canonicalKey(query)}`;
      const encoded = await app.responseCache.get(key, () => {
        const { offset = 0, limit = Infinity } = query;
        const { matches } = findModels(snapshot.evs, filterOf(query), sort, {
          votesOf: (id) => votes?.byModel.get(id)?.upvotes ?? 0,
          most: offset + limit,
        });
        return encodeJson(listEntries(matches.slice(offset, offset + limit)));
      });
      const { cacheControl, isCurrent } = catalogue.keeps(snapshot, asked);
      return sendEncoded(request, reply, encoded, {
        cacheControl,
        ...(isCurrent && !votes && { isCurrent }),
      });
    },
  });

  declareCall(app, "GET /api/evs/count", {
    id: "countEvs",
    summary: "How many trims pass the filters",
    query: CountQuery,
    answers: {
      200: { description: "The count", schema: CountAnswer },
      304: UNCHANGED,
      400: BAD_QUERY,
    },
    async handle({ query: { _: asked, ...query } }, request, reply) {
      const snapshot = await catalogue.current(asked);
      const encoded = await app.responseCache.get(
        `count ${snapshot.cacheKey} ${canonicalKey(query)}`,
        () => {
          const { trimCount } = findModels(snapshot.evs, filterOf(query), DEFAULT_SORT, {
            most: 0,
          });
          return encodeJson({ count: trimCount });
        },
      );
      return sendEncoded(request, reply, encoded, catalogue.keeps(snapshot, asked));
    },
  });

  declareCall(app, "GET /api/evs/:id", {
    id: "getEv",
    summary: "One model, by its own id or a row's",
    query: ONLY_PASS_CACHES,
    answers: {
      200: { description: "The model", schema: EvAnswer },
      304: UNCHANGED,
      404: VEHICLE_NOT_FOUND,
    },
    async handle({ id, query: { _: asked } }, request, reply) {
      const { snapshot, ev } = await evOf(id, asked);
      const key = `ev ${snapshot.cacheKey} ${ev.id}`;
      const encoded = await app.responseCache.get(key, () => encodeJson(ev));
      return sendEncoded(request, reply, encoded, catalogue.keeps(snapshot, asked));
    },
  });

  declareCall(app, "GET /api/evs/:id/places", {
    id: "getPlaces",
    summary: "How the figures of one EV's trims stand among those of its body type (beyond 3)",
    query: ONLY_PASS_CACHES,
    answers: {
      200: { description: "What can be told", schema: Places },
      304: UNCHANGED,
      404: VEHICLE_NOT_FOUND,
    },
    async handle({ id, query: { _: asked } }, request, reply) {
      const { snapshot, ev } = await evOf(id, asked);
      const key = `places ${snapshot.cacheKey} ${ev.id}`;
      const encoded = await app.responseCache.get(key, () =>
        encodeJson(placesOf(snapshot.evs, ev)),
      );
      return sendEncoded(request, reply, encoded, catalogue.keeps(snapshot, asked));
    },
  });

  declareCall(app, "GET /api/evs/:id/fresh", {
    id: "getFreshEv",
    summary: "One model, never kept by a cache",
    query: ONLY_PASS_CACHES,
    answers: { 200: { description: "The model", schema: EvAnswer }, 404: VEHICLE_NOT_FOUND },
    handle: async ({ id, query }) => (await evOf(id, query._)).ev,
  });

  declareCall(app, "GET /api/evs/:id/direct", {
    id: "getDirectEv",
    summary: "One model, read from the database, with a row's raw values",
    query: ONLY_PASS_CACHES,
    answers: { 200: { description: "The model", schema: DirectEvAnswer }, 404: VEHICLE_NOT_FOUND },
    async handle({ id }) {
      const asked = await store.findRow(id);
      const model = asked && (await store.readModel(asked.modelId));
      const [ev] = model ? groupTrims(model.rows, model.ratings, drawingVersion) : [];
      if (!asked || !ev) throw new UserError(404, VEHICLE_NOT_FOUND);
      return { ...ev, zeroToSixty: asked.row.zeroToSixty, dbValues: asked.dbValues };
    },
  });
}

/** Whether a query of `GET /api/evs` asks for the administrator's list. */
export function isRowListAsked({ view }: Readonly<Record<string, unknown>>): boolean {
  return String(view).toLowerCase() === "admin";
}
