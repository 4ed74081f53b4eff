import { Kysely, PostgresAdapter, PostgresDialect, sql } from "kysely";
import { Gauge } from "prom-client";
import { registry } from "../../server/metrics.server.ts";
import type { Tables } from "../database-tables.server.ts";
import { ANSWER_MS, type Engine } from "./engine.server.ts";
import { createHosts, clientOf, type PostgresHosts } from "./postgres-client.server.ts";
import { addressWithoutSecrets } from "./postgres-hosts.server.ts";
import {
  createPostgresHealth,
  poolWithTimeouts,
  postgresPool,
  type PostgresHealth,
} from "./postgres-pool.server.ts";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import {
  CHANGES_CHANNEL,
  type CatalogueChanges,
  type Versions,
  versionsQuery,
} from "../database-changes.server.ts";
import { withTimeout } from "../database-wait.server.ts";
import { reasonOf } from "../../server/errors.server.ts";

const MIGRATION_LOCK = 720_251_123; // any number that nothing else in the database uses

const pools = new Set<ReturnType<typeof postgresPool>["pool"]>();
registry.registerMetric(
  new Gauge({
    name: "ev_database_connections",
    help: "Connections to PostgreSQL that work or are idle, and requests that wait for one.",
    labelNames: ["state"],
    registers: [],
    collect() {
      for (const { totalCount, idleCount, waitingCount } of pools) {
        this.set({ state: "working" }, totalCount - idleCount);
        this.set({ state: "idle" }, idleCount);
        this.set({ state: "waiting" }, waitingCount);
      }
    },
  }),
);

/**
 * One pool of connections to PostgreSQL, for reads and writes alike.
 * @param url one host or several
 * @param report called for connections that break later; they are reopened
 * @param answerMs how long one use of a connection may take, in milliseconds; unlimited when absent
 */
export function openPostgres(
  url: string,
  report: (error: Error) => void,
  answerMs?: number,
): Engine {
  const watchMs = answerMs ?? ANSWER_MS;
  const hosts = createHosts(url);
  const pool = postgresPool(hosts, watchMs, report);
  pools.add(pool.pool);
  const health = createPostgresHealth();
  const kysely = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: answerMs === undefined ? pool : poolWithTimeouts(pool, health, answerMs),
    }),
  });
  return {
    name: "postgres",
    label: `DATABASE_URL: the database at ${addressWithoutSecrets(url)}`,
    read: kysely,
    write: kysely,
    snapshots: kysely,
    migrations: new Kysely<Tables>({ dialect: new MigratingDialect({ pool }) }),
    isShared: true,
    filesFolder: null,
    async lockMigrations(transaction) {
      await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(transaction);
    },
    watch: (changes) => watchPostgres(hosts, kysely, changes, health, watchMs, report),
    async close() {
      pools.delete(pool.pool);
      await kysely.destroy();
    },
  };
}

/** Kysely's own lock belongs to a session, and a pooler would leave it behind on a shared connection. */
class MigratingDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    const none = () => Promise.resolve();
    return Object.assign(new PostgresAdapter(), {
      acquireMigrationLock: none,
      releaseMigrationLock: none,
    });
  }
}

/**
 * How soon changes by other instances are noticed where notifications do not arrive (everywhere.md#live-data:
 * 2 s).
 */
const LOOK_EVERY_MS = 400;
const LOOK_GAP_MS = 20; // notifications within this time share one check

/**
 * Checks the database's versions after each notification, and several times a second in case one was lost or
 * the server does not support notifications.
 * @param report called once when the connection breaks
 * @returns a function that stops watching
 * @throws when the first check fails
 */
async function watchPostgres(
  hosts: PostgresHosts,
  kysely: Kysely<Tables>,
  changes: CatalogueChanges,
  health: PostgresHealth,
  answerMs: number,
  report: (error: Error) => void,
): Promise<() => Promise<void>> {
  const query = versionsQuery(kysely);
  const text = query.compile().sql;
  const stopping = new AbortController();
  let isBroken = false;
  let isNotified = false;
  let wake = (): void => undefined;

  function onNotification(): void {
    isNotified = true;
    wake();
  }
  function onBroken(error: unknown): void {
    if (!isBroken) report(new Error(reasonOf(error)));
    isBroken = true;
  }
  const listener = createListener(hosts, answerMs, { onNotification, onBroken });

  /** Uses the listening connection, which also detects that it has died silently. */
  function readVersions(): Promise<Versions | undefined> {
    return listener.isOpen() ? listener.ask<Versions>(text) : query.executeTakeFirst();
  }

  async function look(): Promise<void> {
    const isLost = changes.notifies && !listener.isOpen();
    if (isLost) {
      await listener.open();
      // Other connections may have broken silently at the same time.
      hosts.renew();
    }
    const isAnew = isLost || isBroken;
    isNotified = false;
    const started = performance.now();
    const versions = await readVersions();
    health.looked(performance.now() - started);
    isBroken = false;
    if (!versions) return;
    if (isAnew) return changes.startAnew(versions);
    changes.observe(versions.catalogue);
    changes.observeVotes(versions.votes);
  }

  function notificationOr(ms: number): Promise<void> {
    return new Promise((resolve) => {
      wake = resolve;
      setTimeout(resolve, ms).unref();
    });
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sleep(LOOK_GAP_MS, undefined, { ref: false });
      if (!isNotified) await notificationOr(LOOK_EVERY_MS);
      if (!stopping.signal.aborted) await look().catch(onBroken);
    }
  }

  try {
    await listener.open();
    changes.notifies = true;
  } catch (error) {
    // A server without notifications answers with an SQL error; any other failure is a connection failure.
    if (!(error instanceof pg.DatabaseError)) throw error;
  }
  await look();
  const watching = watch();
  return async () => {
    stopping.abort();
    wake();
    await watching;
    await listener.close();
  };
}

/** Opens a separate connection that listens for other instances. */
function createListener(
  hosts: PostgresHosts,
  answerMs: number,
  { onNotification, onBroken }: { onNotification(): void; onBroken(error: unknown): void },
) {
  const Client = clientOf(hosts, answerMs);
  let current: pg.Client | undefined;

  return {
    isOpen: () => current !== undefined,
    async open(): Promise<void> {
      const client = new Client();
      const onLost = (): void => {
        if (current === client) current = undefined;
      };
      client.on("error", (error) => {
        onBroken(error);
        onLost();
      });
      client.on("end", onLost);
      client.on("notification", onNotification);
      try {
        await client.connect();
        await withTimeout(client.query(`listen ${CHANGES_CHANNEL}`), answerMs);
        current = client;
      } catch (error) {
        void client.end().catch(() => undefined);
        throw error;
      }
    },
    /** @returns the first row @throws and closes the connection */
    async ask<Row extends pg.QueryResultRow>(text: string): Promise<Row | undefined> {
      const client = current;
      try {
        const pending = client?.query<Row>(text);
        return pending && (await withTimeout(pending, answerMs)).rows[0];
      } catch (error) {
        current = undefined;
        void client?.end().catch(() => undefined);
        throw error;
      }
    },
    close: async (): Promise<void> => current?.end(),
  };
}
