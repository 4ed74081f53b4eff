import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { reasonOf, SQLITE, sqliteCodeOf, UserError } from "../base/errors.server.ts";

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

interface DataFolder {
  path: string;
  release(): void;
}

export function createPrivateFile(path: string): void {
  // Do not open an existing file: closing it would drop SQLite's locks on it.
  if (!existsSync(path)) writeFileSync(path, "", { mode: PRIVATE_FILE, flag: "wx" });
}

/**
 * Creates the data folder (mode 0700) and locks it; the operating system releases the lock when the process ends.
 * @param remedy what to do when another process has it @throws UserError
 */
export function lockDataFolder(
  dataDir: string,
  remedy = "stop that one, or set DATA_DIR to another folder",
): DataFolder {
  const path = resolve(dataDir);
  const pidFile = join(path, "server.pid");
  let lock: DatabaseSync | undefined;
  try {
    makeFolder(path);
    const lockFile = join(path, "server.lock");
    createPrivateFile(lockFile);
    lock = new DatabaseSync(lockFile);
    lock.exec("begin exclusive");
    writeFileSync(pidFile, `${process.pid}\n`, { mode: PRIVATE_FILE });
  } catch (error) {
    lock?.close();
    throw folderError(path, pidFile, remedy, error);
  }
  const ownLock = lock;
  return {
    path,
    release() {
      rmSync(pidFile, { force: true });
      ownLock.close();
    },
  };
}

/** Creates a folder for its owner only, unless it is there. Node's own recursive option loops for ever below /proc. */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above);
  mkdirSync(path, { mode: PRIVATE_FOLDER });
}

/** Lets a command run while the server is running. */
export function lockOrShareDataFolder(dataDir: string): DataFolder {
  try {
    return lockDataFolder(dataDir);
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
    return { path: resolve(dataDir), release: () => undefined };
  }
}

class DataFolderInUse extends UserError {}

function folderError(path: string, pidFile: string, remedy: string, error: unknown): UserError {
  if (sqliteCodeOf(error) === SQLITE.BUSY) {
    const pid = existsSync(pidFile) ? readFileSync(pidFile, "utf8").trim() : "unknown";
    return new DataFolderInUse(
      500,
      `The data folder ${path} is in use by another server (process ${pid}): ${remedy}.`,
    );
  }
  return new UserError(500, `DATA_DIR: the folder ${path} cannot be used: ${reasonOf(error)}.`);
}

/** Makes a rename durable; Windows has no equivalent for folders. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
