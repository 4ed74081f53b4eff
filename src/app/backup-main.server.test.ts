import { chown, copyFile, mkdir, readdir, truncate } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { placeOf, runCommand } from "../../test/commands.ts";
import { describeOnEachEngine, openQuietly } from "../../test/databases.ts";
import { temporaryFolder } from "../../test/temporary-folder.ts";
import { fillStarterCatalogue } from "../features/catalogue/starter-facts.db.server.ts";
import { createVehicleStore } from "../features/catalogue/vehicles.db.server.ts";
import { readCatalogue } from "../../test/catalogue.ts";

/** Returns what the command prints, or its exit code and its error message. */
async function command(variables: Record<string, string>, ...given: string[]): Promise<string> {
  return runCommand("backup", variables, ...given).then(
    ({ text }) => text,
    (error: { code: number; stderr: string }) => `${error.code} ${error.stderr}`,
  );
}

const OTHER_USER = 65_534;

describeOnEachEngine("the command", ({ emptyEnv, freshEnv, open, engine }) => {
  it("backs up while a server runs, restores, and moves between engines", async () => {
    const folder = await temporaryFolder();
    const file = join(folder, "one.backup");

    const server = { DATA_DIR: join(folder, "server") };
    const running = await openQuietly({
      dataDir: server.DATA_DIR,
      databaseUrl: null,
      starterCatalogue: true,
    });
    // Closing twice does no harm, and a move needs the app closed first.
    onTestFinished(() => running.close().catch(() => undefined));
    await fillStarterCatalogue(running);
    const { rows } = await readCatalogue(createVehicleStore(running));
    expect(await command(server, "backup", file)).toMatch(/holds \d+ rows and 0 uploaded pictures/);
    expect(await command(server, "backup", file)).toBe(`1 ${file} already exists.\n`);

    const fresh = await freshEnv();
    const target: Record<string, string> =
      engine === "sqlite"
        ? { DATA_DIR: fresh.dataDir }
        : { DATA_DIR: server.DATA_DIR, DATABASE_URL: fresh.databaseUrl ?? "" };
    const way = engine === "sqlite" ? ["restore", file] : ["move"];
    if (engine === "postgres") {
      expect(await command(target, "move")).toBe(
        `1 The data folder ${server.DATA_DIR} is in use by another server (process ${process.pid}): ` +
          "stop that one first, since what it takes in would stay in the old database.\n",
      );
      const untouched = await openQuietly(fresh);
      expect(await untouched.read.selectFrom("ev_rows").select("id").execute()).toEqual([]);
      await untouched.close();
      await running.close();
    }
    expect(await command(target, ...way)).toMatch(/(Restored|Moved) \d+ rows/);
    expect(await command(target, ...way)).toMatch(/^1 The database already has data/);
    const moved = await openQuietly(fresh);
    onTestFinished(() => moved.close());
    expect(moved.created).toBe(false);
    expect((await readCatalogue(createVehicleStore(moved))).rows).toEqual(rows);
  });

  it("says what it is for", async () => {
    const swallowed = { npm_config_check: "true" };
    expect(await command(swallowed, "restore", "a")).toMatch(/^1 Write two hyphens .* -- --check/);
    for (const given of [[], ["backup"], ["backup", "a", "b"], ["restore", "--empty", "a"]]) {
      expect(await command({}, ...given)).toContain("npm run backup -- FILE");
    }
  });

  it("names its database and refuses one in which the product has never run", async () => {
    const folder = await temporaryFolder();
    const place = placeOf({
      ...(await emptyEnv()),
      ...(engine === "sqlite" && { dataDir: folder }),
    });
    const location =
      engine === "sqlite" ? join(folder, "catalogue.db") : /^Database: PostgreSQL at /;
    const variable = engine === "sqlite" ? "DATA_DIR" : "DATABASE_URL";
    for (const [name, ...given] of [
      ["backup", "backup", join(folder, "one.backup")],
      ["invite"],
      ["password", "Grace"],
      ["starter", "--fill"],
    ] as const) {
      await expect(runCommand(name, place, ...given)).rejects.toMatchObject({
        stdout: expect.stringMatching(location),
        stderr: `There is no catalogue in this database: the server has never run in it. Check ${variable}.\n`,
      });
    }
    const target = "postgres://localhost:1/new";
    expect(await command({ DATA_DIR: folder, DATABASE_URL: target }, "move")).toMatch(
      /^1 There is no catalogue .* Check DATA_DIR\.$/m,
    );
    expect(await readdir(folder)).toEqual([]);
  });

  it("backs up a catalogue without cars only on request", async () => {
    const env = await freshEnv();
    await (await open(env)).close();
    const file = join(await temporaryFolder(), "empty.backup");
    expect(await command(placeOf(env), "backup", file)).toMatch(/^1 .*no cars.*add --empty\.$/m);
    expect(await command(placeOf(env), "backup", "--empty", file)).toContain(`${file} holds`);
  });

  it("says whether a backup is whole and what it holds", async () => {
    const env = await freshEnv();
    const database = await open(env);
    await fillStarterCatalogue(database);
    const folder = await temporaryFolder();
    const file = join(folder, "one.backup");
    await command(placeOf(env), "backup", file);
    const text = await command({}, "restore", "--check", file);
    expect(text).toMatch(
      /one\.backup is whole and holds \d+ rows and 0 uploaded pictures\. It was made on \d{4}-.*Z by \d+\.\d+\.\d+, schema 0/,
    );

    const cut = join(folder, "cut.backup");
    await copyFile(file, cut);
    await truncate(cut, 300);
    const whole = "This file cannot be restored: its end is missing.";
    expect(await command({}, "restore", "--check", cut)).toBe(`1 ${whole}\n`);
    // A refused file leaves nothing behind in an empty database.
    const empty = placeOf(await emptyEnv());
    expect(await command(empty, "restore", cut)).toBe(`1 ${whole}\n`);
    expect(await command(empty, "backup", join(folder, "two"))).toContain("never run");
  });

  it.runIf(engine === "sqlite" && process.getuid?.() === 0)(
    "restores nothing as root into another user's folder",
    async () => {
      const env = await freshEnv();
      await (await open(env)).close();
      const folder = await temporaryFolder();
      const file = join(folder, "one.backup");
      await command(placeOf(env), "backup", "--empty", file);
      const theirs = join(folder, "theirs");
      await mkdir(theirs);
      await chown(theirs, OTHER_USER, OTHER_USER);
      const place = { DATA_DIR: join(theirs, "data") };
      expect(await command(place, "restore", file)).toMatch(
        new RegExp(
          `^1 ${theirs} belongs to another user \\(id ${OTHER_USER}\\), .*run this as that`,
        ),
      );
      expect(await readdir(theirs)).toEqual([]);
    },
  );
});
