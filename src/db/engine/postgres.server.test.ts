import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { databaseAt, administer } from "../../../test/postgres-databases.ts";
import { freshPostgres, openQuietly } from "../../../test/databases.ts";
import { freePort } from "../../../test/nginx.ts";
import { isPgbouncerThere, startPgbouncer } from "../../../test/pgbouncer.ts";
import { findPostgres, makeCluster, quickFolder, runCluster } from "../../../test/postgres.ts";
import { startProxy } from "../../../test/proxy.ts";
import { readEnv } from "../../base/env.server.ts";
import { readVersion } from "../database-changes.server.ts";
import { type Database, openDatabaseForCommand } from "../database.server.ts";

const POSTGRES = process.env["TEST_DATABASE_URL"];
/** More than a statement may take. */
const TOO_LONG_SECONDS = 9;
const UNAVAILABLE = { status: 503 };
const LOCK_TIMEOUT = { code: "55P03" };
const STATEMENT_TIMEOUT = { code: "57014" };

async function open(databaseUrl: string | null, how = openQuietly): Promise<Database> {
  const database = await how({ dataDir: "unused", databaseUrl, starterCatalogue: true });
  onTestFinished(() => database.close());
  return database;
}

async function openThroughProxy() {
  const { databaseUrl } = await freshPostgres(POSTGRES ?? "");
  const proxy = await startProxy(databaseUrl ?? "");
  onTestFinished(() => proxy.stop());
  return { proxy, database: await open(proxy.url) };
}

const ask = ({ write }: Database, word: string) =>
  sql<{ word: string }>`select ${word} as word`.execute(write);

const pause = (db: Database["write"]) => sql`select pg_sleep(${TOO_LONG_SECONDS})`.execute(db);

describe.runIf(POSTGRES)("a PostgreSQL", () => {
  test("that falls silent is waited for, and is used again when it answers", async () => {
    const { proxy, database } = await openThroughProxy();
    const { promise: reread, resolve } = Promise.withResolvers<number>();
    database.changes.onChange(resolve);
    proxy.behave({ isSilent: true });
    await expect(ask(database, "late")).rejects.toMatchObject(UNAVAILABLE);
    expect(database.isSilent()).toBe(true);
    proxy.behave({});
    await reread;
    // No connection returns the answer to an earlier query.
    const answers = await Promise.all(["a", "b", "c"].map((word) => ask(database, word)));
    const words = ["a", "b", "c"].map((word) => [{ word }]);
    expect(answers.map(({ rows }) => rows)).toEqual(words);
  });

  test("in which another holds a lock refuses who waits for it, and nobody else", async () => {
    const { databaseUrl } = await freshPostgres(POSTGRES ?? "");
    const [database, other] = [await open(databaseUrl), await open(databaseUrl)];
    const holder = await other.write.startTransaction().execute();
    onTestFinished(() => holder.rollback().execute());
    await holder.updateTable("catalogue").set({ version: 5 }).execute();

    const setVersion = (db: Database["write"]) =>
      db.updateTable("catalogue").set({ version: 6 }).execute();
    const waiting = Promise.allSettled([
      database.write.transaction().execute(setVersion),
      // Outside of a transaction only the client's own time-out applies.
      setVersion(database.write),
    ]);
    const over = waiting.then(() => true);
    for (let isOver = false; !isOver;) {
      const { rows } = await ask(database, "answered");
      expect(rows).toEqual([{ word: "answered" }]);
      isOver = await Promise.race([over, setImmediate(false)]);
    }
    expect(await waiting).toMatchObject([{ reason: LOCK_TIMEOUT }, { reason: UNAVAILABLE }]);
  });

  test("ends a statement that takes too long, except for commands", async () => {
    const { databaseUrl } = await freshPostgres(POSTGRES ?? "");
    const database = await open(databaseUrl);
    const command = await open(databaseUrl, (env) => openDatabaseForCommand(env, true));
    const results = await Promise.allSettled([
      database.write.transaction().execute(pause),
      pause(database.read),
      command.write.transaction().execute(pause),
      pause(command.read),
    ]);
    expect(results).toMatchObject([
      { reason: STATEMENT_TIMEOUT },
      { reason: UNAVAILABLE },
      { status: "fulfilled" },
      { status: "fulfilled" },
    ]);
  });

  const ways: [string, (address: string) => Promise<string>][] = [
    ["directly", async (address) => address],
  ];
  if (isPgbouncerThere()) {
    ways.push(["behind pgbouncer in transaction mode", (address) => startPgbouncer(address, 1)]);
  }
  test.each(ways)(
    "%s has limits of our transactions, and of nothing else",
    async (_name, addressFor) => {
      const { databaseUrl } = await freshPostgres(POSTGRES ?? "");
      const database = await open(await addressFor(databaseUrl ?? ""));
      const readLimits = async (db: Database["write"]) => {
        const { rows } = await sql<{ limits: string }>`select concat_ws(' ',
        current_setting('lock_timeout'), current_setting('statement_timeout'),
        current_setting('idle_in_transaction_session_timeout')) as limits`.execute(db);
        return rows[0]?.limits;
      };
      const transaction = database.write.transaction();
      expect(await transaction.execute(readLimits)).toBe("6s 7s 30s");
      const reading = database.snapshots.transaction().setIsolationLevel("repeatable read");
      expect(await reading.setAccessMode("read only").execute(readLimits)).toBe("6s 7s 30s");
      expect(await readLimits(database.read)).toBe("0 0 0");
    },
  );

  test("that lets the role create no tables is told apart, with the command that lets it", async () => {
    const role = `cars_${randomBytes(8).toString("hex")}`;
    await administer(POSTGRES ?? "", `create role ${role} login`);
    await administer(POSTGRES ?? "", `create database ${role}`);
    onTestFinished(async () => {
      await administer(POSTGRES ?? "", `drop database ${role} with (force)`);
      await administer(POSTGRES ?? "", `drop role ${role}`);
    });
    const address = new URL(databaseAt(POSTGRES ?? "", role));
    const owner = address.href;
    address.username = role;
    const remedy = `GRANT USAGE, CREATE ON SCHEMA public TO ${role}`;
    await expect(open(address.href)).rejects.toThrow(
      `cannot be used: the role ${role} may not create tables in it; let its owner run ${remedy}.`,
    );
    await administer(owner, remedy);
    await readVersion((await open(address.href)).read);
  });
});

const NEW_CERTIFICATE =
  "req -x509 -days 2 -nodes -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -subj".split(" ");

const PASSWORD = "p@ss/w?o#r%d:4";

/** A PostgreSQL with a certificate of its own authority for `localhost`, and a role `cars` with a password. */
async function startOnPort(programs: string) {
  const cluster = await makeCluster(programs, quickFolder());
  onTestFinished(cluster.remove);
  const { folder, user } = cluster;
  const file = (name: string) => join(folder, name);
  const certify = (name: string, ...more: string[]) =>
    promisify(execFile)("openssl", [
      ...NEW_CERTIFICATE,
      `/CN=${name}`,
      "-keyout",
      file(`${name}.key`),
      "-out",
      file(`${name}.crt`),
      ...more,
    ]);
  await certify("authority");
  const signing = ["-CA", file("authority.crt"), "-CAkey", file("authority.key")];
  await certify("server", ...signing, "-addext", "subjectAltName=DNS:localhost");
  if (user.uid !== undefined && user.gid !== undefined) {
    chownSync(file("server.key"), user.uid, user.gid);
  }
  const port = await freePort();
  const rules = join(cluster.data, "pg_hba.conf");
  const otherRules = readFileSync(rules, "utf8");
  writeFileSync(rules, `host all cars 127.0.0.1/32 scram-sha-256\n${otherRules}`);
  const running = await runCluster(programs, cluster, {
    listen_addresses: "127.0.0.1",
    port: String(port),
    ssl: "on",
    ssl_cert_file: file("server.crt"),
    ssl_key_file: file("server.key"),
  });
  onTestFinished(() => running.stop());
  const socket = `postgres://postgres@localhost:${port}/postgres?host=${encodeURIComponent(folder)}`;
  await administer(socket, `create role cars login superuser password '${PASSWORD}'`);
  return { port, authority: file("authority.crt") };
}

const UNKNOWN_AUTHORITY = /unable to verify|self-signed certificate|unable to get local issuer/;
const OTHER_NAME = /does not match certificate's altnames/;
const CHECKED_MODES = ["prefer", "require", "verify-ca", "verify-full"];

afterEach(() => void vi.unstubAllEnvs());

test.runIf(findPostgres())("TLS is used and checked as docs/operating.md says", async () => {
  const { port, authority } = await startOnPort(findPostgres() ?? "");
  const urlOf = (query: string, host = "localhost") =>
    `postgres://postgres@${host}:${port}/postgres?${query}`;
  const root = `sslrootcert=${encodeURIComponent(authority)}`;
  async function isEncrypted(url: string): Promise<boolean | undefined> {
    const { read } = await open(url);
    const { rows } = await sql<{ ssl: boolean }>`
      select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(read);
    return rows[0]?.ssl;
  }
  for (const query of ["", "sslmode=disable"]) expect(await isEncrypted(urlOf(query))).toBe(false);
  for (const mode of CHECKED_MODES) {
    const query = `sslmode=${mode}`;
    await expect(open(urlOf(query))).rejects.toThrow(UNKNOWN_AUTHORITY);
    expect(await isEncrypted(urlOf(`${query}&${root}`))).toBe(true);
    await expect(open(urlOf(`${query}&${root}`, "127.0.0.1"))).rejects.toThrow(OTHER_NAME);
  }
  await expect(open(urlOf("sslmode=verify-full&sslrootcert=/none/ca.pem"))).rejects.toThrow(
    "DATABASE_URL: /none/ca.pem cannot be read: no such file or directory.",
  );
  for (const query of [
    "sslmode=no-verify",
    "sslmode=require&uselibpqcompat=true",
    `sslmode=verify-ca&uselibpqcompat=true&${root}`,
  ]) {
    expect(await isEncrypted(urlOf(query, "127.0.0.1"))).toBe(true);
  }
});

test.runIf(findPostgres())(
  "a password of any signs is sent as it is, and never printed",
  async () => {
    const { port } = await startOnPort(findPostgres() ?? "");
    const start = async (user: string) => {
      const variables = { DATABASE_URL: `postgres://${user}@127.0.0.1:${port}/postgres` };
      await (await openQuietly(readEnv(variables))).close();
    };
    await start(`cars:${encodeURIComponent(PASSWORD)}`);
    vi.stubEnv("PGPASSWORD", PASSWORD);
    await start("cars");
    for (const wrong of [`cars:${PASSWORD}`, "cars:p%40ss%2Fw"]) {
      await expect(start(wrong)).rejects.toThrow(/^DATABASE_URL/);
      await expect(start(wrong)).rejects.not.toThrow(/p@ss|p%40ss|w\?o|r%d/);
    }
  },
);
