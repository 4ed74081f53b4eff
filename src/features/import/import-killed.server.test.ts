import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../server/database.server.ts";
import { freshSqlite } from "../../../test/databases.ts";
import { createVehicleStore } from "../../vehicle/vehicle.store.server.ts";
import { readCatalogue } from "../../../test/catalogue.ts";

const ROWS = 20_000;

/** A process that imports and, at its `stallAt`-th row within the transaction, stays where it is. */
function importing(env: object, stallAt: number): string {
  const file = (path: string) => JSON.stringify(join(import.meta.dirname, path));
  return `
    const { writeSync } = await import("node:fs");
    const { openDatabase } = await import(${file("../../server/database.server.ts")});
    const { EvInput } = await import(${file("../../vehicle/ev-input.ts")});
    const { addPlanned, planImport } = await import(${file("import.store.server.ts")});
    setInterval(() => {}, 1000);
    const database = await openDatabase(${JSON.stringify(env)});
    const rows = Array.from({ length: ${ROWS} }, (_, row) => {
      const names = { make: "A", model: "B", trim: "T" + row };
      return { row, input: EvInput.parse({ ...names, year: 2025, bodyType: "SUV" }) };
    });
    let written = 0;
    const signal = {
      throwIfAborted() {
        if (++written !== ${stallAt}) return;
        writeSync(1, "within");
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      },
    };
    const plan = await planImport(database.kysely, rows);
    const writer = { user: null, subject: "new.csv", invalid: 0, most: 0 };
    await addPlanned(database, plan, writer, signal);
    process.stdout.write("added");`;
}

describe("a server that is killed", () => {
  test.each([
    ["amid the rows leaves none of them", 3_000, "within", 0],
    ["after its answer leaves all of them", Infinity, "added", ROWS],
  ])("%s", async (_name, stallAt, said, left) => {
    const env = { ...(await freshSqlite()), starterCatalogue: false };
    const child = spawn(process.execPath, ["--input-type=module", "-e", importing(env, stallAt)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const [printed] = (await once(child.stdout, "data")) as [Buffer];
    expect(printed.toString()).toBe(said);
    child.kill("SIGKILL");
    await once(child, "exit");

    const database = await openDatabase(env);
    onTestFinished(() => database.close());
    const { rows } = await readCatalogue(createVehicleStore(database));
    const models = await database.kysely.selectFrom("models").selectAll().execute();
    const kept = await database.kysely.selectFrom("activity").selectAll().execute();
    expect([rows.length, models.length, kept.length]).toEqual(
      left === 0 ? [0, 0, 0] : [left, 1, 1],
    );
  });
});
