import { existsSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { lockDataFolder } from "../db/database-folder.server.ts";
import {
  type DatabaseLocation,
  openDatabaseForCommand,
  requireDatabaseFile,
} from "../db/database.server.ts";
import type { Env } from "../base/env.server.ts";
import { countOf } from "../domain/format.ts";
import { UserError } from "../base/errors.server.ts";
import {
  type BackupCount,
  type BackupSummary,
  checkBackup,
  restoreBackup,
  restoreEarlier,
  SCHEMA,
  writeBackup,
} from "./backup.server.ts";
import { isCatalogueEmpty } from "./backup.db.server.ts";
import { inDatabase, runCommand } from "./command.server.ts";

const USAGE = `npm run backup -- FILE            writes a backup, also while the server runs
npm run backup -- --empty FILE    the same for a catalogue without cars
npm run restore -- FILE           fills an empty database with a backup
npm run restore -- --check FILE   says whether a backup is whole and what it holds
npm run move                      copies the embedded database of DATA_DIR to the empty one of DATABASE_URL`;

/** Fills the configured database, which is empty, with the backup that `write` writes. */
async function restoreFrom(
  env: DatabaseLocation,
  write: (file: string, folder: string) => Promise<unknown>,
): Promise<BackupCount> {
  const folder = await mkdtemp(join(tmpdir(), "ev-backup-"));
  const file = join(folder, "catalogue.backup");
  try {
    await write(file, folder);
    return await restore(env, await checkBackup(file));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Locks the data folder, so that nothing can write to it during the move. */
async function move(env: DatabaseLocation): Promise<BackupCount> {
  requireDatabaseFile(env.dataDir);
  const remedy = "stop that one first, since what it takes in would stay in the old database";
  const lockedFolder = lockDataFolder(env.dataDir, remedy);
  try {
    return await restoreFrom(env, (file) =>
      inDatabase({ ...env, databaseUrl: null }, (database) => writeBackup(database, file)),
    );
  } finally {
    lockedFolder.release();
  }
}

function inWords({ rows, images }: BackupCount): string {
  return `${rows} rows and ${countOf(images, "uploaded picture")}`;
}

function restore(env: DatabaseLocation, checked: BackupSummary): Promise<BackupCount> {
  if (env.databaseUrl === null) requireOwner(env.dataDir);
  return inDatabase(env, (database) => restoreBackup(database, checked), true);
}

/** @throws UserError when root would leave files that the server's user cannot open */
function requireOwner(dataDir: string): void {
  let folder = resolve(dataDir);
  while (!existsSync(folder)) folder = dirname(folder);
  const { uid } = statSync(folder);
  if (process.getuid?.() !== 0 || uid === 0) return;
  throw new UserError(
    403,
    `${folder} belongs to another user (id ${uid}), who could not open what root restores: run this as that user.`,
  );
}

/** Upgrades a backup of an earlier version in a temporary database. */
function restoreFromEarlier(env: DatabaseLocation, checked: BackupSummary): Promise<BackupCount> {
  return restoreFrom(env, async (file, folder) => {
    const dataDir = join(folder, "earlier");
    await restoreEarlier(checked, dataDir);
    const database = await openDatabaseForCommand({ dataDir, databaseUrl: null });
    try {
      await writeBackup(database, file);
    } finally {
      await database.close();
    }
  });
}

async function backUp(env: DatabaseLocation, file: string, isEmptyAllowed: boolean) {
  const counts = await inDatabase(env, async (database) => {
    if (!isEmptyAllowed && (await isCatalogueEmpty(database))) {
      throw new UserError(
        409,
        "This catalogue has no cars, so nothing was backed up. Check DATA_DIR and DATABASE_URL; if it is right, add --empty.",
      );
    }
    return writeBackup(database, file);
  });
  return `${file} holds ${inWords(counts)}.`;
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
    const { madeAt, release = "an earlier release", schema, ...counts } = await checkBackup(file);
    return `${file} is whole and holds ${inWords(counts)}. It was made on ${madeAt} by ${release}, schema ${schema}.`;
  }
  if (command === "restore" && options.length === 0) {
    const checked = await checkBackup(file);
    const restored = await (checked.schema === SCHEMA
      ? restore(env, checked)
      : restoreFromEarlier(env, checked));
    return `Restored ${inWords(restored)}.`;
  }
  throw new UserError(400, USAGE);
}

runCommand(run);
