/**
 * A PostgreSQL of the tests' own: in a temporary folder, in memory where there is room, reachable
 * through a socket in it only, run by an unprivileged user, stopped and removed afterwards.
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
/** Linux's folder in memory, and what the tests never need of it. */
const IN_MEMORY = "/dev/shm";
const ROOM_BYTES = 2 * 1024 ** 3;

/** Speed instead of safety: nothing in it outlives the tests. */
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
 * Ends the server and removes its folder, if named, when standard input ends, which it also does when
 * the process that started it is killed.
 */
const GUARD = `folder=$1; shift
exec 3<&0
"$@" 3<&- & server=$!
{ read -r _ <&3; kill -INT $server; } 2>/dev/null &
wait $server
[ -z "$folder" ] || rm -rf "$folder"`;

/** A server that runs. */
interface RunningPostgres {
  /** Does a fast shutdown, which ends all connections. @returns when it is down */
  stop(): Promise<void>;
  /** Signals the main process and all that serve connections. */
  signal(name: NodeJS.Signals): void;
}

export interface TestPostgres extends RunningPostgres {
  /** connection string of its `postgres` database, whose user may create others */
  url: string;
}

/**
 * Finds the programs of PostgreSQL 15 or newer.
 * @returns their folder, undefined when there are none
 */
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

/** PostgreSQL refuses to run as root: the ids of the user to run it as, empty when we are not root. */
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
  /** what is in the folder besides its socket */
  data: string;
  user: { uid?: number; gid?: number };
  /** of its `postgres` database, whose user may create others; through the socket */
  url: string;
  remove(): void;
}

/**
 * @param programs folder as found by `findPostgres`
 * @param parent where its folder goes
 */
export async function makeCluster(programs: string, parent = tmpdir()): Promise<Cluster> {
  const options = ["-U", "postgres", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C"];
  return fillFolder(programs, parent, ["initdb", ...options, "-D"]);
}

/** A standby of a server that runs. It follows that as soon as it runs itself. */
export function makeStandby(programs: string, primary: Cluster): Promise<Cluster> {
  const options = ["-h", primary.folder, "-U", "postgres", "--write-recovery-conf", "--no-sync"];
  return fillFolder(programs, dirname(primary.folder), [
    "pg_basebackup",
    ...options,
    "--checkpoint=fast",
    "-D",
  ]);
}

/** @param command what makes the data folder, whose path is added */
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
 * Finds a folder in which tests take half the time: each creates a database of 300 files.
 * @returns a folder in memory, that for temporary ones when there is none with room enough
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
 * Runs a cluster's server, which ends with this process, however that ends.
 * @param settings besides those of all tests
 * @param removed folder that goes when it has ended
 * @returns when it takes connections
 * @throws when it does not start, with what it printed
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
        // The process has already ended.
      }
    }
  }
  async function stop(): Promise<void> {
    // A frozen process could not end.
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
    return 0; // it has ended meanwhile
  }
}

/**
 * Starts a server.
 * @param programs folder as found by `findPostgres`
 */
export async function startPostgres(programs: string): Promise<TestPostgres> {
  const cluster = await makeCluster(programs, quickFolder());
  const running = await runCluster(programs, cluster, {}, cluster.folder);
  return { ...running, url: cluster.url };
}

/**
 * Starts the tests' PostgreSQL and names it in `TEST_DATABASE_URL`, unless that names one already.
 * @returns what stops it, undefined when nothing was started
 */
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
