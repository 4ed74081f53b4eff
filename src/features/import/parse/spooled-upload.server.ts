import { lstat, mkdtemp, readdir, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "../../../db/database.server.ts";
import type { TextEncoding } from "../import.schema.ts";

/** No upload takes this long, so an older file was left behind by a killed server. */
export const OLDEST_UPLOAD_MS = 3_600_000;

/** An uploaded file on disk. */
export interface SpooledFile {
  path: string;
  /** aborted when the sender disconnects, so that nobody reads the answer */
  signal: AbortSignal;
  /** workbooks only: the sheet to read */
  sheet?: string | undefined;
  /** texts only: their encoding, if the request names it */
  encoding?: TextEncoding | undefined;
}

/** The folder where uploads are spooled. */
export interface UploadFolder {
  path: string;
  /** Whether servers on other hosts may use it too. */
  isShared: boolean;
}

/** The folder next to an embedded database belongs to one server. */
export function uploadFolderOf({ filesFolder }: Pick<Database, "filesFolder">): UploadFolder {
  return { path: filesFolder ?? tmpdir(), isShared: filesFolder === null };
}

/** Makes a file unreadable for other users. */
export const PRIVATE_FILE = 0o600;

const PREFIX = "ev-upload-";
const SUFFIX = ".upload";
/** Identifies the host, since hosts that share a folder may have equal process ids. */
const FILE_NAME = `${hostname().replaceAll(/[^\w.-]/g, "_")}${SUFFIX}`;

/** Folders of this process. */
const ownFolders = new Set<string>();

/** Calls `work` with a file path in a folder that nobody else can open, and removes both afterwards. */
export async function withSpoolPath<T>(
  { path: parent }: UploadFolder,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(parent, `${PREFIX}${process.pid}-`));
  ownFolders.add(folder);
  try {
    return await work(join(folder, FILE_NAME));
  } finally {
    // If it cannot be removed now, the next start removes it.
    await removeFolder(folder);
    ownFolders.delete(folder);
  }
}

async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true }).catch(() => undefined);
}

/** Removes uploads left behind by killed servers; those of other hosts only once they are old. */
export async function removeAbandonedUploads({ path, isShared }: UploadFolder): Promise<void> {
  const folders = (await readdir(path)).filter((name) => name.startsWith(PREFIX));
  for (const name of folders) {
    const folder = join(path, name);
    if (await isAbandoned(folder, name, isShared)) await removeFolder(folder);
  }
}

async function isAbandoned(folder: string, name: string, isShared: boolean): Promise<boolean> {
  try {
    const { mtimeMs, uid } = await lstat(folder);
    if (ownFolders.has(folder) || uid !== (process.getuid?.() ?? uid)) return false;
    // A running process may have the id of one that has ended.
    if (Date.now() - mtimeMs > OLDEST_UPLOAD_MS) return true;
    if (isShared && (await isOfOtherHost(folder))) return false;
  } catch {
    // Its server has removed it in the meantime, or it is not ours.
    return false;
  }
  const pid = Number(name.slice(PREFIX.length).split("-", 1)[0]);
  return pid === process.pid || !isRunning(pid);
}

async function isOfOtherHost(folder: string): Promise<boolean> {
  const files = await readdir(folder);
  return files.some((file) => file.endsWith(SUFFIX) && file !== FILE_NAME);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists but belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
