import { join } from "node:path";
import { expect, it } from "vitest";
import { createImageStore } from "../features/pictures/image-store.db.server.ts";
import { createVoteStore } from "../features/ranking/votes.db.server.ts";
import { describeOnEachEngine } from "../../test/databases.ts";
import { PICTURE_ID, writeEarlierBackup } from "../../test/earlier-backup.ts";
import { temporaryFolder } from "../../test/temporary-folder.ts";
import { createVehicleStore } from "../features/catalogue/vehicles.db.server.ts";
import {
  checkBackup,
  restoreBackup,
  restoreEarlier,
  SCHEMA,
  writeBackup,
} from "./backup.server.ts";
import { readCatalogue } from "../../test/catalogue.ts";

describeOnEachEngine("a backup of an earlier version", ({ open, emptyEnv }) => {
  it.each([
    "002-votes-and-reviews",
    "010-catalogue-changes",
    "011-votes-of-deleted-models",
    "013-charge-port",
  ])("with schema %s is restored as it would have been brought up to date", async (schema) => {
    const folder = await temporaryFolder();
    const file = await writeEarlierBackup(folder, schema);
    const env = await emptyEnv();
    const database = await open(env);
    const images = createImageStore(database);
    const checked = await checkBackup(file);
    expect(checked.schema).toBe(schema);
    const dataDir = join(folder, "earlier");
    await restoreEarlier(checked, dataDir);
    const present = join(folder, "present.backup");
    const upToDate = await open({ dataDir, databaseUrl: null, starterCatalogue: true });
    await writeBackup(upToDate, present);
    const upgraded = await checkBackup(present);
    expect(upgraded.schema).toBe(SCHEMA);
    await restoreBackup(database, upgraded);
    const { rows, version } = await readCatalogue(createVehicleStore(database));
    expect(rows).toMatchObject([{ make: "Kia", model: "EV9", trim: "Wind", year: 2026 }]);
    expect(version).toBeGreaterThanOrEqual(7);
    const votes = createVoteStore(database);
    const vote = { modelId: 1, visitor: "visitor", isUpvote: true };
    expect(await votes.cast(vote)).toBeNull();
    expect(await votes.cast({ ...vote, visitor: "another" })).toMatchObject({ upvotes: 2 });
    expect(await images.get(PICTURE_ID)).toEqual(Buffer.from([0, 1, 2, 3]));
    const changes = await database.read.selectFrom("row_changes").selectAll().execute();
    expect(changes).toMatchObject([{ id: -2, kind: "known", name: "2026 Kia EV9 Wind" }]);
  });
});
