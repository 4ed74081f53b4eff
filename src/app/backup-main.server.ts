import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createImageStore, type ImageStore } from "../features/pictures/image-store.server.ts";
import { takeDataFolder } from "../db/database-folder.server.ts";
import { type Database, openDatabaseForCommand } from "../db/database.server.ts";
import { readEnv } from "../server/env.server.ts";
import { UserError } from "../server/errors.server.ts";
import { type BackupCount, writeBackup } from "./backup.server.ts";
import { runCommand } from "./command.server.ts";
import { earlierSchemaOf, restoreBackup, restoreEarlier } from "./restore.server.ts";

type Place = Parameters<typeof openDatabaseForCommand>[0];
type Work = (database: Database, images: ImageStore) => Promise<BackupCount>;

const USAGE = `npm run backup -- FILE    writes a backup, also while the server runs
npm run restore -- FILE   fills an empty database with a backup
npm run move              copies the embedded database of DATA_DIR to the empty one of DATABASE_URL`;

async function inDatabase(place: Place, work: Work): Promise<BackupCount> {
  const database = await openDatabaseForCommand(place);
  try {
    return await work(database, await createImageStore(database, false));
  } finally {
    await database.close();
  }
}

async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "ev-backup-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function copy(from: Place, to: Place, folder: string): Promise<BackupCount> {
  const way = join(folder, "catalogue.backup");
  await inDatabase(from, (...it) => writeBackup(...it, way));
  return inDatabase(to, (...it) => restoreBackup(...it, way));
}

/** Locks the data folder, so that nothing can write to it during the move. */
async function move(env: Place): Promise<BackupCount> {
  const remedy = "stop that one first, since what it takes in would stay in the old database";
  const lockedFolder = takeDataFolder(env.dataDir, remedy);
  try {
    return await withFolder((folder) => copy({ ...env, databaseUrl: null }, env, folder));
  } finally {
    lockedFolder.release();
  }
}

function inWords({ rows, images }: BackupCount): string {
  return `${rows} rows and ${images} uploaded pictures`;
}

async function run([command, file, ...more]: readonly string[]): Promise<string> {
  const env = readEnv(process.env);
  if (command === "move" && file === undefined) {
    if (env.databaseUrl === null) throw new UserError(400, "Set DATABASE_URL to the new database.");
    return `Moved ${inWords(await move(env))}. The old database is unchanged.`;
  }
  if (file === undefined || more.length > 0) throw new UserError(400, USAGE);
  if (command === "backup") {
    const counts = await inDatabase(env, (...from) => writeBackup(...from, file));
    return `${file} holds ${inWords(counts)}.`;
  }
  if (command === "restore") {
    const schema = await earlierSchemaOf(file);
    const restored = await (schema === null
      ? inDatabase(env, (...to) => restoreBackup(...to, file))
      : withFolder(async (folder) => {
          const dataDir = join(folder, "earlier");
          await restoreEarlier(file, schema, dataDir);
          return copy({ dataDir, databaseUrl: null }, env, folder);
        }));
    return `Restored ${inWords(restored)}.`;
  }
  throw new UserError(400, USAGE);
}

runCommand(run);
