/**
 * Vitest's global setup. It starts a PostgreSQL unless `TEST_DATABASE_URL` names one. On each engine it
 * prepares a database with our tables for the tests to copy, since running 22 migrations in every test took a
 * quarter of the run.
 */
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { openDatabase } from "../src/db/database.server.ts";
import { administer, databaseAt } from "./postgres-databases.ts";
import { startTestPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** path of a data folder */
    sqliteTemplate: string;
    /** name of a database; empty without PostgreSQL */
    postgresTemplate: string;
  }
}

type Undo = () => Promise<unknown>;

/** @returns a function that cleans up after the last test */
export default async function setUp(project: TestProject): Promise<Undo> {
  const undo: Undo[] = [];
  const folder = await mkdtemp(join(tmpdir(), "ev-template-"));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  await migrate({ dataDir: folder, databaseUrl: null });
  project.provide("sqliteTemplate", folder);

  const stopPostgres = await startTestPostgres();
  if (stopPostgres) undo.unshift(stopPostgres);
  const url = process.env["TEST_DATABASE_URL"];
  const template = url ? `template_${randomBytes(8).toString("hex")}` : "";
  if (url) {
    await administer(url, `create database ${template}`);
    undo.unshift(() => administer(url, `drop database ${template}`));
    await migrate({ dataDir: "unused", databaseUrl: databaseAt(url, template) });
  }
  project.provide("postgresTemplate", template);
  return async () => {
    for (const step of undo) await step();
  };
}

async function migrate(where: { dataDir: string; databaseUrl: string | null }): Promise<void> {
  const database = await openDatabase({ ...where, starterCatalogue: true }, () => undefined);
  await database.close();
}
