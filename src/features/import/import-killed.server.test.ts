import { join } from "node:path";
import { expect, test } from "vitest";
import { killScript } from "../../../test/commands.ts";
import { openDatabase } from "../../db/database.server.ts";
import { type DatabaseEnv, describeOnEachEngine } from "../../../test/databases.ts";
import { createVehicleStore } from "../catalogue/vehicles.db.server.ts";
import { readCatalogue } from "../../../test/catalogue.ts";

const ROWS = 20_000;

const file = (path: string) => JSON.stringify(join(import.meta.dirname, path));

/** A process that imports and stalls at the given statement of its transaction. */
function importing(env: object, stallAt: number): string {
  return `
    const { writeSync } = await import("node:fs");
    const { openDatabase } = await import(${file("../../db/database.server.ts")});
    const { EvInput } = await import(${file("../../domain/ev-input.ts")});
    const { writeImport } = await import(${file("import.db.server.ts")});
    setInterval(() => {}, 1000);
    const database = await openDatabase(${JSON.stringify(env)}, () => undefined);
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
    const writer = { user: null, subject: "new.csv", invalid: 0, most: 0 };
    await writeImport(database, rows, writer, signal);
    process.stdout.write("done");`;
}

/** A process that undoes the first import and stalls at the given statement. */
function undoing(env: object, stallAt: number): string {
  return `
    const { writeSync } = await import("node:fs");
    const { openDatabase } = await import(${file("../../db/database.server.ts")});
    const { undoImport } = await import(${file("import-undo.db.server.ts")});
    setInterval(() => {}, 1000);
    const database = await openDatabase(${JSON.stringify(env)}, () => undefined);
    let statements = 0;
    const write = database.write.withPlugin({
      transformQuery({ node }) {
        if (++statements === ${stallAt}) {
          writeSync(1, "within");
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
        }
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await undoImport({ ...database, write }, 1, null);
    process.stdout.write("done");`;
}

/** Runs a process until it prints `says`, kills it, and returns what is left. */
async function killed(script: string, says: string, env: DatabaseEnv) {
  await killScript(script, says);
  const database = await openDatabase(env, () => undefined);
  const { read } = database;
  const { rows } = await readCatalogue(createVehicleStore(database));
  const models = await read.selectFrom("models").selectAll().execute();
  const imports = await read.selectFrom("imports").selectAll().execute();
  const activity = await read.selectFrom("activity").selectAll().execute();
  await database.close();
  return [rows.length, models.length, imports.length, activity.length];
}

describeOnEachEngine("a server that is killed", ({ freshEnv }) => {
  test("in the middle of an import leaves none of its rows", async () => {
    const env = { ...(await freshEnv()), starterCatalogue: false };
    expect(await killed(importing(env, 3_000), "within", env)).toEqual([0, 0, 0, 0]);
  });

  test("after its answer leaves all of them, even in the middle of an undo", async () => {
    const env = { ...(await freshEnv()), starterCatalogue: false };
    const all = [ROWS, 1, 1, 1];
    expect(await killed(importing(env, Infinity), "done", env)).toEqual(all);
    // Each statement deletes 500 rows.
    expect(await killed(undoing(env, 30), "within", env)).toEqual(all);
    expect(await killed(undoing(env, Infinity), "done", env)).toEqual([0, 0, 0, 2]);
  });
});
