import { lstat, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "../../../db/database.server.ts";
import type { TextEncoding } from "../accepted-files.ts";

/** No upload takes this long, so an older file was left behind by a killed server. */
export const OLDEST_UPLOAD_MS = 3_600_000;

export interface SpooledFile {
  path: string;
  /** aborted when the sender disconnects, so that nobody reads the answer */
  signal: AbortSignal;
  /** workbooks only: the sheet to read */
  sheet?: string | undefined;
  /** texts only: their encoding, if the request names it */
  encoding?: TextEncoding | undefined;
}

/** The folder next to an embedded database, or that of the system. */
export function uploadFolderOf({ filesFolder }: Pick<Database, "filesFolder">): string {
  return filesFolder ?? tmpdir();
}

export const PRIVATE_FILE = 0o600;

const PREFIX = "ev-upload-";

/** Calls `work` with a file path in a folder that nobody else can open, and removes both afterwards. */
export async function withSpoolPath<T>(parent: string, work: (path: string) => Promise<T>) {
  const folder = await mkdtemp(join(parent, `${PREFIX}${process.pid}-`));
  try {
    return await work(join(folder, "upload"));
  } finally {
    await removeFolder(folder);
  }
}

/** A folder that cannot be removed now, or that is not ours, is left to a later start. */
async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true }).catch(() => undefined);
}

/** Removes uploads left behind by killed servers. */
export async function removeAbandonedUploads(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = join(parent, name);
    // Its server may have removed it in the meantime.
    const { mtimeMs } = await lstat(folder).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs > OLDEST_UPLOAD_MS) await removeFolder(folder);
  }
}
