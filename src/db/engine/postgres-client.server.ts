import pg from "pg";
import { reasonOf } from "../../server/errors.server.ts";
import { type PostgresHost, readHosts } from "./postgres-hosts.server.ts";

const CONNECT_MS = 2_500; // a connection that is too late for one caller serves the next
/** Releases the locks of a connection that goes silent during a transaction. */
const IDLE_IN_TRANSACTION_MS = 60_000;

export type PostgresHosts = ReturnType<typeof createHosts>;

/** Stays with one host until it is unreachable or refuses writes, then switches to the next. */
export function createHosts(address: string) {
  const all = readHosts(address);
  const reasons = new Map<string, string>();
  let at = 0;
  const fresh = (): PostgresHost => ({ url: "", name: "", ...all[at % all.length] });
  let current = fresh();
  return {
    count: all.length,
    current: () => current,
    /** Older connections are reopened on their next use. */
    renew: () => void (current = fresh()),
    failed(host: PostgresHost, error: unknown): void {
      reasons.set(host.name, reasonOf(error));
      // When a host is full or wants another password, the next one would answer the same.
      const isThere = error instanceof pg.DatabaseError && !error.code?.startsWith("57P");
      if (isThere || all.length === 1 || host !== current) return;
      at += 1;
      current = fresh();
    },
    /** Lists why each host failed, when there are several. */
    failure: (error: unknown) =>
      all.length === 1
        ? error
        : new Error([...reasons].map((each) => each.join(": ")).join("; "), { cause: error }),
  };
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

/** How long to wait for a connection. */
export function connectMs(answerMs: number): number {
  return Math.max(CONNECT_MS, answerMs);
}

/**
 * Creates the class of connections to the current host.
 * @param answerMs minimum time to wait for a connection, in milliseconds
 */
export function clientOf(hosts: PostgresHosts, answerMs: number) {
  return class Client extends pg.Client {
    readonly madeFor: PostgresHost;

    constructor() {
      const madeFor = hosts.current();
      super({
        connectionString: madeFor.url,
        application_name: "ev-catalogue",
        connectionTimeoutMillis: connectMs(answerMs),
        keepAlive: true,
        types: { getTypeParser },
      });
      this.madeFor = madeFor;
      // A connection that breaks while in use emits this in addition to failing its query.
      this.on("error", () => undefined);
    }

    /** @throws also when the host refuses writes */
    override connect(): Promise<this>;
    override connect(tell: (error: Error | null) => void): void;
    override connect(tell?: (error: Error | null) => void): Promise<this> | void {
      const connected = this.#connectToWrite();
      if (!tell) return connected;
      connected.then(
        () => tell(null),
        (error: Error) => tell(error),
      );
    }

    async #connectToWrite(): Promise<this> {
      try {
        await super.connect();
        // The timeout is not a startup parameter, because poolers that do not know it refuse the connection.
        const { rows } = await this.query<{ read_only: string }>(
          `select current_setting('transaction_read_only') as read_only,
            set_config('idle_in_transaction_session_timeout', '${IDLE_IN_TRANSACTION_MS}', false)`,
        );
        if (rows[0]?.read_only === "on") throw new Error("it is a standby, which takes no writes");
        return this;
      } catch (error) {
        hosts.failed(this.madeFor, error);
        void this.end().catch(() => undefined);
        throw error;
      }
    }
  };
}
