import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { createImageStore, type ImageStore } from "../features/pictures/image-store.db.server.ts";
import { createReviewStore } from "../features/reviews/reviews.db.server.ts";
import { createVoteStore } from "../features/ranking/votes.db.server.ts";
import type { Database } from "../db/database.server.ts";
import { NO_DETAILS } from "../../test/claim-details.ts";
import {
  type DatabaseEnv,
  describeOnEachEngine,
  freshSqlite,
  openQuietly,
} from "../../test/databases.ts";
import { signIn } from "../../test/sign-in.ts";
import { temporaryFolder } from "../../test/temporary-folder.ts";
import { EvInput } from "../domain/ev-input.ts";
import { createVehicleStore } from "../features/catalogue/vehicles.db.server.ts";
import { BACKUP_TABLES, UNUSED_TABLES } from "./backup.db.server.ts";
import { checkBackup, restoreBackup, writeBackup } from "./backup.server.ts";
import { readCatalogue } from "../../test/catalogue.ts";

/**
 * Tables that a backup omits: sessions and password links must not work from an old copy, limits last only an
 * hour, a copy is never asked what its versions changed, and pictures are stored as pictures.
 */
const LEFT_OUT_TABLES = [
  ...UNUSED_TABLES,
  "sessions",
  "password_links",
  "rate_limits",
  "uploaded_images",
  "catalogue_changes",
] as const;

const ROWS = 2_300; // more than one batch of reads or writes
const GZIP_HEADER_BYTES = 10;
const PICTURE_ID = "a1b2".repeat(8);

async function fill(database: Database, images: ImageStore): Promise<void> {
  const store = createVehicleStore(database);
  const rows = Array.from({ length: ROWS }, (_, at) =>
    EvInput.parse({
      make: `Škoda ${at % 7}`,
      model: `Modell ${at}`,
      trim: at === 0 ? 'with "quotes", \\ and \u2028' : "Long Range",
      year: 2025,
      price: 1.1 + at,
      bodyType: "SUV",
    }),
  );
  await store.insertRows(rows);
  const [first] = (await readCatalogue(store)).rows;
  const modelId = first?.modelId ?? 0;
  const votes = createVoteStore(database);
  await votes.cast({ modelId, visitor: "visitor", isUpvote: true });
  const reviews = createReviewStore(database);
  const review = await reviews.add({
    modelId,
    rowId: null,
    trimId: null,
    userName: "Ada",
    rating: 4,
    comment: "Fine\nwords",
  });
  await database.write
    .insertInto("review_flags")
    .values({ review_id: review.id, visitor: "v", created_at: "2026-01-01T00:00:00.000Z" })
    .execute();
  await signIn(database);
  const { write } = database;
  const anImport = { id: 1, at: "2026-01-01T00:00:00.000Z", subject: "a.csv", added: 0 };
  await write
    .insertInto("imports")
    .values({ ...anImport, first_row_id: 0 })
    .execute();
  await write
    .insertInto("import_updates")
    .values({ import_id: 1, row_id: 7, version: 2, changes: '{"price":[null,1]}' })
    .execute();
  const retry = { key_hash: "k", content_hash: "c", at: "2026-01-01T00:00:00.000Z", answer: "{}" };
  await write.insertInto("idempotency_keys").values(retry).execute();
  await fillClaims(database, first?.id ?? 0);
  await images.put(PICTURE_ID, Buffer.from([0, 255, 1, 2]));
}

async function fillClaims({ write }: Database, rowId: number): Promise<void> {
  const at = "2026-01-01T00:00:00.000Z";
  const said = { field: "range", value: "312", method: "epa", source: "Škoda", at };
  const claim = { ...said, ...NO_DETAILS };
  await write
    .insertInto("claims")
    .values({ id: 1, row_id: rowId, ...claim })
    .execute();
  const names = { make_key: "škoda", model_key: "gone", trim_key: "a", year: 2024 };
  await write
    .insertInto("removed_claims")
    .values({ id: 2, ...names, ...claim })
    .execute();
  await write
    .insertInto("claim_imports")
    .values({ id: 2, at, subject: "claims.csv", first_claim_id: 1, added: 1 })
    .execute();
  const missing = { missing_make: "Škoda", missing_model: "Epiq", missing_trim: null };
  const words = { url: null, note: "Please", name: null, reason: "Not on sale", decided_at: at };
  const about = { car: "Škoda Epiq", row_id: null, field: null, value: null };
  await write
    .insertInto("corrections")
    .values({ id: 1, token_hash: "t", at, status: "declined", ...about, ...missing, ...words })
    .execute();
}

async function contentOf(database: Database): Promise<Record<string, unknown[]>> {
  const content: Record<string, unknown[]> = {};
  for (const { name, key } of BACKUP_TABLES) {
    const columns = sql.join(key.map((column) => sql.ref(column)));
    const { rows } = await sql`select * from ${sql.table(name)} order by ${columns}`.execute(
      database.read,
    );
    content[name] = rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  return content;
}

describeOnEachEngine("a backup", ({ open, freshEnv }) => {
  async function opened(env: DatabaseEnv) {
    const database = await openQuietly({ ...env, starterCatalogue: false });
    onTestFinished(() => database.close());
    return { database, images: createImageStore(database) };
  }

  /** Writes a backup of a filled database. */
  async function written() {
    const file = join(await temporaryFolder(), "one.backup");
    const { database, images } = await opened(await freshEnv());
    await fill(database, images);
    return { file, database, made: await writeBackup(database, file) };
  }

  it("is restored as it was, into either engine", async () => {
    const { file, database, made } = await written();
    expect(made.images).toBe(1);
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    const elsewhere = await opened(await freshSqlite());
    expect(await restoreBackup(elsewhere.database, await checkBackup(file))).toEqual(made);
    expect(await contentOf(elsewhere.database)).toEqual(await contentOf(database));
    expect(await elsewhere.images.get(PICTURE_ID)).toEqual(Buffer.from([0, 255, 1, 2]));

    const there = join(await temporaryFolder(), "two.backup");
    await writeBackup(elsewhere.database, there);
    const back = await opened(await freshEnv());
    await restoreBackup(back.database, await checkBackup(there));
    expect(await contentOf(back.database)).toEqual(await contentOf(database));
    expect(await back.images.get(PICTURE_ID)).toEqual(Buffer.from([0, 255, 1, 2]));
    // The ids of new rows continue after the old ones.
    const store = createVehicleStore(back.database);
    await store.insertRows([
      EvInput.parse({ make: "New", model: "One", trim: "A", year: 2026, bodyType: "SUV" }),
    ]);
    expect((await readCatalogue(store)).rows).toHaveLength(ROWS + 1);
  });

  it("signs nobody in", async () => {
    const { file } = await written();
    const other = await opened(await freshEnv());
    await restoreBackup(other.database, await checkBackup(file));
    const { rows } = await sql`select * from sessions`.execute(other.database.write);
    expect(rows).toEqual([]);
  });

  it("never replaces data, nor a file", async () => {
    const { file, database } = await written();
    const checked = await checkBackup(file);
    await expect(restoreBackup(database, checked)).rejects.toThrow(
      "The database already has data. Choose an empty one.",
    );
    const before = await readFile(file);
    await expect(writeBackup(database, file)).rejects.toThrow(`${file} already exists.`);
    expect(await readFile(file)).toEqual(before);

    const other = join(await temporaryFolder(), "two.backup");
    await writeFile(`${other}.unfinished`, "half of one");
    await expect(writeBackup(database, other)).rejects.toThrow(
      `${other}.unfinished exists: another backup is writing it, or one was interrupted: then remove it.`,
    );
  });

  it("that is not whole, or cannot be read or written, is refused with a reason in words", async () => {
    const folder = await temporaryFolder();
    const { file, database } = await written();
    const packed = await readFile(file);
    const text = gunzipSync(packed).toString();
    const changed = Buffer.from(packed);
    changed[GZIP_HEADER_BYTES] = 7; // no block of compressed data begins so
    const broken: readonly [Buffer, string][] = [
      [packed.subarray(0, packed.length - 40), "its end is missing"],
      [gzipSync(text.slice(0, text.lastIndexOf('{"end"'))), "its end is missing"],
      [gzipSync(text.slice(text.lastIndexOf('{"end"'))), "it is not a backup"],
      [gzipSync(text.replace("Fine", "Poor")), "it has been changed or parts of it are missing"],
      [changed, "it has been changed or parts of it are missing"],
      [gzipSync(text.replace(/"schema":"[^"]*"/, '"schema":"999"')), "another version .*"],
      [gzipSync("words\n"), "it is not a backup"],
      [gzipSync(""), "its end is missing"],
      [Buffer.from(""), "its end is missing"],
      [Buffer.from("words"), "it is not a backup"],
    ];
    for (const [bytes, reason] of broken) {
      const path = join(folder, "broken.backup");
      await writeFile(path, bytes);
      const sentence = new RegExp(`^This file cannot be restored: ${reason}\\.$`);
      await expect(checkBackup(path)).rejects.toThrow(sentence);
    }
    await expect(checkBackup(folder)).rejects.toThrow("cannot be restored: it is a folder.");
    const none = join(folder, "none", "two.backup");
    await expect(checkBackup(none)).rejects.toThrow("restored: no such file or directory.");
    for (const [path, reason] of [
      [none, "its folder does not exist"],
      [join(file, "two.backup"), "not a directory"],
    ] as const) {
      const sentence = `${path} cannot be written: ${reason}.`;
      await expect(writeBackup(database, path)).rejects.toThrow(sentence);
    }
  });

  it("knows every table", async () => {
    const { read } = await open();
    const tables = (await read.introspection.getTables()).map(({ name }) => name);
    const known = [...BACKUP_TABLES.map(({ name }) => name), ...LEFT_OUT_TABLES];
    const own = tables.filter((name) => !name.startsWith("kysely_"));
    expect(own.toSorted()).toEqual(known.toSorted());
  });
});
