import { type Kysely, sql } from "kysely";
import { identityKey } from "../../src/domain/names.ts";

const ROWS_AT_ONCE = 1_000;

/** A name and its key, in a table where `scope` (columns, as SQL) and the key are unique. */
interface KeyedName {
  table: "models" | "ev_rows" | "import_mappings";
  name: string;
  key: string;
  scope: readonly string[];
}

const KEYED_NAMES: readonly KeyedName[] = [
  { table: "models", name: "make", key: "make_key", scope: ["model_key"] },
  { table: "models", name: "model", key: "model_key", scope: ["make_key"] },
  { table: "ev_rows", name: "trim", key: "trim_key", scope: ["model_id", "year"] },
  { table: "import_mappings", name: "name", key: "name_key", scope: [] },
];

/**
 * Keys of names without what cannot be seen, so that a new row finds an older one by them. Names stay
 * as they are. Where two names now look alike the second keeps its key.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const keyed of KEYED_NAMES) await foldKeys(db, keyed);
}

async function foldKeys(db: Kysely<unknown>, { table, name, key, scope }: KeyedName) {
  let last = -1;
  for (;;) {
    const { rows } = await sql<{ id: number; name: string; key: string }>`
      select id, ${sql.ref(name)} as name, ${sql.ref(key)} as key from ${sql.table(table)}
      where id > ${last} order by id limit ${ROWS_AT_ONCE}`.execute(db);
    for (const row of rows) {
      const folded = identityKey(row.name);
      if (folded === row.key) continue;
      const isSameScope = scope.map(
        (column) => sql`and other.${sql.ref(column)} = ${sql.table(table)}.${sql.ref(column)}`,
      );
      await sql`update ${sql.table(table)} set ${sql.ref(key)} = ${folded} where id = ${row.id}
        and not exists (select 1 from ${sql.table(table)} as other
          where other.${sql.ref(key)} = ${folded} ${sql.join(isSameScope, sql` `)})`.execute(db);
    }
    if (rows.length < ROWS_AT_ONCE) return;
    last = rows.at(-1)?.id ?? last;
  }
}
