import { lstat, mkdtemp, readdir, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "../../../db/database.server.ts";
import { OLDEST_UPLOAD_MS } from "../limits.ts";

/** An uploaded file on the disk. */
export interface SpooledFile {
  path: string;
  /** aborted when the sender leaves: nobody reads the answer then */
  signal: AbortSignal;
  /** of a workbook: the sheet to read, or several with slashes between their names */
  sheet?: string | undefined;
  /** Its first column names the fields, so it is turned. */
  isSideways?: boolean | undefined;
}

/** Where uploads are spooled. */
export interface UploadFolder {
  path: string;
  /** Servers of other hosts may spool there, too. */
  isShared: boolean;
}

/** The folder beside an embedded database belongs to one server. */
export function uploadFolderOf({ filesFolder }: Pick<Database, "filesFolder">): UploadFolder {
  return { path: filesFolder ?? tmpdir(), isShared: filesFolder === null };
}

/** Mode of a file that nobody else can read. */
export const PRIVATE_FILE = 0o600;

const PREFIX = "ev-upload-";
const SUFFIX = ".upload";
/** Tells the hosts apart that share a folder, whose processes may have the same numbers. */
const FILE_NAME = `${hostname().replaceAll(/[^\w.-]/g, "_")}${SUFFIX}`;

/** Folders of this process. */
const ownFolders = new Set<string>();

/**
 * Calls `work` with the path for a file in a folder that nobody else can open, and removes both
 * afterwards.
 */
export async function withSpoolPath<T>(
  { path: parent }: UploadFolder,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(parent, `${PREFIX}${process.pid}-`));
  ownFolders.add(folder);
  try {
    return await work(join(folder, FILE_NAME));
  } finally {
    // What cannot be removed now goes at the next start.
    await removeFolder(folder);
    ownFolders.delete(folder);
  }
}

async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true }).catch(() => undefined);
}

/** Removes the uploads that killed servers have left; those of other hosts only once they are old. */
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
    // A process of today may have the number of one that is gone.
    if (Date.now() - mtimeMs > OLDEST_UPLOAD_MS) return true;
    if (isShared && (await isOfOtherHost(folder))) return false;
  } catch {
    // Its server has removed it meanwhile, or it is none of ours.
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
