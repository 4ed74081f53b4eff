/**
 * A PostgreSQL for the tests only: in a temporary folder, in memory if there is room, reachable only through
 * a socket in that folder, run by an unprivileged user, and removed afterwards.
 */
import { execFile, spawn } from "node:child_process";
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

const OLDEST_MAJOR = 15;
const PROGRAMS = ["initdb", "postgres", "pg_basebackup"];
const DEBIAN_VERSIONS = "/usr/lib/postgresql";
/** Linux's in-memory folder, and more space than the tests ever need. */
const IN_MEMORY = "/dev/shm";
const ROOM_BYTES = 2 * 1024 ** 3;

/** Trades safety for speed, since the data does not outlive the tests. */
const SETTINGS = {
  listen_addresses: "",
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "100",
  max_wal_size: "128MB",
  lc_messages: "C",
};

/**
 * Stops the server and removes the given folder when its standard input ends, which also happens when the
 * process that started it is killed.
 */
const GUARD = `folder=$1; shift
exec 3<&0
"$@" 3<&- & server=$!
{ read -r _ <&3; kill -INT $server; } 2>/dev/null &
wait $server
[ -z "$folder" ] || rm -rf "$folder"`;

interface RunningPostgres {
  /** Shuts down fast, which ends all connections. @returns once it is down */
  stop(): Promise<void>;
  /** Signals the main process and all processes that serve connections. */
  signal(name: NodeJS.Signals): void;
}

export interface TestPostgres extends RunningPostgres {
  /** connection string of the `postgres` database, whose user may create others */
  url: string;
}

/** The folder of the programs of PostgreSQL 15 or newer; undefined where they are not installed. */
export function findPostgres(): string | undefined {
  const packaged = list(DEBIAN_VERSIONS)
    .filter((version) => Number(version) >= OLDEST_MAJOR)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN_VERSIONS, version, "bin"));
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), ...packaged];
  return folders.find((folder) => PROGRAMS.every((name) => isExecutable(join(folder, name))));
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The ids of a user to run PostgreSQL as, since it refuses to run as root; empty when we are not root. */
export function unprivilegedUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of ["postgres", "nobody"]) {
    const fields = users.find((line) => line.startsWith(`${name}:`))?.split(":");
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  throw new Error(
    "PostgreSQL needs an unprivileged user, and there is neither postgres nor nobody.",
  );
}

/** An empty PostgreSQL in a folder of its own, and the unprivileged user that runs it. */
export interface Cluster {
  folder: string;
  /** the part of the folder that is not the socket */
  data: string;
  user: { uid?: number; gid?: number };
  /** the address of the `postgres` database, whose user may create others; uses the socket */
  url: string;
  remove(): void;
}

/** @param programs folder as found by `findPostgres` @param parent where to create its folder */
export async function makeCluster(programs: string, parent = tmpdir()): Promise<Cluster> {
  const options = ["-U", "postgres", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C"];
  return fillFolder(programs, parent, ["initdb", ...options, "-D"]);
}

/** A standby that follows a running server once it is started. */
export function makeStandby(programs: string, primary: Cluster): Promise<Cluster> {
  const options = ["-h", primary.folder, "-U", "postgres", "--write-recovery-conf", "--no-sync"];
  return fillFolder(programs, dirname(primary.folder), [
    "pg_basebackup",
    ...options,
    "--checkpoint=fast",
    "-D",
  ]);
}

/** @param command creates the data folder, whose path is appended */
async function fillFolder(
  programs: string,
  parent: string,
  [program = "", ...args]: readonly string[],
): Promise<Cluster> {
  const user = unprivilegedUser();
  const folder = mkdtempSync(join(parent, "ev-postgres-"));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  await promisify(execFile)(join(programs, program), [...args, data], { cwd: folder, ...user });
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`;
  return {
    folder,
    data,
    user,
    url,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * Finds a folder in which tests take half the time, since each creates a database of 300 files.
 * @returns a folder in memory, or the temporary folder when memory has too little room
 */
export function quickFolder(): string {
  try {
    accessSync(IN_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize > ROOM_BYTES ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/**
 * Runs a cluster's server, which stops with this process however that ends.
 * @param settings in addition to those of all tests
 * @param removed folder to remove after it has stopped
 * @returns once it accepts connections
 * @throws Error with its output when it does not start
 */
export async function runCluster(
  programs: string,
  { data, folder, user }: Cluster,
  settings: Readonly<Record<string, string>> = {},
  removed = "",
): Promise<RunningPostgres> {
  const options = Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  const program = [join(programs, "postgres"), "-D", data, "-k", folder, ...options];
  const guard = spawn("/bin/sh", ["-c", GUARD, "sh", removed, ...program], {
    cwd: folder,
    ...user,
    detached: true,
    stdio: ["pipe", "ignore", "pipe"],
  });
  const ended = new Promise<void>((resolve) => guard.once("close", () => resolve()));

  function signal(name: NodeJS.Signals): void {
    const main = Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]);
    const served = readdirSync("/proc")
      .map(Number)
      .filter((pid) => pid && parentOf(pid) === main);
    for (const pid of [main, ...served]) {
      try {
        process.kill(pid, name);
      } catch {
        // The process is already gone.
      }
    }
  }
  async function stop(): Promise<void> {
    // A frozen process could not exit.
    if (guard.exitCode === null && existsSync("/proc/self/status")) signal("SIGCONT");
    guard.stdin.end();
    await ended;
  }

  const printed: string[] = [];
  for await (const line of createInterface(guard.stderr)) {
    printed.push(line);
    if (/ready to accept (read-only )?connections/.test(line)) {
      guard.stderr.resume();
      return { stop, signal };
    }
  }
  await ended;
  throw new Error(`PostgreSQL did not start:\n${printed.join("\n")}`);
}

function parentOf(pid: number): number {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  } catch {
    return 0; // the process is already gone
  }
}

/** Starts a server. @param programs folder as found by `findPostgres` */
export async function startPostgres(programs: string): Promise<TestPostgres> {
  const cluster = await makeCluster(programs, quickFolder());
  const running = await runCluster(programs, cluster, {}, cluster.folder);
  return { ...running, url: cluster.url };
}

/** Starts the tests' PostgreSQL and sets `TEST_DATABASE_URL`, unless it is set. @returns what stops it, if so */
export async function startTestPostgres(): Promise<(() => Promise<void>) | undefined> {
  if (process.env["TEST_DATABASE_URL"]) return undefined;
  const programs = findPostgres();
  if (!programs) {
    const message = `PostgreSQL ${OLDEST_MAJOR} or newer was not found`;
    if (process.env["CI"] === "true") throw new Error(`${message}.`);
    console.error(`\n!!! ${message}: the store is tested on SQLite ONLY.\n`);
    return undefined;
  }
  const postgres = await startPostgres(programs);
  process.env["TEST_DATABASE_URL"] = postgres.url;
  return postgres.stop;
}
