import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { describe, onTestFinished, test } from "vitest";
import { type Database, openDatabase } from "../src/db/database.server.ts";
import type { Env } from "../src/server/env.server.ts";

type Engine = Database["engine"];
export type DatabaseEnv = Pick<Env, "dataDir" | "databaseUrl" | "starterCatalogue">;

/** Tests of other things wait for a PostgreSQL that a busy machine starves. */
export const PATIENT_MS = 20_000;

/** What a test on one engine is given. */
export interface TestDatabases {
  engine: Engine;
  /** Opens a fresh database, or that of `env` again; it is closed after the test. */
  open(env?: DatabaseEnv): Promise<Database>;
  /** Where a fresh, still empty database is; it is gone after the test. */
  freshEnv(): Promise<DatabaseEnv>;
}

/** A data folder of its own, removed after the test. */
export async function freshSqlite(): Promise<DatabaseEnv> {
  const folder = await mkdtemp(join(tmpdir(), "ev-store-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return { dataDir: join(folder, "data"), databaseUrl: null, starterCatalogue: true };
}

/**
 * A database of its own on the tests' PostgreSQL, removed after the test.
 * @param url of a database whose user may create others
 */
export async function freshPostgres(url: string): Promise<DatabaseEnv> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await administer(url, `create database ${name}`);
  onTestFinished(() => administer(url, `drop database if exists ${name} with (force)`));
  const databaseUrl = new URL(url);
  databaseUrl.pathname = `/${name}`;
  return { dataDir: "unused", databaseUrl: databaseUrl.href, starterCatalogue: true };
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Runs the same tests on a real SQLite and on a real PostgreSQL (`TEST_DATABASE_URL`). Without the
 * latter it says so loudly, and fails when `CI=true`.
 */
export function describeOnEachEngine(
  name: string,
  tests: (databases: TestDatabases) => void,
): void {
  describe(`${name} on SQLite`, () => tests(databasesOf("sqlite", freshSqlite)));

  const url = process.env["TEST_DATABASE_URL"];
  if (url) {
    describe(`${name} on PostgreSQL`, () =>
      tests(databasesOf("postgres", () => freshPostgres(url))));
    return;
  }
  console.error(`\n!!! TEST_DATABASE_URL is not set: "${name}" is NOT tested on PostgreSQL.\n`);
  test.skipIf(process.env["CI"] !== "true")(`${name} on PostgreSQL`, () => {
    throw new Error("With CI=true the store must be tested on PostgreSQL: set TEST_DATABASE_URL.");
  });
}

function databasesOf(engine: Engine, freshEnv: () => Promise<DatabaseEnv>): TestDatabases {
  return {
    engine,
    freshEnv,
    async open(env) {
      const where = env ?? (await freshEnv());
      const database = await openDatabase(where, () => undefined, PATIENT_MS);
      // Twice is harmless: a test may have closed it itself.
      onTestFinished(() => database.close().catch(() => undefined));
      return database;
    },
  };
}
