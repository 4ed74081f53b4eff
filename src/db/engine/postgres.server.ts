import { callbackify } from "node:util";
import {
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  type PostgresPoolClient,
  sql,
  type Transaction,
} from "kysely";
import pg from "pg";
import { Gauge } from "prom-client";
import { databaseUnavailable, reasonOf, UserError } from "../../base/errors.server.ts";
import { registry } from "../../base/metrics.server.ts";
import { type CatalogueChanges, type Versions, versionsQuery } from "../database-changes.server.ts";
import type { Tables } from "../database-tables.server.ts";
import { repeatEvery } from "../../base/repeat.server.ts";
import { addressWithoutSecrets, type Engine, POLL_EVERY_MS, type Report } from "./engine.server.ts";

const MIGRATION_LOCK = 720_251_123; // any number that nothing else in the database uses
const MAX_CONNECTIONS = 10;

/** How long to wait for a free connection, or for a new one. */
const CONNECT_MS = 6_000;
/** How long to wait for the answer to one statement: with the wait for a connection, less than 15 s. */
const QUERY_MS = 8_000;

/**
 * PostgreSQL's own limits end what waits for a lock, and free the locks of a client that has gone silent. They are
 * set within each transaction, because poolers refuse them at the start and share plain settings between clients.
 */
const TRANSACTION_LIMITS =
  "set local lock_timeout = '6s'; set local statement_timeout = '7s'; " +
  "set local idle_in_transaction_session_timeout = '30s'";
const BEGINS_TRANSACTION = /^(begin|start transaction)\b/;

const STANDBY_REFUSES_WRITES = "25006"; // the code `read_only_sql_transaction`

const pools = new Set<pg.Pool>();
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
 * One pool of connections to PostgreSQL, for reads and writes.
 * @param onBroken called when one breaks; it is reopened. null for commands, which may take as long as they need
 */
export function openPostgres(url: string, onBroken: Report | null): Engine {
  const hasTimeouts = onBroken !== null;
  const report = onBroken ?? (() => undefined);
  const config = {
    connectionString: url,
    application_name: "ev-catalogue",
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    types: { getTypeParser },
  };
  requireCertificates(config);
  const connection: Watch["connection"] = { isBroken: false };
  const openPool = () =>
    createPool({ ...config, ...(hasTimeouts && { query_timeout: QUERY_MS }) }, report);
  let pool = openPool();
  pools.add(pool);
  function replacePool(): void {
    pools.delete(pool);
    void pool.end();
    pool = openPool();
    pools.add(pool);
  }
  const kysely = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: {
        options: pool.options,
        connect: () => (hasTimeouts ? connectWithTimeouts(pool) : pool.connect()),
        end: () => pool.end(),
      },
    }),
  });
  const migrations = new Kysely<Tables>({
    dialect: new MigratingDialect({ pool: createPool(config, report) }),
  });
  return {
    name: "postgres",
    label: `DATABASE_URL: the database at ${addressWithoutSecrets(url)}`,
    read: kysely,
    write: kysely,
    snapshots: kysely,
    migrations,
    isShared: true,
    isSilent: () => connection.isBroken,
    filesFolder: null,
    async lockMigrations(transaction) {
      await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(transaction);
      await requireCreateTable(transaction);
    },
    watch: (changes) =>
      watchVersions({
        config,
        text: versionsQuery(kysely).compile().sql,
        changes,
        connection,
        report,
        onReconnect: replacePool,
      }),
    async close() {
      pools.delete(pool);
      await Promise.all([kysely.destroy(), migrations.destroy()]);
    },
  };
}

/** A client reads the files that its address names. @throws UserError when one of them cannot be read */
function requireCertificates(config: pg.ClientConfig): void {
  try {
    void new pg.Client(config);
  } catch (error) {
    const { path } = error as NodeJS.ErrnoException;
    if (path === undefined) throw error;
    throw new UserError(500, `DATABASE_URL: ${path} cannot be read: ${reasonOf(error)}.`);
  }
}

// pg's overloads list every type id; one function serves them all.
const getTypeParser = ((
  id: (typeof pg.types.builtins)[keyof typeof pg.types.builtins],
  format?: "text" | "binary",
) =>
  NUMBER_TYPES.has(id)
    ? Number
    : pg.types.getTypeParser(id, format)) as typeof pg.types.getTypeParser;

/** Type ids of `bigint` and `numeric`, which pg would return as text. */
const NUMBER_TYPES: ReadonlySet<number> = new Set([20, 1700]);

function createPool(config: pg.PoolConfig, report: Report): pg.Pool {
  const pool = new pg.Pool({ ...config, max: MAX_CONNECTIONS, verify: callbackify(refuseStandby) });
  pool.on("error", (error) => report(error));
  // A connection that breaks while in use emits this in addition to failing its query.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** @throws also when the server takes no writes for another reason */
async function refuseStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ read_only: string }>(
    "select current_setting('transaction_read_only') as read_only",
  );
  if (rows[0]?.read_only === "on") throw new Error("it is a standby, which takes no writes");
}

/** PostgreSQL 15 and newer let only the owner of a database create tables in it by default. */
async function requireCreateTable(transaction: Transaction<Tables>): Promise<void> {
  const { rows } = await sql<{ role: string; remedy: string | null }>`
    select current_user as role,
      case when has_schema_privilege(current_schema(), 'create') then null
        else format('GRANT USAGE, CREATE ON SCHEMA %I TO %I',
          coalesce(current_schema(), 'public'), current_user) end as remedy`.execute(transaction);
  const [{ role, remedy } = { role: "", remedy: null }] = rows;
  if (remedy !== null) {
    throw new Error(`the role ${role} may not create tables in it; let its owner run ${remedy}`);
  }
}

/** SQL errors stay as they are; connection errors become "unavailable". */
function asUnavailable(error: unknown): unknown {
  const isOurs = error instanceof TypeError || error instanceof RangeError;
  return error instanceof pg.DatabaseError || isOurs ? error : databaseUnavailable(error);
}

async function connectWithTimeouts(pool: pg.Pool): Promise<PostgresPoolClient> {
  const client = await pool.connect().catch((error: unknown) => {
    throw asUnavailable(error);
  });
  let broken: Error | undefined;

  async function query(text: string, values: unknown[]): Promise<pg.QueryResult> {
    // pg would queue a ROLLBACK behind the statement that is not answered.
    if (broken) throw asUnavailable(broken);
    try {
      const limits = BEGINS_TRANSACTION.test(text) ? `; ${TRANSACTION_LIMITS}` : "";
      return await client.query(text + limits, values);
    } catch (error) {
      const isUsable = error instanceof pg.DatabaseError && error.code !== STANDBY_REFUSES_WRITES;
      if (!isUsable && error instanceof Error) broken = error;
      throw asUnavailable(error);
    }
  }
  return {
    // Kysely's type also has an overload for cursors, which nothing here uses.
    query: query as unknown as PostgresPoolClient["query"],
    // A late answer would be taken for that of the next query, so the pool closes a broken connection.
    release: (destroy) => client.release(broken ?? destroy),
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

/** How long to wait for the answer to a poll: readers of the catalogue get the last one afterwards. */
const POLL_TIMEOUT_MS = 2_000;

interface Watch {
  config: pg.ClientConfig;
  /** query of the versions */
  text: string;
  changes: CatalogueChanges;
  /** whether the last poll failed, or its connection broke afterwards */
  connection: { isBroken: boolean };
  report: Report;
  /** called before everything is read again, because other connections may lead to a former primary */
  onReconnect: () => void;
}

/** Polls the versions on a connection of its own. @returns a function that stops it @throws when the first one fails */
async function watchVersions(watch: Watch): Promise<() => Promise<void>> {
  const { config, text, changes, connection, report, onReconnect } = watch;
  let client: pg.Client | undefined;

  async function close(): Promise<void> {
    const last = client;
    client = undefined;
    await last?.end().catch(() => undefined);
  }
  function onBroken(error: unknown): void {
    report(new Error(reasonOf(error)), connection.isBroken);
    connection.isBroken = true;
    void close();
  }
  async function connect(): Promise<pg.Client> {
    const opened = new pg.Client({ ...config, query_timeout: POLL_TIMEOUT_MS });
    client = opened;
    opened.on("error", (error) => opened === client && onBroken(error));
    await opened.connect();
    await refuseStandby(opened);
    return opened;
  }
  async function poll(): Promise<void> {
    const { rows } = await (client ?? (await connect())).query<Versions>(text);
    const [versions] = rows;
    if (!versions) return;
    if (connection.isBroken) {
      onReconnect();
      changes.resetAfterReconnect(versions);
    } else {
      changes.noteVersions(versions);
    }
    connection.isBroken = false;
  }

  try {
    await poll();
  } catch (error) {
    void close();
    throw error;
  }
  const stop = repeatEvery(POLL_EVERY_MS, () => poll().catch(onBroken));
  return async () => {
    await stop();
    await close();
  };
}
