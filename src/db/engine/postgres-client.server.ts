import pg from "pg";
import { reasonOf } from "../../server/errors.server.ts";
import { type PostgresHost, readHosts } from "./postgres-hosts.server.ts";

const CONNECT_MS = 2_500; // a connection that comes too late for who asked serves the next
/** Ends the locks of a connection that has fallen silent within a transaction. */
const IDLE_IN_TRANSACTION_MS = 60_000;

export type PostgresHosts = ReturnType<typeof createHosts>;

/** Stays with one host until it cannot be reached or takes no writes; then the next one has its turn. */
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
    /** Why none of them can be used, when there are several. */
    failure: (error: unknown) =>
      all.length === 1
        ? error
        : new Error([...reasons].map((each) => each.join(": ")).join("; "), { cause: error }),
  };
}

// pg's overloads name every type id; one function serves them all.
const getTypeParser = ((
  id: (typeof pg.types.builtins)[keyof typeof pg.types.builtins],
  format?: "text" | "binary",
) =>
  NUMBER_TYPES.has(id)
    ? Number
    : pg.types.getTypeParser(id, format)) as typeof pg.types.getTypeParser;

/** Type ids of `bigint` and `numeric`, which pg would give as text. */
const NUMBER_TYPES: ReadonlySet<number> = new Set([20, 1700]);

/** How long a connection is waited for. */
export function connectMs(answerMs: number): number {
  return Math.max(CONNECT_MS, answerMs);
}

/**
 * The class of connections to the current host.
 * @param answerMs they are waited for as long at least
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
      // A connection that breaks in use emits this besides failing its query.
      this.on("error", () => undefined);
    }

    /** @throws also when it takes no writes */
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
        // The timeout is no startup parameter: poolers that do not know it refuse the connection.
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
