import { expect, it } from "vitest";
import { placeOf, runCommand } from "../../test/commands.ts";
import { describeOnEachEngine } from "../../test/databases.ts";
import { readStarterHistory } from "../features/catalogue/starter-facts.db.server.ts";
import { createVehicleStore } from "../features/catalogue/vehicles.db.server.ts";
import { readCatalogue } from "../../test/catalogue.ts";

describeOnEachEngine("npm run starter", ({ open, freshEnv }) => {
  it("fills in the facts beside a running server, which hears of it", async () => {
    const env = await freshEnv();
    const database = await open(env);
    const store = createVehicleStore(database);
    const command = async (...given: string[]) =>
      (await runCommand("starter", placeOf(env), ...given)).text;
    expect(await command("--fill")).toBe("This database has no rows from the starter catalogue.\n");

    const [{ first } = { first: undefined }] = await readStarterHistory();
    if (!first) throw new Error("The starter catalogue is empty.");
    await store.insertRows([first]);
    const offered = "14 empty cells of 1 starter row; existing values don’t change.";
    const offer = `It could fill ${offered}\nIt could add 23 sources of figures.\nnpm run starter`;
    expect(await command()).toContain(offer);
    const change = new Promise<number>((resolve) => database.changes.onChange(resolve));
    expect(await command("--fill")).toBe(`Filled ${offered}\nAdded 23 sources of figures.\n`);
    expect(await change).toBe(await store.version());
    expect((await readCatalogue(store)).rows).toMatchObject([{ checkedOn: "2026-11-23" }]);
    expect(await command("--fill")).toBe("There is nothing to fill in 1 starter row.\n");
    await expect(command("--all")).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("npm run starter -- --fill"),
    });
  }, 30_000);
});
