import type { Kysely, Transaction } from "kysely";
import type { CatalogueChanges } from "../database-changes.server.ts";
import type { Tables } from "../database-tables.server.ts";
import { reasonOf, UserError } from "../../server/errors.server.ts";

/**
 * How long PostgreSQL may take for one use of a connection, in all. A call needs two at most: writers
 * hear within three seconds.
 */
export const ANSWER_MS = 1_100;

/** An open database: its connections, and all that SQLite and PostgreSQL do differently. */
export interface Engine {
  name: "sqlite" | "postgres";
  /** what the sentence about a database that cannot be used begins with */
  label: string;
  /** single reads, which wait for no transaction */
  read: Kysely<Tables>;
  /** writes, and transactions that write */
  write: Kysely<Tables>;
  /** transactions that only read, see `atOneMoment` */
  snapshots: Kysely<Tables>;
  /** for migrations: without time-outs */
  migrations: Kysely<Tables>;
  /** whether other servers may use the database, too */
  isShared: boolean;
  /** where this server keeps files beside its database; null: other servers would not see them */
  filesFolder: string | null;
  /** Keeps other servers from migrating until the transaction ends. */
  lockMigrations(transaction: Transaction<Tables>): Promise<void>;
  /** Takes note of what others write. @returns ends it @throws when the first look fails */
  watch(changes: CatalogueChanges): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export function unusable({ label }: Pick<Engine, "label">, cause: unknown): UserError {
  return new UserError(500, `${label} cannot be used: ${reasonOf(cause)}.`, { cause });
}
