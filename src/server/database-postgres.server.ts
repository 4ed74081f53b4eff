import pg from "pg";
import { CHANGES_CHANNEL, type CatalogueChanges } from "./database-changes.server.ts";

const MAX_CONNECTIONS = 10;
/** Whoever waits for a write hears within three seconds that the database does not answer. */
const CONNECT_MS = 2_500;
/** How soon another instance's change is known where notifications do not arrive (readings 6: 2 s). */
const CHANGE_POLL_MS = 1_000;
/** Object ids of `bigint` and `numeric`, which pg would give as text. */
const NUMBER_TYPES: ReadonlySet<number> = new Set([20, 1700]);

// pg's overloads name every type id; one function serves them all.
const getTypeParser = ((
  id: (typeof pg.types.builtins)[keyof typeof pg.types.builtins],
  format?: "text" | "binary",
) =>
  NUMBER_TYPES.has(id)
    ? Number
    : pg.types.getTypeParser(id, format)) as typeof pg.types.getTypeParser;

function settings(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: "ev-catalogue",
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    types: { getTypeParser },
  };
}

/** @param report told of connections that break while idle, which must not end the process */
export function postgresPool(url: string, report: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({ ...settings(url), max: MAX_CONNECTIONS });
  pool.on("error", report);
  return pool;
}

/** Host, port and name of the database, without user and password, for messages. */
export function addressWithoutSecrets(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  return `${searchParams.get("host") ?? host}${pathname}`;
}

/** Why a connection failed; Node hides the reason of a name with several addresses. */
export function reasonOf(error: unknown): string {
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  return first instanceof Error ? first.message : String(first);
}

/**
 * Hears of other instances' changes through LISTEN/NOTIFY, and by asking once a second in case a
 * notification was lost or the server knows none.
 * @param ask reads the version
 * @returns ends it
 */
export async function watchPostgres(
  url: string,
  changes: CatalogueChanges,
  ask: () => Promise<number>,
  report: (error: Error) => void,
): Promise<() => Promise<void>> {
  let listener: pg.Client | undefined;
  let stopped = false;

  async function listen(): Promise<void> {
    const client = new pg.Client(settings(url));
    const lost = (error?: Error) => {
      if (error) report(error);
      if (listener === client) listener = undefined;
    };
    client.on("error", lost);
    client.on("end", () => lost());
    client.on("notification", ({ payload }) => changes.hear(payload));
    try {
      await client.connect();
      await client.query(`listen ${CHANGES_CHANNEL}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    if (stopped) await client.end();
    else listener = client;
  }

  async function look(): Promise<void> {
    if (changes.announces && !listener) await listen();
    changes.observe(await ask());
  }

  try {
    await listen();
    changes.announces = true;
  } catch (error) {
    // A server without notifications says so in SQL; any other failure is one of the connection.
    if (!(error instanceof pg.DatabaseError)) throw error;
  }
  let looking: Promise<void> | undefined;
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => report(new Error(reasonOf(error))))
      .finally(() => (looking = undefined));
  }, CHANGE_POLL_MS);
  timer.unref();

  return async () => {
    stopped = true;
    clearInterval(timer);
    await looking;
    await listener?.end();
  };
}
