/** Runs a pgbouncer in transaction mode in front of the tests' PostgreSQL. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { unprivilegedUser } from "./postgres.ts";

export function isPgbouncerThere(): boolean {
  return spawnSync("pgbouncer", ["--version"]).status === 0;
}

/**
 * Starts one, which stops after the test.
 * @param url of a database; its `host` parameter may be the folder of a socket
 * @param connections to the database, shared by all transactions
 * @returns the address of the database through pgbouncer
 */
export async function startPgbouncer(url: string, connections: number): Promise<string> {
  const { uid, gid } = unprivilegedUser();
  const folder = mkdtempSync(join(tmpdir(), "ev-bouncer-"));
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  const target = new URL(url);
  const settings = join(folder, "pgbouncer.ini");
  const password = target.password && ` password=${decodeURIComponent(target.password)}`;
  const host = target.searchParams.get("host") ?? target.hostname;
  writeFileSync(
    settings,
    `[databases]
* = host=${host} port=${target.port || "5432"} user=${decodeURIComponent(target.username)}${password}
[pgbouncer]
pool_mode = transaction
default_pool_size = ${connections}
auth_type = any
unix_socket_dir = ${folder}
`,
  );
  const bouncer = spawn("pgbouncer", [settings], {
    ...(uid !== undefined && { uid }),
    ...(gid !== undefined && { gid }),
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(async () => {
    bouncer.kill("SIGQUIT");
    if (bouncer.exitCode === null && bouncer.signalCode === null) await once(bouncer, "exit");
    rmSync(folder, { recursive: true, force: true });
  });
  const printed: string[] = [];
  for await (const line of createInterface(bouncer.stderr)) {
    printed.push(line);
    if (!line.includes("process up")) continue;
    bouncer.stderr.resume();
    const { pathname } = target;
    return `postgres://postgres@localhost:6432${pathname}?host=${encodeURIComponent(folder)}`;
  }
  throw new Error(`pgbouncer did not start:\n${printed.join("\n")}`);
}
