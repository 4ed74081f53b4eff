import { isDeepStrictEqual } from "node:util";
import type { FastifyInstance } from "fastify";
import { Histogram } from "prom-client";
import { z } from "zod";
import { type CallView, declareCall } from "../../server/call.server.ts";
import { encodeJson } from "../../server/compression.server.ts";
import { databaseUnavailable } from "../../server/database-wait.server.ts";
import { UserError } from "../../server/errors.server.ts";
import { registry } from "../../server/metrics.server.ts";
import {
  PUBLIC,
  responseCacheOf,
  sendEncoded,
  type SendOptions,
} from "../../server/response-cache.server.ts";
import { singleFlight, staleIfError } from "../../server/single-flight.server.ts";
import { ONLY_PASS_CACHES, versionIn } from "../../server/query.server.ts";
import { UNCHANGED } from "../../server/openapi.server.ts";
import { groupTrims } from "../../vehicle/stored-models.server.ts";
import type { Ev } from "../../vehicle/vehicle.ts";
import type { VehicleStore } from "../../vehicle/vehicle.store.server.ts";
import { findModels } from "../filters/find-models.ts";
import { drawingVersion } from "../images/drawing-version.server.ts";
import { DEFAULT_SORT } from "../filters/sort.ts";
import {
  CountAnswer,
  DirectEvAnswer,
  EvAnswer,
  EvListEntryAnswer,
} from "./catalogue-answers.server.ts";
import { canonicalKey, CountQuery, filterOf, ListQuery, sortOf } from "./catalogue-query.server.ts";
import { createSnapshotReader, listEntries, type Snapshot } from "./catalogue-snapshot.server.ts";
import { READ_RETRY_MS } from "./limits.ts";
import { PlacesAnswer, placesOf } from "./places.server.ts";
import { VEHICLE_NOT_FOUND } from "../../vehicle/vehicle-rows.server.ts";

const rebuilds = new Histogram({
  name: "ev_snapshot_rebuild_seconds",
  help: "Reading the catalogue and making the snapshot of a new version, which happens after a change.",
  buckets: [0.01, 0.05, 0.2, 1, 5],
  registers: [registry],
});

type VotesByModel = Awaited<ReturnType<VehicleStore["votes"]>>;

/** Votes change far more often than cars, so they have a small snapshot of their own. */
export interface VotesSnapshot {
  /** differs when the votes differ */
  readonly version: number;
  /** how many votes there are, the same on every instance */
  readonly counted: number;
  readonly byModel: VotesByModel;
}

/** Of the votes, as events name it: a catalogue without a model has fewer votes, and is no older one. */
export function votesVersion(snapshot: Snapshot, { counted }: VotesSnapshot): string {
  return `${snapshot.version}.${counted}`;
}

export type Catalogue = ReturnType<typeof createCatalogue>;

/** Keeps the newest snapshot in memory; while the database fails, readers get the last one. */
export function createCatalogue(
  store: Pick<
    VehicleStore,
    "readChanges" | "votes" | "onChange" | "onLargeChange" | "onForeignVotes" | "look"
  >,
  report: (error: unknown) => void,
) {
  const failing = { retryMs: READ_RETRY_MS, report, now: () => performance.now() };
  const read = createSnapshotReader(store);
  const warmers: ((next: Snapshot) => Promise<unknown>)[] = [];
  let last: Snapshot | undefined;
  const snapshot = singleFlight(async () => {
    const observe = rebuilds.startTimer();
    try {
      return (last = await read());
    } finally {
      observe();
    }
  });

  let lastVotes: VotesSnapshot = { version: 0, counted: 0, byModel: new Map() };
  const votesListeners = new Set<() => void>();
  const votes = singleFlight(async () => {
    const byModel = await store.votes();
    if (!isDeepStrictEqual(byModel, lastVotes.byModel)) {
      const counted = byModel.values().reduce((sum, { total }) => sum + total, 0);
      lastVotes = { version: lastVotes.version + 1, counted, byModel };
    }
    return lastVotes;
  });

  const current = staleIfError(snapshot.current, failing);
  const currentVotes = staleIfError(votes.current, failing);

  /** An event that another instance has sent may come before what this one hears of the change. */
  async function currentFrom(asked?: string): Promise<Snapshot> {
    const least = versionIn(asked);
    const known = await current();
    if (known.version >= least) return known;
    const present = await store.look();
    const newest = await current();
    if (newest.version < Math.min(least, present.catalogue)) throw databaseUnavailable("too old");
    return newest;
  }

  const votesIn = (asked?: string) => versionIn(asked?.split(".")[1]);

  async function votesFrom(asked?: string): Promise<VotesSnapshot> {
    const least = votesIn(asked);
    if (asked !== undefined) await currentFrom(asked.split(".")[0]);
    const known = await currentVotes();
    if (known.counted >= least) return known;
    const present = await store.look();
    const newest = await currentVotes();
    if (newest.counted < Math.min(least, present.votes)) throw databaseUnavailable("too old");
    return newest;
  }

  function votesChanged(): void {
    votes.markStale();
    currentVotes.askAgain();
    for (const listener of votesListeners) listener();
  }

  const stops = [
    store.onChange(() => {
      snapshot.markStale();
      current.askAgain();
      // A model that is gone takes its votes along.
      votes.markStale();
    }),
    store.onLargeChange(() =>
      snapshot.refresh(async () => {
        last = await read();
        for (const warm of warmers) await warm(last);
        return last;
      }),
    ),
    store.onForeignVotes(votesChanged),
  ];

  return {
    /**
     * Includes every change announced before the call.
     * @param asked a version that it must not be older than, unless there is none as new
     * @throws UserError 503 for such a version while the database does not answer
     */
    current: currentFrom,
    /** How an answer made of a snapshot is kept: none for a version that may still come. */
    keeps: (made: Snapshot, asked?: string): Pick<SendOptions, "cacheControl" | "isCurrent"> =>
      versionIn(asked) > made.version
        ? { cacheControl: "no-store" }
        : { cacheControl: PUBLIC, isCurrent: () => snapshot.isCurrent(made) },
    /** Without waiting; it may miss changes. */
    last: () => last,
    /** Whether `current` would answer this very snapshot at once. */
    isCurrent: snapshot.isCurrent,
    /** Own votes as of `votesChanged`, those of other instances once they are known. */
    votes: votesFrom,
    keepsVotes: ({ counted }: VotesSnapshot, asked?: string): string =>
      votesIn(asked) > counted ? "no-store" : PUBLIC,
    votesChanged,
    onVotesChange(listener: () => void): () => void {
      votesListeners.add(listener);
      return () => void votesListeners.delete(listener);
    },
    /** `make` gets the snapshot of a large change before the change is announced. */
    prewarm: (make: (next: Snapshot) => Promise<unknown>) => void warmers.push(make),
    close() {
      for (const stop of stops) stop();
    },
  };
}

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
  const cache = responseCacheOf(app);

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
      const encoded = await cache.get(key, () => {
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
      const encoded = await cache.get(`count ${snapshot.cacheKey} ${canonicalKey(query)}`, () => {
        const { trimCount } = findModels(snapshot.evs, filterOf(query), DEFAULT_SORT, { most: 0 });
        return encodeJson({ count: trimCount });
      });
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
      const encoded = await cache.get(key, () => encodeJson(ev));
      return sendEncoded(request, reply, encoded, catalogue.keeps(snapshot, asked));
    },
  });

  declareCall(app, "GET /api/evs/:id/places", {
    id: "getPlaces",
    summary: "How the figures of one EV's trims stand among those of its body type (beyond 3)",
    query: ONLY_PASS_CACHES,
    answers: {
      200: { description: "What can be told", schema: PlacesAnswer },
      304: UNCHANGED,
      404: VEHICLE_NOT_FOUND,
    },
    async handle({ id, query: { _: asked } }, request, reply) {
      const { snapshot, ev } = await evOf(id, asked);
      const key = `places ${snapshot.cacheKey} ${ev.id}`;
      const encoded = await cache.get(key, () => encodeJson(placesOf(snapshot.evs, ev)));
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
