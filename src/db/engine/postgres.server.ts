import { Kysely, PostgresAdapter, PostgresDialect, sql } from "kysely";
import { Gauge } from "prom-client";
import { registry } from "../../server/metrics.server.ts";
import type { Tables } from "../database-tables.server.ts";
import { ANSWER_MS, type Engine } from "./engine.server.ts";
import { createHosts } from "./postgres-client.server.ts";
import { addressWithoutSecrets } from "./postgres-hosts.server.ts";
import { createPostgresHealth, poolWithTimeouts, postgresPool } from "./postgres-pool.server.ts";
import { watchPostgres } from "./postgres-watch.server.ts";

const MIGRATION_LOCK = 720_251_123; // any number that nothing else in the database takes

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
 * @param report told of connections that break later; they are opened again
 * @param answerMs how long a use of a connection may take; absent: as long as it likes
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

/** Kysely's own lock is a session's, which a pooler leaves behind on a connection of anybody. */
class MigratingDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    const none = () => Promise.resolve();
    return Object.assign(new PostgresAdapter(), {
      acquireMigrationLock: none,
      releaseMigrationLock: none,
    });
  }
}
