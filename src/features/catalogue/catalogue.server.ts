import { isDeepStrictEqual } from "node:util";
import { Histogram } from "prom-client";
import { databaseUnavailable } from "../../db/database-wait.server.ts";
import { registry } from "../../server/metrics.server.ts";
import { PUBLIC, type SendOptions } from "../../server/response-cache.server.ts";
import { singleFlight, staleIfError } from "../../server/single-flight.server.ts";
import { versionIn } from "../../server/query.schema.ts";
import type { VehicleStore } from "./vehicles.db.server.ts";
import { createSnapshotReader, type Snapshot } from "./catalogue-snapshot.server.ts";
import { READ_RETRY_MS } from "./limits.ts";

const rebuilds = new Histogram({
  name: "ev_snapshot_rebuild_seconds",
  help: "Reading the catalogue and making the snapshot of a new version, which happens after a change.",
  buckets: [0.01, 0.05, 0.2, 1, 5],
  registers: [registry],
});

type StoredVotes = Awaited<ReturnType<VehicleStore["votes"]>>;

/** Votes change far more often than cars, so they have a small snapshot of their own. */
export interface VotesSnapshot extends Readonly<StoredVotes> {
  /** differs when the votes differ; unlike the revision of its own for each instance */
  readonly version: number;
}

export type Catalogue = ReturnType<typeof createCatalogue>;

type Store = Pick<
  VehicleStore,
  "readChanges" | "votes" | "onChange" | "onLargeChange" | "onForeignVotes" | "look"
>;
type Failing = Parameters<typeof staleIfError>[1];

/** The revision of the votes that a text such as `12.34` names after the version of the catalogue. */
const revisionIn = (minVersion?: string) => versionIn(minVersion?.split(".")[1]);

function createVotesReader(store: Pick<Store, "votes" | "look">, failing: Failing) {
  let last: VotesSnapshot = { version: 0, revision: 0, byModel: new Map() };
  const listeners = new Set<() => void>();
  const votes = singleFlight(async () => {
    const { version, ...before } = last;
    const stored = await store.votes();
    if (!isDeepStrictEqual(stored, before)) last = { version: version + 1, ...stored };
    return last;
  });
  const current = staleIfError(votes.current, failing);

  return {
    current,
    /** @throws UserError 503 while the database has such a revision and does not answer */
    async readFrom(least: number): Promise<VotesSnapshot> {
      const latest = await current();
      if (latest.revision >= least) return latest;
      const present = await store.look();
      const newest = await current();
      if (newest.revision < Math.min(least, present.votes)) throw databaseUnavailable("too old");
      return newest;
    },
    markStale: votes.markStale,
    changed(): void {
      votes.markStale();
      current.askAgain();
      for (const listener of listeners) listener();
    },
    onChange(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Keeps the newest snapshot in memory; while the database fails, readers get the last one. */
export function createCatalogue(store: Store, report: (error: unknown) => void) {
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
  const current = staleIfError(snapshot.current, failing);
  const votes = createVotesReader(store, failing);

  /** An event that another instance has sent may come before what this one hears of the change. */
  async function currentFrom(minVersion?: string): Promise<Snapshot> {
    const least = versionIn(minVersion);
    const latest = await current();
    if (latest.version >= least) return latest;
    const present = await store.look();
    const newest = await current();
    if (newest.version < Math.min(least, present.catalogue)) throw databaseUnavailable("too old");
    return newest;
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
    store.onForeignVotes(votes.changed),
  ];

  return {
    /**
     * Includes every change announced before the call.
     * @param minVersion a version that it must not be older than, unless there is none as new
     * @throws UserError 503 for such a version while the database does not answer
     */
    current: currentFrom,
    /** How an answer made of a snapshot is kept: none for a version that may still come. */
    keeps: (made: Snapshot, minVersion?: string): Pick<SendOptions, "cacheControl" | "isCurrent"> =>
      versionIn(minVersion) > made.version
        ? { cacheControl: "no-store" }
        : { cacheControl: PUBLIC, isCurrent: () => snapshot.isCurrent(made) },
    /** Returns the last snapshot at once; it may miss changes. */
    last: () => last,
    /** Whether `current` would answer this very snapshot at once. */
    isCurrent: snapshot.isCurrent,
    /** Own votes as of `votesChanged`, those of other instances once they are known. */
    async votes(minVersion?: string): Promise<VotesSnapshot> {
      if (minVersion !== undefined) await currentFrom(minVersion.split(".")[0]);
      return votes.readFrom(revisionIn(minVersion));
    },
    /**
     * The versions that events name. Deleting a model deletes its votes, so the votes' version has
     * both numbers.
     */
    async versions() {
      const [{ version }, { revision }] = await Promise.all([current(), votes.current()]);
      return { version, votes: `${version}.${revision}` };
    },
    keepsVotes: ({ revision }: VotesSnapshot, minVersion?: string): string =>
      revisionIn(minVersion) > revision ? "no-store" : PUBLIC,
    votesChanged: votes.changed,
    onVotesChange: votes.onChange,
    /** `make` gets the snapshot of a large change before the change is announced. */
    prewarm: (make: (next: Snapshot) => Promise<unknown>) => void warmers.push(make),
    close() {
      for (const stop of stops) stop();
    },
  };
}
