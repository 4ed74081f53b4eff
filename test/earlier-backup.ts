import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type Kysely, sql } from "kysely";

import { BACKUP_TABLES } from "../src/app/backup.db.server.ts";
import { BACKUP_FORMAT } from "../src/app/backup.server.ts";
import { createEarlierDatabase } from "../src/db/database.server.ts";
import type { Tables } from "../src/db/database-tables.server.ts";

export const PICTURE_ID = "a1b2".repeat(8);

/** Creates a backup as the version with that schema made it, with its rows and a picture. */
export async function writeEarlierBackup(folder: string, schema: string): Promise<string> {
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
