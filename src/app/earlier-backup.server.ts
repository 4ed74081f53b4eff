import { MIGRATIONS } from "../../db/migrations/migrations.ts";
import { createUploadedImageStore } from "../features/images/uploaded-image.store.server.ts";
import { createEarlierDatabase } from "../server/database.server.ts";
import { SCHEMA } from "./backup.server.ts";
import { restoreBackup, schemaOfBackup } from "./restore.server.ts";

/** The earlier schema that a backup's rows belong to; null when it is this version's, or unknown. */
export async function earlierSchemaOf(file: string): Promise<string | null> {
  const schema = await schemaOfBackup(file);
  return schema !== SCHEMA && Object.hasOwn(MIGRATIONS, schema) ? schema : null;
}

/**
 * Restores a backup that an earlier version made into a new embedded database with the schema of its
 * time, which is brought up to date when it is opened.
 * @throws UserError as `restoreBackup`
 */
export async function restoreEarlier(file: string, schema: string, dataDir: string): Promise<void> {
  const earlier = await createEarlierDatabase(dataDir, schema);
  try {
    const images = await createUploadedImageStore(earlier, dataDir);
    await restoreBackup(earlier, images, file, schema);
  } finally {
    await earlier.close();
  }
}
