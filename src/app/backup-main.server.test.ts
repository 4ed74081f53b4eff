import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { openDatabase } from "../db/database.server.ts";
import { describeOnEachEngine } from "../../test/databases.ts";
import { EvInput } from "../domain/ev-input.ts";
import { createVehicleStore } from "../features/catalogue/vehicles.db.server.ts";
import { readCatalogue } from "../../test/catalogue.ts";

const run = promisify(execFile);

describeOnEachEngine("the command", ({ freshEnv, engine }) => {
  it("backs up while a server runs, restores, and moves between engines", async () => {
    const folder = await mkdtemp(join(tmpdir(), "ev-command-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, "one.backup");
    const command = async (env: Record<string, string>, ...args: string[]) => {
      const options = { env: { PATH: process.env["PATH"], ...env } };
      return run(process.execPath, ["src/app/backup-main.server.ts", ...args], options).then(
        ({ stdout }) => stdout,
        (error: { code: number; stderr: string }) => `${error.code} ${error.stderr}`,
      );
    };

    const server = { DATA_DIR: join(folder, "server") };
    const running = await openDatabase({
      dataDir: server.DATA_DIR,
      databaseUrl: null,
      starterCatalogue: true,
    });
    // Closing twice does no harm, and a move needs the app closed first.
    onTestFinished(() => running.close().catch(() => undefined));
    await createVehicleStore(running).insertStarterRows([
      EvInput.parse({ make: "Kia", model: "EV9", trim: "Wind", year: 2026, bodyType: "SUV" }),
    ]);
    const { rows } = await readCatalogue(createVehicleStore(running));
    expect(await command(server, "backup", file)).toMatch(/holds \d+ rows and 0 uploaded pictures/);
    expect(await command(server, "backup", file)).toBe(`1 ${file} exists already.\n`);

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
      const untouched = await openDatabase(fresh);
      expect(await untouched.read.selectFrom("ev_rows").select("id").execute()).toEqual([]);
      await untouched.close();
      await running.close();
    }
    expect(await command(target, ...way)).toMatch(/^(Restored|Moved) \d+ rows/);
    expect(await command(target, ...way)).toMatch(/^1 The database already has data/);
    const moved = await openDatabase(fresh);
    onTestFinished(() => moved.close());
    expect(moved.created).toBe(false);
    expect((await readCatalogue(createVehicleStore(moved))).rows).toEqual(rows);
  });

  it("says what it is for", async () => {
    const { stderr } = await run(process.execPath, ["src/app/backup-main.server.ts"]).catch(
      (error: { stderr: string }) => error,
    );
    expect(stderr).toContain("npm run backup -- FILE");
  });
});
