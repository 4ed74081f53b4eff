import { Histogram } from "prom-client";
import { databaseUnavailable } from "../../base/errors.server.ts";
import { registry } from "../../base/metrics.server.ts";
import { PUBLIC } from "../../server/response-cache.server.ts";
import { singleFlight } from "../../server/single-flight.server.ts";
import { versionIn } from "../../server/query.schema.ts";
import type { Database } from "../../db/database.server.ts";
import { pollVersions } from "../../db/database-changes.server.ts";
import type { VehicleStore } from "./vehicles.db.server.ts";
import { createSnapshotReader, type Snapshot } from "./catalogue-snapshot.server.ts";

const rebuilds = new Histogram({
  name: "ev_snapshot_rebuild_seconds",
  help: "Reading the catalogue and making the snapshot of a new version, which happens after a change.",
  buckets: [0.01, 0.05, 0.2, 1, 5],
  registers: [registry],
});

/** Votes change far more often than cars, so they have their own small snapshot. */
export interface VotesSnapshot extends Readonly<Awaited<ReturnType<VehicleStore["votes"]>>> {
  /** differs for each read; unlike the revision, each instance counts it on its own */
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
  const readSnapshot = createSnapshotReader(store);
  const snapshot = singleFlight(
    async () => {
      const observe = rebuilds.startTimer();
      try {
        return await readSnapshot();
      } finally {
        observe();
      }
    },
    { report, isSilent },
  );
  let votesRead = 0;
  const votes = singleFlight(
    async (): Promise<VotesSnapshot> => ({ version: ++votesRead, ...(await store.votes()) }),
    { report, isSilent },
  );

  /** A browser may receive another instance's event before this instance learns of the change. */
  async function readFrom<T>(
    least: number,
    current: () => Promise<T>,
    numberIn: (made: T) => number,
    which: "catalogue" | "votes",
  ): Promise<T> {
    const before = await current();
    if (numberIn(before) >= least) return before;
    const stored = await pollVersions(read, changes);
    const after = await current();
    if (numberIn(after) < Math.min(least, stored[which])) throw databaseUnavailable("too old");
    return after;
  }
  const snapshotFrom = (minVersion?: string) =>
    readFrom(versionIn(minVersion), snapshot.current, ({ version }) => version, "catalogue");

  changes.onChange(() => {
    snapshot.markStale();
    // Deleting a model deletes its votes.
    votes.markStale();
  });
  changes.onVotes(votes.markStale);

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
    snapshotIfFresh: snapshot.valueIfFresh,
    /** Returns our own votes, and those of other instances once they are known. */
    async votes(minVersion?: string): Promise<VotesSnapshot> {
      if (minVersion !== undefined) await snapshotFrom(minVersion.split(".")[0]);
      return readFrom(revisionIn(minVersion), votes.current, ({ revision }) => revision, "votes");
    },
    /** The versions sent in events. That of the votes has both numbers, because deleting a model deletes its votes. */
    async versions() {
      const [{ version }, { revision }] = await Promise.all([snapshot.current(), votes.current()]);
      return { version, votes: `${version}.${revision}` };
    },
    votesCacheControl: ({ revision }: VotesSnapshot, minVersion?: string): string =>
      revisionIn(minVersion) > revision ? "no-store" : PUBLIC,
  };
}
