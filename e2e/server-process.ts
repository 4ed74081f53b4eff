import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";

const MAIN = "dist/server/main.js";
const START_MS = 30_000;

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
  scripts: { start: string };
};
/** The flags and program that `npm start` passes to Node. */
const START: readonly string[] = scripts.start.replace(/^exec node /, "").split(" ");

/** The administrator of every test server, unless empty ADMIN_ variables remove it. */
export const ADMINISTRATOR = { username: "admin", password: "correct horse battery" };

/** The built app in a process of its own. */
export interface ServerProcess {
  origin: string;
  process: ChildProcess;
  /** what it has printed so far */
  log(): string;
  /** its exit code, or the signal that ended it */
  ended: Promise<number | NodeJS.Signals>;
}

/** Thrown when a server ended before it was ready; the message includes what it printed. */
export class ServerDidNotStart extends Error {}

/**
 * Starts the built server, on a free port unless `env` names one.
 * @param env variables that differ from the tests' defaults; DATA_DIR is required
 * @throws ServerDidNotStart when there is no build or the server does not come up
 */
export async function startServer(
  env: Readonly<Record<string, string>> & { DATA_DIR: string },
): Promise<ServerProcess> {
  if (!existsSync(MAIN)) throw new Error(`${MAIN} is missing: run npm run build first.`);
  const server = spawn(process.execPath, START, {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"],
      EV_ENV_FILE: "/dev/null",
      HOST: "127.0.0.1",
      PORT: "0",
      RATE_LIMITS: "off",
      ADMIN_USERNAME: ADMINISTRATOR.username,
      ADMIN_PASSWORD: ADMINISTRATOR.password,
      ...env,
    },
  });
  let printed = "";
  const ended = once(server, "exit").then(
    ([code, signal]: (number | NodeJS.Signals | null)[]) => code ?? signal ?? 1,
  );
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
    // At this point, all of its output has been read.
    server.once("close", () => {
      clearTimeout(timer);
      reject(new Error("The server ended."));
    });
  });
  try {
    return { origin: await address, process: server, log: () => printed, ended };
  } catch (error) {
    server.kill("SIGKILL");
    await ended;
    throw new ServerDidNotStart(`${String(error)} It printed:\n${printed}`, { cause: error });
  }
}
