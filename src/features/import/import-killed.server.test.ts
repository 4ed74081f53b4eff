import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../server/database.server.ts";
import { freshSqlite } from "../../../test/databases.ts";
import { createVehicleStore } from "../../vehicle/vehicle.store.server.ts";

const ROWS = 20_000;

/** A process that imports and, at its `stallAt`-th turn within the transaction, stays where it is. */
function importing(env: object, stallAt: number): string {
  const file = (path: string) => JSON.stringify(join(import.meta.dirname, path));
  return `
    const { openDatabase } = await import(${file("../../server/database.server.ts")});
    const { EvInput } = await import(${file("../../vehicle/ev-input.ts")});
    const { createVehicleStore } = await import(${file("../../vehicle/vehicle.store.server.ts")});
    const { createRowsModels } = await import(${file("../../vehicle/rows-models.server.ts")});
    const { createImportStore } = await import(${file("import.store.server.ts")});
    setInterval(() => {}, 1000);
    const database = await openDatabase(${JSON.stringify(env)});
    const { expect } = createVehicleStore(database);
    const empty = { current: async () => ({ version: 1, evs: [] }), last: () => undefined };
    const store = createImportStore(database, empty, expect);
    const models = createRowsModels();
    const rows = Array.from({ length: ${ROWS} }, (_, row) => {
      const names = { make: "A", model: "B", trim: "T" + row };
      const input = EvInput.parse({ ...names, year: 2025, bodyType: "SUV" });
      return { row, input, of: models.of(input) };
    });
    let turns = 0;
    const takeTurns = () => {
      if (++turns < ${stallAt}) return undefined;
      process.stdout.write("within");
      return new Promise(() => {});
    };
    const plan = await store.plan({ rows, models }, () => undefined);
    const writer = { user: null, subject: "new.csv", invalid: 0, most: 0 };
    await store.add(plan, writer, takeTurns, new AbortController().signal);
    process.stdout.write("added");`;
}

describe("a server that is killed", () => {
  test.each([
    // It takes a turn for each 100 rows to find the models, and one for each 40 rows that it writes.
    ["amid the rows leaves none of them", ROWS / 100 + 60, "within", 0],
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
    const { rows } = await createVehicleStore(database).readCatalogue();
    const models = await database.kysely.selectFrom("models").selectAll().execute();
    const kept = await database.kysely.selectFrom("activity").selectAll().execute();
    expect([rows.length, models.length, kept.length]).toEqual(
      left === 0 ? [0, 0, 0] : [left, 1, 1],
    );
  });
});
