import { isDeepStrictEqual } from "node:util";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Histogram } from "prom-client";
import type { z } from "zod";
import type { Ev } from "../../domain/vehicle.ts";
import { databaseUnavailable, UserError } from "../../base/errors.server.ts";
import { jsonAnswer, withEtag } from "../../server/answers.server.ts";
import { type Encoded, encodeJson } from "../../server/compression.server.ts";
import { IdInPath } from "../../server/path-parameters.server.ts";
import { registry } from "../../base/metrics.server.ts";
import { PUBLIC, sendEncoded } from "../../server/response-cache.server.ts";
import { singleFlight, staleIfError } from "../../server/single-flight.server.ts";
import { ONLY_PASS_CACHES, versionIn } from "../../server/query.schema.ts";
import type { Database } from "../../db/database.server.ts";
import { pollVersions } from "../../db/database-changes.server.ts";
import type { VehicleStore } from "./vehicles.db.server.ts";
import { createSnapshotReader, type Snapshot } from "./catalogue-snapshot.server.ts";
import { VEHICLE_NOT_FOUND } from "./row-columns.db.server.ts";

/** After a failed read, readers get the previous data for this long. */
const READ_RETRY_MS = 1_000;

const rebuilds = new Histogram({
  name: "ev_snapshot_rebuild_seconds",
  help: "Reading the catalogue and making the snapshot of a new version, which happens after a change.",
  buckets: [0.01, 0.05, 0.2, 1, 5],
  registers: [registry],
});

type StoredVotes = Awaited<ReturnType<VehicleStore["votes"]>>;

/** Votes change far more often than cars, so they have their own small snapshot. */
export interface VotesSnapshot extends Readonly<StoredVotes> {
  /** changes with the votes; unlike the revision, each instance counts it on its own */
  readonly version: number;
}

export type Catalogue = ReturnType<typeof createCatalogue>;

/** Returns the votes' revision in a text such as `12.34`, where it follows the catalogue version. */
const revisionIn = (minVersion?: string) => versionIn(minVersion?.split(".")[1]);

/** Keeps the newest snapshot in memory; if the database fails, readers get the last one. */
export function createCatalogue(
  store: VehicleStore,
  database: Database,
  report: (error: unknown) => void,
) {
  const { read, changes, isSilent } = database;
  const now = () => performance.now();
  const staleOptions = { retryMs: READ_RETRY_MS, report, now, isSilent };
  const readSnapshot = createSnapshotReader(store);
  const snapshot = singleFlight(async () => {
    const observe = rebuilds.startTimer();
    try {
      return await readSnapshot();
    } finally {
      observe();
    }
  });
  const latestSnapshot = staleIfError(snapshot.current, staleOptions);

  let lastVotes: VotesSnapshot = { version: 0, revision: 0, byModel: new Map() };
  const votes = singleFlight(async () => {
    const { version, ...before } = lastVotes;
    const stored = await store.votes();
    if (!isDeepStrictEqual(stored, before)) lastVotes = { version: version + 1, ...stored };
    return lastVotes;
  });
  const latestVotes = staleIfError(votes.current, staleOptions);

  /** A browser may receive another instance's event before this instance learns of the change. */
  async function readFrom<T>(
    least: number,
    latest: () => Promise<T>,
    numberIn: (made: T) => number,
    which: "catalogue" | "votes",
  ): Promise<T> {
    const before = await latest();
    if (numberIn(before) >= least) return before;
    const stored = await pollVersions(read, changes);
    const after = await latest();
    if (numberIn(after) < Math.min(least, stored[which])) throw databaseUnavailable("too old");
    return after;
  }
  const snapshotFrom = (minVersion?: string) =>
    readFrom(versionIn(minVersion), latestSnapshot, ({ version }) => version, "catalogue");

  const stops = [
    changes.onChange(() => {
      snapshot.markStale();
      latestSnapshot.askAgain();
      // Deleting a model deletes its votes.
      votes.markStale();
    }),
    changes.onVotes(() => {
      votes.markStale();
      latestVotes.askAgain();
    }),
  ];

  return {
    /**
     * Includes every change announced before the call. @param minVersion the oldest acceptable version, if it exists
     * @throws UserError 503 for such a version while the database does not answer
     */
    current: snapshotFrom,
    /** How a response made from a snapshot may be cached: not at all for a version that does not exist yet. */
    cachePolicy(made: Snapshot, minVersion?: string) {
      const isKept = versionIn(minVersion) <= made.version;
      return { cacheControl: isKept ? PUBLIC : "no-store", isKept };
    },
    /** Returns the snapshot if no change has been announced since it was read. */
    newest: snapshot.newest,
    /** Returns our own votes, and those of other instances once they are known. */
    async votes(minVersion?: string): Promise<VotesSnapshot> {
      if (minVersion !== undefined) await snapshotFrom(minVersion.split(".")[0]);
      return readFrom(revisionIn(minVersion), latestVotes, ({ revision }) => revision, "votes");
    },
    /** The versions sent in events. That of the votes has both numbers, because deleting a model deletes its votes. */
    async versions() {
      const [{ version }, { revision }] = await Promise.all([latestSnapshot(), latestVotes()]);
      return { version, votes: `${version}.${revision}` };
    },
    votesCacheControl: ({ revision }: VotesSnapshot, minVersion?: string): string =>
      revisionIn(minVersion) > revision ? "no-store" : PUBLIC,
    close() {
      for (const stop of stops) stop();
    },
  };
}

/** The rest of the schema of a call that reads something of one model, by its id or that of one of its rows. */
export function modelReadSchema<Schema extends z.ZodType>(description: string, answer: Schema) {
  const response = withEtag(jsonAnswer(description, answer));
  return { params: IdInPath, querystring: ONLY_PASS_CACHES, response };
}

type ReadRequest = FastifyRequest & { query: z.output<typeof ONLY_PASS_CACHES> };

/** Sends what one version of the catalogue and the key determine; it is made once for all who wait. */
export async function sendCached(
  request: ReadRequest,
  reply: FastifyReply,
  describe: (snapshot: Snapshot) => { key: string; make: () => Encoded | Promise<Encoded> },
): Promise<FastifyReply> {
  const { catalogue, responseCache } = request.server;
  const snapshot = await catalogue.current(request.query._);
  const { key, make } = describe(snapshot);
  const encoded = await responseCache.get(`${key} ${snapshot.cacheKey}`, make);
  return sendEncoded(request, reply, encoded, catalogue.cachePolicy(snapshot, request.query._));
}

/** Sends something of one model as JSON, see `modelReadSchema`. @throws UserError 404 */
export function sendModelJson(
  request: ReadRequest & { params: z.output<typeof IdInPath> },
  reply: FastifyReply,
  kind: string,
  make: (ev: Ev, snapshot: Snapshot) => unknown,
): Promise<FastifyReply> {
  return sendCached(request, reply, (snapshot) => {
    const ev = snapshot.findEv(request.params.id);
    if (!ev) throw new UserError(404, VEHICLE_NOT_FOUND);
    return { key: `${kind} ${ev.id}`, make: async () => encodeJson(await make(ev, snapshot)) };
  });
}
