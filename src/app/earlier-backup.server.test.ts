import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type Kysely, sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { createImageStore } from "../features/pictures/image-store.server.ts";
import { createVoteStore } from "../features/ranking/votes.db.server.ts";
import { createEarlierDatabase } from "../db/database.server.ts";
import type { Tables } from "../db/database-tables.server.ts";
import { describeOnEachEngine } from "../../test/databases.ts";
import { createVehicleStore } from "../features/catalogue/vehicles.db.server.ts";
import { BACKUP_FORMAT, BACKUP_TABLES, writeBackup } from "./backup.server.ts";
import { earlierSchemaOf, restoreBackup, restoreEarlier } from "./restore.server.ts";
import { readCatalogue } from "../../test/catalogue.ts";

const PICTURE_ID = "a1b2".repeat(8);

/** Creates a backup as the version with that schema made it, with its rows and a picture. */
async function earlierBackup(folder: string, schema: string): Promise<string> {
  const { write, close } = await createEarlierDatabase(join(folder, "then"), schema);
  for (const statement of [
    sql`insert into models values (1, 'Kia', 'EV9', 'kia', 'ev9')`,
    sql`insert into ev_rows (id, model_id, trim, trim_key, year, body_type)
      values (2, 1, 'Wind', 'wind', 2026, 'SUV')`,
    sql`insert into votes (model_id, visitor, is_upvote, created_at)
      values (1, 'visitor', 1, '2026-01-01T00:00:00.000Z')`,
    ...(schema < "008" ? [] : [sql`insert into vote_stats values (1, 1, 0)`]),
    ...(schema < "011" ? [] : [sql`insert into deleted_models values (9)`]),
    sql`update catalogue set version = 7, starter_due = 0`,
    sql`update id_sequences set next_id = 3 where name = 'catalogue'`,
  ])
    await statement.execute(write);
  const lines = [
    { format: BACKUP_FORMAT, schema, madeAt: "2026-01-01T00:00:00.000Z" },
    ...(await rowsOf(write)),
    { image: PICTURE_ID, webp: "AAECAw==" },
  ];
  await close();
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const sha256 = createHash("sha256").update(text).digest("hex");
  const end = JSON.stringify({ end: true, lines: lines.length, sha256 });
  const file = join(folder, "then.backup");
  await writeFile(file, gzipSync(`${text}${end}\n`));
  return file;
}

async function rowsOf(db: Kysely<Tables>) {
  const present = (await db.introspection.getTables()).map(({ name }) => name);
  const parts = BACKUP_TABLES.filter(({ name }) => present.includes(name)).map(async ({ name }) => {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
    return rows.map((row) => ({ table: name, row }));
  });
  return (await Promise.all(parts)).flat();
}

describeOnEachEngine("a backup of an earlier version", ({ open, emptyEnv }) => {
  it.each([
    "002-votes-and-reviews",
    "010-catalogue-changes",
    "011-votes-of-deleted-models",
    "013-charge-port",
  ])("with schema %s is restored as it would have been brought up to date", async (schema) => {
    const folder = await mkdtemp(join(tmpdir(), "ev-earlier-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = await earlierBackup(folder, schema);
    const env = await emptyEnv();
    const database = await open(env);
    const images = await createImageStore(database);
    // Without the upgrade, the backup belongs to another version.
    await expect(restoreBackup(database, images, file)).rejects.toThrow(/another version/);

    expect(await earlierSchemaOf(file)).toBe(schema);
    const dataDir = join(folder, "earlier");
    await restoreEarlier(file, schema, dataDir);
    const present = join(folder, "present.backup");
    const upToDate = await open({ dataDir, databaseUrl: null, starterCatalogue: true });
    await writeBackup(upToDate, await createImageStore(upToDate), present);
    await restoreBackup(database, images, present);
    const { rows, version } = await readCatalogue(createVehicleStore(database));
    expect(rows).toMatchObject([{ make: "Kia", model: "EV9", trim: "Wind", year: 2026 }]);
    expect(version).toBeGreaterThanOrEqual(7);
    const votes = createVoteStore(database);
    const vote = { modelId: 1, visitor: "visitor", isUpvote: true };
    expect(await votes.cast(vote)).toEqual({ kind: "already" });
    expect(await votes.cast({ ...vote, visitor: "another" })).toEqual({
      kind: "counted",
      stats: expect.objectContaining({ upvotes: 2 }),
    });
    expect(await images.get(PICTURE_ID)).toEqual(Buffer.from([0, 1, 2, 3]));
    const changes = await database.read.selectFrom("row_changes").selectAll().execute();
    expect(changes).toMatchObject([{ id: -2, kind: "known", name: "2026 Kia EV9 Wind" }]);
    // The backup has been upgraded to this version.
    expect(await earlierSchemaOf(present)).toBeNull();
  });
});
