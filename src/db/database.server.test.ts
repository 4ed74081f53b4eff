import { once } from "node:events";
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { inReadTransaction, readVersion } from "./database-changes.server.ts";
import { startScript } from "../../test/commands.ts";
import { describeOnEachEngine, emptySqlite, openQuietly } from "../../test/databases.ts";

describeOnEachEngine("the database", ({ engine, open, freshEnv, emptyEnv }) => {
  test("is created until somebody has filled it, also over a start that died", async () => {
    const env = await emptyEnv();
    const first = await open(env);
    await first.close();
    const second = await open(env);
    expect([first.created, second.created]).toEqual([true, true]);
    await second.write.updateTable("catalogue").set({ starter_due: 0 }).execute();
    await second.close();
    expect((await open(env)).created).toBe(false);
  });

  test("is settled by a start that must not fill it", async () => {
    const env = await emptyEnv();
    await (await open({ ...env, starterCatalogue: false })).close();
    expect((await open(env)).created).toBe(false);
  });

  test.runIf(engine === "sqlite")("has on the disk what it says is done", async () => {
    const { write } = await open();
    // With anything less, a power cut would lose the latest commits. Killing the process does not show that.
    const { rows } = await sql`pragma synchronous`.execute(write);
    expect(rows).toEqual([{ synchronous: 2 }]);
    expect((await sql`pragma journal_mode`.execute(write)).rows).toEqual([{ journal_mode: "wal" }]);
  });

  test("keeps what a foreign key holds together", async () => {
    const { write } = await open();
    await expect(
      write.insertInto("vote_stats").values({ model_id: 1, upvotes: 1, downvotes: 0 }).execute(),
    ).rejects.toThrow(/foreign key/i);
  });

  test("reads what is committed while somebody else writes, and makes writers wait", async () => {
    const { read, write, snapshots } = await open();
    const version = async () =>
      (await read.selectFrom("catalogue").select("version").executeTakeFirstOrThrow()).version;
    const add = () =>
      write
        .updateTable("catalogue")
        .set((eb) => ({ version: eb("version", "+", 1) }))
        .execute();
    const before = await version();
    const together = await snapshots
      .startTransaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute();
    const seenTogether = () =>
      together.selectFrom("catalogue").select("version").executeTakeFirstOrThrow();
    expect((await seenTogether()).version).toBe(before);

    const writing = await write.startTransaction().execute();
    await writing
      .updateTable("catalogue")
      .set({ version: before + 10 })
      .execute();
    // Neither read waits for the writer.
    expect(await version()).toBe(before);
    const second = add();
    await writing.commit().execute();
    await second;
    expect(await version()).toBe(before + 11);
    expect((await seenTogether()).version).toBe(before);
    await together.rollback().execute();
  });

  test("takes no write in a transaction that only reads", async () => {
    const database = await open();
    const writing = inReadTransaction(database, (transaction) =>
      transaction.updateTable("catalogue").set({ version: 9 }).execute(),
    );
    await expect(writing).rejects.toThrow(/read.?only/i);
    await database.write.updateTable("catalogue").set({ version: 10 }).execute();
  });

  test.runIf(engine === "sqlite")("waits for a write of another process", async () => {
    const env = await freshEnv();
    const { write } = await open(env);
    const other = new DatabaseSync(join(env.dataDir, "catalogue.db"));
    onTestFinished(() => other.close());
    other.exec("begin immediate; update catalogue set version = 70");
    const late = write
      .updateTable("catalogue")
      .set((eb) => ({ version: eb("version", "+", 1) }))
      .returning("version")
      .executeTakeFirst();
    const lateTransaction = write
      .transaction()
      .execute((transaction) => transaction.selectFrom("catalogue").select("version").execute());
    // The process can do other work in between.
    await setImmediate();
    other.exec("commit");
    expect(await late).toEqual({ version: 71 });
    expect(await lateTransaction).toEqual([{ version: 71 }]);
  });

  test("of a newer version is refused in a sentence", async () => {
    const env = await emptyEnv();
    const { write, close } = await open(env);
    await write
      // Kysely's own table is not in our types.
      .insertInto("kysely_migration" as never)
      .values({ name: "999-tomorrow", timestamp: "2030-01-01T00:00:00.000Z" })
      .execute();
    await close();
    await expect(open(env)).rejects.toThrow(
      /cannot be used: a newer version of this program made it\.$/,
    );
  });

  test.runIf(engine === "postgres")(
    "is created once by instances that start together",
    async () => {
      const env = await emptyEnv();
      const databases = await Promise.all([open(env), open(env), open(env)]);
      await Promise.all(databases.map(({ read }) => readVersion(read)));
    },
  );

  test.runIf(engine === "postgres")("tells of a version that nobody announced", async () => {
    const { write, changes } = await open();
    const { promise: heard, resolve } = Promise.withResolvers<number>();
    changes.onChange(resolve);
    await write.updateTable("catalogue").set({ version: 77 }).execute();
    expect(await heard).toBe(77);
  });

  test.runIf(engine === "postgres")("outlives connections that are cut", async () => {
    const env = await emptyEnv();
    const [victim, other] = await Promise.all([open(env), open(env)]);
    const { promise: heard, resolve } = Promise.withResolvers<number>();
    victim.changes.onChange(resolve);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(other.write);
    await other.write.updateTable("catalogue").set({ version: 78 }).execute();
    expect(await heard).toBe(78);
    await readVersion(victim.read);
  });
});

describe("a database that cannot be used", () => {
  test("a PostgreSQL that does not listen: one sentence without the password", async () => {
    const databaseUrl = "postgres://u:hunter2@127.0.0.1:1/evs";
    const opening = openQuietly({ dataDir: "unused", databaseUrl, starterCatalogue: true });
    await expect(opening).rejects.toThrow(
      "DATABASE_URL: the database at 127.0.0.1:1/evs cannot be used: connection refused.",
    );
    await expect(opening).rejects.not.toThrow(/hunter2/);
  });

  test("a data folder that is a file, or where none can be made", async () => {
    const env = await emptySqlite();
    await writeFile(env.dataDir, "");
    for (const dataDir of [env.dataDir, "/dev/null/data"]) {
      await expect(openQuietly({ ...env, dataDir })).rejects.toThrow(
        /^DATA_DIR: the folder .+ cannot be used: .+\.$/,
      );
    }
  });

  test("a file that is no database", async () => {
    const env = await emptySqlite();
    await mkdir(env.dataDir);
    await writeFile(join(env.dataDir, "catalogue.db"), "no database at all ".repeat(200));
    await expect(openQuietly(env)).rejects.toThrow(/catalogue\.db cannot be used: .+\.$/);
    // The folder is free for another attempt.
    await expect(openQuietly(env)).rejects.toThrow(/not a database/);
  });
});

describe("the data folder", () => {
  test("and its files are their owner's alone", async () => {
    const env = await emptySqlite();
    const database = await openQuietly(env);
    const modes = await Promise.all(
      ["", "catalogue.db", "server.lock", "server.pid"].map(async (name) => {
        const { mode } = await stat(join(env.dataDir, name));
        return (mode & 0o777).toString(8);
      }),
    );
    await database.close();
    expect(modes).toEqual(["700", "600", "600", "600"]);
  });

  test("serves one process at a time", async () => {
    const env = await emptySqlite();
    const first = await openQuietly(env);
    await expect(openQuietly(env)).rejects.toThrow(
      `The data folder ${env.dataDir} is in use by another server (process ${process.pid})`,
    );
    await readVersion(first.read);
    await first.close();
    await (await openQuietly(env)).close();
  });

  test("is free again when its process is killed, and nothing is lost", async () => {
    const env = await emptySqlite();
    const script = `
      const { openDatabase } = await import(${JSON.stringify(join(import.meta.dirname, "database.server.ts"))});
      const { write } = await openDatabase(${JSON.stringify(env)}, () => undefined);
      await write.updateTable("catalogue").set({ version: 42 }).execute();
      process.stdout.write("written");
      setInterval(() => {}, 1000);`;
    const child = startScript(script);
    await once(child.stdout, "data");
    await expect(openQuietly(env)).rejects.toThrow(`(process ${child.pid})`);
    child.kill("SIGKILL");
    await once(child, "exit");

    expect(await readFile(join(env.dataDir, "server.pid"), "utf8")).toBe(`${child.pid}\n`);
    const database = await openQuietly(env);
    const { version } = await database.read
      .selectFrom("catalogue")
      .select("version")
      .executeTakeFirstOrThrow();
    await database.close();
    expect(version).toBe(42);
  });
});

test("a full disk takes nothing by halves, and all again when there is room", async () => {
  const database = await openQuietly(await emptySqlite());
  onTestFinished(() => database.close());
  const { read, write } = database;
  const writeKey = (letters: number) =>
    write.transaction().execute(async (transaction) => {
      await transaction.updateTable("catalogue").set({ version: 42 }).execute();
      await transaction
        .insertInto("signing_keys")
        .values({ purpose: "big", secret: "k".repeat(letters), created_at: "now" })
        .execute();
    });
  await sql`pragma max_page_count = 1`.execute(write);
  // SQLite ends the transaction by itself, but the reason is still reported.
  await expect(writeKey(1e6)).rejects.toMatchObject({ errcode: 13 });
  expect(await read.selectFrom("catalogue").select("version").execute()).toEqual([{ version: 1 }]);
  await sql`pragma max_page_count = 100000`.execute(write);
  await writeKey(1e6);
  expect(await read.selectFrom("catalogue").select("version").execute()).toEqual([{ version: 42 }]);
});
