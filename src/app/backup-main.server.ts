import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createImageStore, type ImageStore } from "../features/pictures/image-store.server.ts";
import { takeDataFolder } from "../db/database-folder.server.ts";
import {
  type Database,
  openDatabaseForCommand,
  requireDatabaseFile,
} from "../db/database.server.ts";
import type { Env } from "../base/env.server.ts";
import { countOf } from "../domain/counts.ts";
import { UserError } from "../base/errors.server.ts";
import { isCatalogueEmpty } from "./backup.db.server.ts";
import { type BackupCount, writeBackup } from "./backup.server.ts";
import { inDatabase, runCommand } from "./command.server.ts";
import {
  type BackupSummary,
  checkBackup,
  earlierSchemaOf,
  restoreBackup,
  restoreEarlier,
} from "./restore.server.ts";

type Place = Pick<Env, "dataDir" | "databaseUrl">;
type Work = (database: Database, images: ImageStore) => Promise<BackupCount>;

const USAGE = `npm run backup -- FILE            writes a backup, also while the server runs
npm run backup -- --empty FILE    the same for a catalogue without cars
npm run restore -- FILE           fills an empty database with a backup
npm run restore -- --check FILE   says whether a backup is whole and what it holds
npm run move                      copies the embedded database of DATA_DIR to the empty one of DATABASE_URL`;

const withImages = (work: Work) => async (database: Database) =>
  work(database, await createImageStore(database, false));

async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "ev-backup-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Locks the data folder, so that nothing can write to it during the move. */
async function move(env: Place): Promise<BackupCount> {
  requireDatabaseFile(env.dataDir);
  const remedy = "stop that one first, since what it takes in would stay in the old database";
  const lockedFolder = takeDataFolder(env.dataDir, remedy);
  try {
    return await withFolder(async (folder) => {
      const file = join(folder, "catalogue.backup");
      const from = { ...env, databaseUrl: null };
      await inDatabase(
        from,
        withImages((...it) => writeBackup(...it, file)),
      );
      return restore(env, file);
    });
  } finally {
    lockedFolder.release();
  }
}

function inWords({ rows, images }: BackupCount): string {
  return `${rows} rows and ${countOf(images, "uploaded picture")}`;
}

function restore(env: Place, file: string): Promise<BackupCount> {
  return inDatabase(
    env,
    withImages((...to) => restoreBackup(...to, file)),
    true,
  );
}

/** Upgrades a backup of an earlier version in a temporary database. */
function restoreFromEarlier(env: Place, file: string, schema: string): Promise<BackupCount> {
  return withFolder(async (folder) => {
    const dataDir = join(folder, "earlier");
    const upgraded = join(folder, "catalogue.backup");
    await restoreEarlier(file, schema, dataDir);
    const database = await openDatabaseForCommand({ dataDir, databaseUrl: null });
    try {
      await withImages((...it) => writeBackup(...it, upgraded))(database);
    } finally {
      await database.close();
    }
    return restore(env, upgraded);
  });
}

async function backUp(env: Place, file: string, isEmptyAllowed: boolean): Promise<string> {
  const counts = await inDatabase(env, async (database) => {
    if (!isEmptyAllowed && (await isCatalogueEmpty(database))) {
      throw new UserError(
        409,
        "This catalogue has no cars, so nothing was backed up. Check DATA_DIR and DATABASE_URL; if it is right, add --empty.",
      );
    }
    return withImages((...from) => writeBackup(...from, file))(database);
  });
  return `${file} holds ${inWords(counts)}.`;
}

function describeBackup(file: string, { madeAt, release, schema, tables, images }: BackupSummary) {
  const counts = Object.entries(tables).map(([table, rows]) => `  ${table}: ${rows}`);
  return [
    `${file} is whole. It was made on ${madeAt} by ${release ?? "an earlier release"}, schema ${schema}.`,
    ...counts,
    `  uploaded pictures: ${images}`,
  ].join("\n");
}

async function run(env: Env, [command, ...given]: readonly string[]): Promise<string> {
  const options = given.filter((text) => text.startsWith("--"));
  const [file, ...more] = given.filter((text) => !text.startsWith("--"));
  const isOption = (option: string) => options.length === 1 && options[0] === option;
  if (command === "move" && given.length === 0) {
    if (env.databaseUrl === null) throw new UserError(400, "Set DATABASE_URL to the new database.");
    return `Moved ${inWords(await move(env))}. The old database is unchanged.`;
  }
  if (file === undefined || more.length > 0) throw new UserError(400, USAGE);
  if (command === "backup" && (options.length === 0 || isOption("--empty"))) {
    return backUp(env, file, isOption("--empty"));
  }
  if (command === "restore" && isOption("--check")) {
    return describeBackup(file, await checkBackup(file));
  }
  if (command === "restore" && options.length === 0) {
    const schema = await earlierSchemaOf(file);
    const restored = await (schema === null
      ? restore(env, file)
      : restoreFromEarlier(env, file, schema));
    return `Restored ${inWords(restored)}.`;
  }
  throw new UserError(400, USAGE);
}

runCommand(run);
