import { join } from "node:path";
import { MIGRATIONS } from "../../db/migrations/migrations.ts";
import { createUploadedImageStore } from "../features/images/uploaded-image.store.server.ts";
import { createEarlierDatabase, openDatabaseForCommand } from "../server/database.server.ts";
import { SCHEMA, writeBackup } from "./backup.server.ts";
import { restoreBackup, schemaOfBackup } from "./restore.server.ts";

/**
 * A backup that an earlier version made, as one of this version: it is restored into an embedded
 * database with the schema of its time, which is then brought up to date as any other.
 * @param folder where there is room for a copy, empty and only ours
 * @returns the file itself when there is nothing to do, or when this version does not know its schema
 * @throws UserError as `restoreBackup`
 */
export async function backupOfThisVersion(file: string, folder: string): Promise<string> {
  const schema = await schemaOfBackup(file);
  if (schema === SCHEMA || !(schema in MIGRATIONS)) return file;
  const dataDir = join(folder, "earlier");
  const earlier = await createEarlierDatabase(dataDir, schema);
  const images = await createUploadedImageStore(earlier, dataDir);
  try {
    await restoreBackup(earlier, images, file, schema);
  } finally {
    await earlier.close();
  }
  const present = join(folder, "present.backup");
  const database = await openDatabaseForCommand({ dataDir, databaseUrl: null });
  try {
    await writeBackup(database, images, present);
  } finally {
    await database.close();
  }
  return present;
}
