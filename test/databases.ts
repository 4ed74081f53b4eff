import { randomBytes } from "node:crypto";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { describe, inject, onTestFinished, test } from "vitest";
import { type Database, type DatabaseLocation, openDatabase } from "../src/db/database.server.ts";
import type { Env } from "../src/base/env.server.ts";
import { administer, databaseAt } from "./postgres-databases.ts";
import { temporaryFolder } from "./temporary-folder.ts";

type Engine = Database["engine"];
export type DatabaseEnv = Pick<Env, "dataDir" | "databaseUrl" | "starterCatalogue">;

/** What each test on one engine gets. */
export interface TestDatabases {
  engine: Engine;
  /** Opens a new database, or reopens that of `env`; closed after the test. */
  open(env?: DatabaseEnv): Promise<Database>;
  /** Creates a database with our tables and no rows, which is removed after the test. @returns where it is */
  freshEnv(): Promise<DatabaseEnv>;
  /** Creates a database without tables, as on a first start. @returns where it is */
  emptyEnv(): Promise<DatabaseEnv>;
}

/** A data folder with a new database, removed after the test. */
export async function freshSqlite(): Promise<DatabaseEnv> {
  const env = await emptySqlite();
  await cp(inject("sqliteTemplate"), env.dataDir, { recursive: true });
  return env;
}

/** The path of a data folder that does not exist yet; removed after the test. */
export async function emptySqlite(): Promise<DatabaseEnv> {
  const dataDir = join(await temporaryFolder(), "data");
  return { dataDir, databaseUrl: null, starterCatalogue: true };
}

/** A new database on this PostgreSQL, whose user may create others; removed after the test. */
export function freshPostgres(url: string): Promise<DatabaseEnv> {
  return createPostgres(url, `template ${inject("postgresTemplate")}`);
}

async function createPostgres(url: string, options = ""): Promise<DatabaseEnv> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await administer(url, `create database ${name} ${options}`);
  onTestFinished(() => administer(url, `drop database if exists ${name} with (force)`));
  return { dataDir: "unused", databaseUrl: databaseAt(url, name), starterCatalogue: true };
}

/**
 * Runs the same tests on a real SQLite and on a real PostgreSQL (`TEST_DATABASE_URL`). Prints a warning
 * without the latter, and fails when `CI=true`.
 */
export function describeOnEachEngine(name: string, tests: (open: TestDatabases) => void): void {
  describe(`${name} on SQLite`, () => tests(databasesOf("sqlite", freshSqlite, emptySqlite)));

  const url = process.env["TEST_DATABASE_URL"];
  if (url) {
    describe(`${name} on PostgreSQL`, () =>
      tests(
        databasesOf(
          "postgres",
          () => freshPostgres(url),
          () => createPostgres(url),
        ),
      ));
    return;
  }
  console.error(`\n!!! TEST_DATABASE_URL is not set: "${name}" is NOT tested on PostgreSQL.\n`);
  test.skipIf(process.env["CI"] !== "true")(`${name} on PostgreSQL`, () => {
    throw new Error("With CI=true the store must be tested on PostgreSQL: set TEST_DATABASE_URL.");
  });
}

/** Opens a database without telling anybody when its connection breaks. */
export function openQuietly(
  where: DatabaseLocation & { starterCatalogue: boolean },
): Promise<Database> {
  return openDatabase(where, () => undefined);
}

function databasesOf(
  engine: Engine,
  freshEnv: () => Promise<DatabaseEnv>,
  emptyEnv: () => Promise<DatabaseEnv>,
): TestDatabases {
  return {
    engine,
    freshEnv,
    emptyEnv,
    async open(env) {
      const where = env ?? (await freshEnv());
      const database = await openQuietly(where);
      // Closing twice is harmless, and a test may have closed it already.
      onTestFinished(() => database.close().catch(() => undefined));
      return database;
    },
  };
}
