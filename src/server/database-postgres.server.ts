import pg from "pg";
import { CHANGES_CHANNEL, type CatalogueChanges } from "./database-changes.server.ts";
import { UserError } from "./errors.server.ts";
import { boundWait } from "./database-wait.server.ts";
import { ANSWER_MS, cutOff } from "./postgres-pool.server.ts";

const MAX_CONNECTIONS = 10;
/** How long a new connection may take; it then serves whoever still waits. */
const CONNECT_MS = 2_500;
/** A connection that has fallen silent within a transaction keeps its locks no longer than this. */
const IDLE_IN_TRANSACTION_MS = 60_000;
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
  pool.on("connect", (client) => {
    // One that breaks while it is in use tells so, too, besides failing what it was asked.
    client.on("error", () => undefined);
    // No startup parameter: poolers that know none of it refuse the connection for it.
    client
      .query(`set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`)
      .catch(() => undefined);
  });
  return pool;
}

/** Host, port and name of the database, without user and password, for messages. */
export function addressWithoutSecrets(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  return `${searchParams.get("host") ?? host}${pathname}`;
}

/** Why a connection failed; Node hides the reason of a name with several addresses. */
export function reasonOf(error: unknown): string {
  if (error instanceof UserError && error.cause !== undefined) return reasonOf(error.cause);
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  return first instanceof Error ? first.message : String(first);
}

/**
 * Hears of other instances' changes through LISTEN/NOTIFY, and by asking once a second in case a
 * notification was lost or the server knows none.
 * @param ask reads the version; not needed while there is a connection that listens
 * @param answered told whenever the database has answered
 * @param report told once when the connection breaks, and again only after it has worked
 * @returns ends it
 */
export async function watchPostgres(
  url: string,
  changes: CatalogueChanges,
  ask: () => Promise<number>,
  report: (error: Error) => void,
  answered: () => void,
): Promise<() => Promise<void>> {
  let listener: pg.Client | undefined;
  let stopped = false;
  let isBroken = false;
  const tell = (error: unknown) => {
    if (!isBroken) report(new Error(reasonOf(error)));
    isBroken = true;
  };

  async function listen(): Promise<void> {
    const client = new pg.Client(settings(url));
    const lost = (error?: Error) => {
      if (error) tell(error);
      if (listener === client) listener = undefined;
    };
    client.on("error", lost);
    client.on("end", () => lost());
    client.on("notification", ({ payload }) => changes.hear(payload));
    try {
      await client.connect();
      await boundWait(client.query(`listen ${CHANGES_CHANNEL}`), ANSWER_MS, (error) =>
        cutOff(client, error),
      );
    } catch (error) {
      client.end().catch(() => undefined);
      throw error;
    }
    if (stopped) await client.end();
    else listener = client;
  }

  /** Asks through the connection that listens, so that one which has died unheard is noticed. */
  async function askListener(client: pg.Client): Promise<number> {
    const asked = client.query<{ version: number }>("select version from catalogue");
    const { rows } = await boundWait(asked, ANSWER_MS, (error) => cutOff(client, error));
    return rows[0]?.version ?? 0;
  }

  async function look(): Promise<void> {
    if (changes.announces && !listener) await listen();
    changes.observe(await (listener ? askListener(listener) : ask()));
    answered();
    isBroken = false;
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
      .catch(tell)
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
