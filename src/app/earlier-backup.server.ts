import { join } from "node:path";
import { MIGRATIONS } from "../../db/migrations/migrations.ts";
import { createUploadedImageStore } from "../features/images/uploaded-image.store.server.ts";
import { createEarlierDatabase, openDatabaseForCommand } from "../server/database.server.ts";
import { SCHEMA, writeBackup } from "./backup.server.ts";
import { restoreBackup, schemaOfBackup } from "./restore.server.ts";

/** The earlier schema that a backup's rows belong to; null when it is this version's, or unknown. */
export async function earlierSchemaOf(file: string): Promise<string | null> {
  const schema = await schemaOfBackup(file);
  return schema !== SCHEMA && Object.hasOwn(MIGRATIONS, schema) ? schema : null;
}

/**
 * A backup that an earlier version made, as one of this version: it is restored into an embedded
 * database with the schema of its time, which is then brought up to date on opening.
 * @param folder where there is room for two copies, empty and only ours
 * @throws UserError as `restoreBackup`
 */
export async function backupOfThisVersion(
  file: string,
  schema: string,
  folder: string,
): Promise<string> {
  const dataDir = join(folder, "earlier");
  const earlier = await createEarlierDatabase(dataDir, schema);
  try {
    const images = await createUploadedImageStore(earlier, dataDir);
    await restoreBackup(earlier, images, file, schema);
  } finally {
    await earlier.close();
  }
  const present = join(folder, "present.backup");
  const database = await openDatabaseForCommand({ dataDir, databaseUrl: null });
  try {
    const images = await createUploadedImageStore(database, dataDir);
    await writeBackup(database, images, present);
  } finally {
    await database.close();
  }
  return present;
}
