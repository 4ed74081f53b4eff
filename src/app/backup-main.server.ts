import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createUploadedImageStore,
  type UploadedImageStore,
} from "../features/images/uploaded-image.store.server.ts";
import { type Database, openDatabaseForCommand } from "../server/database.server.ts";
import { readEnv } from "../server/env.server.ts";
import { UserError } from "../server/errors.server.ts";
import { type BackupCount, writeBackup } from "./backup.server.ts";
import { restoreBackup } from "./restore.server.ts";

type Place = Parameters<typeof openDatabaseForCommand>[0];
type Work = (database: Database, images: UploadedImageStore) => Promise<BackupCount>;

const USAGE = `npm run backup -- FILE    writes a backup, also while the server runs
npm run restore -- FILE   fills an empty database with a backup
npm run move              copies the embedded database of DATA_DIR to the empty one of DATABASE_URL`;

async function inDatabase(place: Place, work: Work): Promise<BackupCount> {
  const database = await openDatabaseForCommand(place);
  try {
    return await work(database, await createUploadedImageStore(database, place.dataDir, false));
  } finally {
    await database.close();
  }
}

function inWords({ rows, images }: BackupCount): string {
  return `${rows} rows and ${images} uploaded pictures`;
}

/** Runs one of the commands and says what it did. */
async function run([command, file, ...more]: readonly string[]): Promise<string> {
  const env = readEnv(process.env);
  if (command === "move" && file === undefined) {
    if (env.databaseUrl === null)
      throw new UserError(400, "DATABASE_URL must name the new database.");
    const folder = await mkdtemp(join(tmpdir(), "ev-move-"));
    const way = join(folder, "catalogue.backup");
    try {
      await inDatabase({ ...env, databaseUrl: null }, (...from) => writeBackup(...from, way));
      const moved = await inDatabase(env, (...to) => restoreBackup(...to, way));
      return `Moved ${inWords(moved)}. The old database is as it was.`;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  if (file === undefined || more.length > 0) throw new UserError(400, USAGE);
  if (command === "backup") {
    const made = await inDatabase(env, (...from) => writeBackup(...from, file));
    return `${file} holds ${inWords(made)}.`;
  }
  if (command === "restore") {
    return `Restored ${inWords(await inDatabase(env, (...to) => restoreBackup(...to, file)))}.`;
  }
  throw new UserError(400, USAGE);
}

run(process.argv.slice(2)).then(
  (sentence) => process.stdout.write(`${sentence}\n`),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
