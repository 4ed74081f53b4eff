import type { Kysely, Transaction } from "kysely";
import type { CatalogueChanges } from "../database-changes.server.ts";
import type { Tables } from "../database-tables.server.ts";
import { reasonOf, UserError } from "../../base/errors.server.ts";

/** Reports a broken connection. @param isStillBroken whether the same break was reported before */
export type Report = (error: Error, isStillBroken?: boolean) => void;

/** An open database: its connections, and everything that differs between SQLite and PostgreSQL. */
export interface Engine {
  name: "sqlite" | "postgres";
  /** start of the error message about a database that cannot be used */
  label: string;
  /** single reads, which do not wait for any transaction */
  read: Kysely<Tables>;
  /** writes, and transactions that write */
  write: Kysely<Tables>;
  /** transactions that only read, see `inReadTransaction` */
  snapshots: Kysely<Tables>;
  /** for migrations, which take as long as they need */
  migrations: Kysely<Tables>;
  /** whether other servers may use the same database */
  isShared: boolean;
  /** whether the database did not answer when it was last asked for changes by others */
  isSilent: () => boolean;
  /** where this server stores files next to its database; null if other servers would not see them */
  filesFolder: string | null;
  /** Keeps other servers from migrating until the transaction ends. */
  lockMigrations(transaction: Transaction<Tables>): Promise<void>;
  /** Watches for writes by others. @returns a function that stops it @throws when the first check fails */
  watch(changes: CatalogueChanges): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export function unusable({ label }: Pick<Engine, "label">, cause: unknown): UserError {
  return new UserError(500, `${label} cannot be used: ${reasonOf(cause)}.`, { cause });
}

/** Returns host, port and database, such as `db1:5432/catalogue`. */
export function addressWithoutSecrets(address: string): string {
  const { host, pathname, searchParams } = new URL(address);
  return (searchParams.get("host") ?? host) + pathname;
}

/** How soon writes by others are noticed (everywhere.md#live-data: 2 s). */
export const POLL_EVERY_MS = 500;
