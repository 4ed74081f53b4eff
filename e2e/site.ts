import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MAIN = "dist/server/main.js";
const START_MS = 30_000;
const STOP_MS = 5_000;

/** Who may sign in on every test server; empty ADMIN_ variables leave it without anybody. */
export const ADMINISTRATOR = { username: "admin", password: "correct horse battery" };

/** The built product, running on a port and with a data folder of its own. */
export interface Site {
  origin: string;
  dataDir: string;
  /** what the server has printed so far */
  log(): string;
  /** ends the server and removes its data folder */
  stop(): Promise<void>;
}

/**
 * Starts the built server as `npm start` does, on a free port with an empty data folder.
 * @param env configuration that differs from the defaults, such as `STARTER_CATALOGUE`
 * @param fill puts something into the data folder before the server opens it
 * @throws when nothing is built or the server does not come up, with what it printed
 */
export async function startSite(
  env: Readonly<Record<string, string>> = {},
  fill?: (dataDir: string) => Promise<void>,
): Promise<Site> {
  if (!existsSync(MAIN)) throw new Error(`${MAIN} is missing: run npm run build first.`);
  const dataDir = await mkdtemp(join(tmpdir(), "ev-site-"));
  await fill?.(dataDir);
  const server = spawn(process.execPath, [MAIN], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"],
      HOST: "127.0.0.1",
      PORT: "0",
      RATE_LIMITS: "off",
      ADMIN_USERNAME: ADMINISTRATOR.username,
      ADMIN_PASSWORD: ADMINISTRATOR.password,
      ...env,
      DATA_DIR: dataDir,
    },
  });
  let printed = "";
  const exited = once(server, "exit");
  const address = new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("The server took too long.")), START_MS);
    const read = (text: Buffer) => {
      printed += text.toString();
      const found = /^Ready: (http:\S+)$/m.exec(printed)?.[1];
      if (found) resolve(found);
      if (found) clearTimeout(timer);
    };
    server.stdout.on("data", read);
    server.stderr.on("data", read);
    server.once("exit", () => {
      clearTimeout(timer);
      reject(new Error("The server ended."));
    });
  });

  const stop = async () => {
    const timer = setTimeout(() => server.kill("SIGKILL"), STOP_MS);
    server.kill("SIGTERM");
    if (server.exitCode === null && server.signalCode === null) await exited;
    clearTimeout(timer);
    await rm(dataDir, { recursive: true, force: true });
  };

  try {
    return { origin: await address, dataDir, log: () => printed, stop };
  } catch (error) {
    await stop();
    throw new Error(`${String(error)} It printed:\n${printed}`, { cause: error });
  }
}
