/**
 * A PostgreSQL of the tests' own: in a temporary folder, in memory where there is room, reachable
 * through a socket in it only, run by an unprivileged user, stopped and removed afterwards. Vitest
 * starts it before the tests, which find its address in `TEST_DATABASE_URL`.
 */
import { execFile, spawn } from "node:child_process";
import {
  accessSync,
  chownSync,
  constants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

const OLDEST_MAJOR = 15;
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
 * Ends the server and removes its folder when standard input ends, which it also does when the
 * process that started it is killed.
 */
const GUARD = `folder=$1; shift
exec 3<&0
"$@" 3<&- & server=$!
{ read -r _ <&3; kill -INT $server; } 2>/dev/null &
wait $server
rm -rf "$folder"`;

export interface TestPostgres {
  /** connection string of its `postgres` database, whose user may create others */
  url: string;
  stop(): Promise<void>;
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
  return folders.find(
    (folder) => isExecutable(join(folder, "initdb")) && isExecutable(join(folder, "postgres")),
  );
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
function unprivilegedUser(): { uid?: number; gid?: number } {
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
interface Cluster {
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
  const user = unprivilegedUser();
  const folder = mkdtempSync(join(parent, "ev-postgres-"));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  await promisify(execFile)(
    join(programs, "initdb"),
    ["-D", data, "-U", "postgres", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C"],
    { cwd: folder, ...user },
  );
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
 * Where tests take half the time: each makes a database of its own, of 300 files.
 * @returns a folder in memory, that for temporary ones when there is none with room enough
 */
function quickFolder(): string {
  try {
    accessSync(IN_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize > ROOM_BYTES ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** The arguments of `postgres` that run a cluster. */
export function runOptions({ data, folder }: Pick<Cluster, "data" | "folder">): string[] {
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return ["-D", data, "-k", folder, ...settings];
}

/**
 * Starts a server.
 * @param programs folder as found by `findPostgres`
 * @throws when it does not start, with what it printed
 */
export async function startPostgres(programs: string): Promise<TestPostgres> {
  const cluster = await makeCluster(programs, quickFolder());
  const { folder, user, url } = cluster;
  const guard = spawn(
    "/bin/sh",
    ["-c", GUARD, "sh", folder, join(programs, "postgres"), ...runOptions(cluster)],
    { cwd: folder, ...user, detached: true, stdio: ["pipe", "ignore", "pipe"] },
  );
  const ended = new Promise<void>((resolve) => guard.once("close", () => resolve()));
  const stop = async () => {
    guard.stdin.end();
    await ended;
  };

  const printed: string[] = [];
  for await (const line of createInterface(guard.stderr)) {
    printed.push(line);
    if (line.includes("ready to accept connections")) {
      guard.stderr.resume();
      return { url, stop };
    }
  }
  await stop();
  throw new Error(`PostgreSQL did not start:\n${printed.join("\n")}`);
}

/** Vitest's global setup: the returned function runs after the last test. */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (process.env["TEST_DATABASE_URL"]) return undefined;
  const programs = findPostgres();
  if (!programs) {
    const message = `PostgreSQL ${OLDEST_MAJOR} or newer was not found`;
    if (process.env["CI"] === "true") throw new Error(`${message}.`);
    console.warn(`\n!!! ${message}: the store is tested on SQLite ONLY.\n`);
    return undefined;
  }
  const postgres = await startPostgres(programs);
  process.env["TEST_DATABASE_URL"] = postgres.url;
  return postgres.stop;
}
