import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { startServer } from "./server-process.ts";

export { ADMINISTRATOR } from "./server-process.ts";

const STOP_MS = 5_000;

/** The built app, on a port and with a data folder of its own. */
export interface Site {
  origin: string;
  dataDir: string;
  /** what the server has printed so far */
  log(): string;
  /** whether the database has been changed since the server was ready */
  hasChanged(): boolean;
  /** stops the server and removes its data folder */
  stop(): Promise<void>;
}

/**
 * Starts the built server as `npm start` does, on a free port with an empty data folder.
 * @param env variables that differ from the defaults, such as `STARTER_CATALOGUE`
 * @param fill prepares the data folder before the server opens it
 * @throws when there is no build or the server does not come up, with what it printed
 */
export async function startSite(
  env: Readonly<Record<string, string>> = {},
  fill?: (dataDir: string) => Promise<void>,
): Promise<Site> {
  const dataDir = await mkdtemp(join(tmpdir(), "ev-site-"));
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    await fill?.(dataDir);
    const { origin, process, log, ended } = await startServer({ ...env, DATA_DIR: dataDir });
    const watch = watchDatabase(join(dataDir, "catalogue.db"));
    return {
      origin,
      dataDir,
      log,
      hasChanged: watch.hasChanged,
      async stop() {
        watch.close();
        const timer = setTimeout(() => process.kill("SIGKILL"), STOP_MS);
        process.kill("SIGTERM");
        await ended;
        clearTimeout(timer);
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Tells whether another connection has committed anything. A database elsewhere counts as changed. */
function watchDatabase(file: string): Pick<Site, "hasChanged"> & { close(): void } {
  if (!existsSync(file)) return { hasChanged: () => true, close: () => undefined };
  const database = new DatabaseSync(file, { readOnly: true });
  // SQLite changes it with each commit of another connection.
  const dataVersion = () => database.prepare("pragma data_version").get()?.["data_version"];
  const first = dataVersion();
  return { hasChanged: () => dataVersion() !== first, close: () => database.close() };
}
