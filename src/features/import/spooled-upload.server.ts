import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Database } from "../../server/database.server.ts";

/** An uploaded file on the disk. */
export interface SpooledFile {
  path: string;
  /** aborted when the sender leaves: nobody reads the answer then */
  signal: AbortSignal;
  /** of a workbook: the name of the sheet to read */
  sheet?: string | undefined;
}

/** Where uploads are spooled: the data folder, which only an embedded database has. */
export function uploadFolderOf({ engine }: Pick<Database, "engine">, dataDir: string): string {
  return engine === "sqlite" ? resolve(dataDir) : tmpdir();
}

/**
 * Calls `work` with a folder of its own that nobody else can open, and removes it afterwards.
 * @param parent a folder that exists
 */
export async function withUploadFolder<T>(
  parent: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(parent, `ev-upload-${process.pid}-`));
  try {
    return await work(folder);
  } finally {
    // What cannot be removed now goes at the next start.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}
