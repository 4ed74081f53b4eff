import { sql } from "kysely";
import { expect, test } from "vitest";
import { describeOnEachEngine } from "../../test/databases.ts";
import type { FieldEntry } from "../domain/field-kinds.ts";
import { COLUMN_NAMES } from "../domain/field-shapes.ts";
import { entryOf } from "../domain/fields.ts";
import { ACTIVITY_KINDS } from "../features/activity/activity-kinds.ts";
import { USERNAME_MAX_CHARACTERS } from "../features/auth/credentials.ts";
import { CLAIM_FIELDS, CLAIM_METHODS, CONFIDENCES } from "../features/claims/claims.ts";
import { CORRECTION_STATUSES } from "../features/corrections/corrections.schema.ts";

const longest = (texts: readonly string[]) => Math.max(...texts.map(({ length }) => length));
const TIME = new Date(0).toISOString().length;
const DAY = "2026-11-23".length;

/** Characters that the field's schema lets through at most. */
function longestIn(entry: FieldEntry): number {
  if (entry.kind === "choice") return longest(entry.options);
  if (entry.kind === "name" || entry.kind === "text") return entry.maxCharacters;
  return entry.kind === "date" ? DAY : Infinity;
}

/** Characters of the longest value that a schema lets into a column, by `table.column`. */
const LONGEST = new Map<string, number>([
  ...COLUMN_NAMES.map(
    ([field, column]) => [`ev_rows.${column}`, longestIn(entryOf(field))] as const,
  ),
  ...["claims", "removed_claims"].flatMap((table) => [
    [`${table}.field`, longest(CLAIM_FIELDS)] as const,
    [`${table}.method`, longest(CLAIM_METHODS)] as const,
    [`${table}.published`, DAY] as const,
    [`${table}.checked`, DAY] as const,
    [`${table}.confidence`, longest(CONFIDENCES)] as const,
  ]),
  ["corrections.field", longest(CLAIM_FIELDS)],
  ["corrections.status", longest(CORRECTION_STATUSES)],
  [
    "activity.action",
    longest(Object.values(ACTIVITY_KINDS).flatMap(({ actions }) => Object.keys(actions))),
  ],
  ["users.username", USERNAME_MAX_CHARACTERS],
]);

const isTime = (name: string) => /[._](at|since)$/.test(name);
/** What no client can lengthen: hashes, ids, and the names that the program itself writes. */
const isOurs = (name: string) =>
  /[._](hash|id|visitor|device|secret|purpose|kind)$|^(id_sequences|kysely_\w+)\./.test(name);

describeOnEachEngine("columns", ({ open, engine }) => {
  test("hold the longest text that a schema lets through", async () => {
    const { read } = await open();
    const columns =
      engine === "sqlite"
        ? sql<{ table: string; column: string; type: string }>`
            select m.name as "table", p.name as "column", p.type
            from sqlite_master m, pragma_table_info(m.name) p where m.type = 'table'`
        : sql<{ table: string; column: string; type: string }>`
            select table_name as "table", column_name as "column",
              concat('varchar(', character_maximum_length, ')') as type
            from information_schema.columns where table_schema = current_schema()`;
    const { rows } = await columns.execute(read);
    const bounded = rows.flatMap(({ table, column, type }) => {
      const [, bound] = /^varchar\((\d+)\)$/.exec(type) ?? [];
      return bound === undefined ? [] : { table, column, bound: Number(bound) };
    });
    expect(bounded.length).toBeGreaterThan(LONGEST.size / 2);
    const wrong = bounded.flatMap(({ table, column, bound }) => {
      const name = `${table}.${column}`;
      const most = LONGEST.get(name) ?? (isTime(name) ? TIME : isOurs(name) ? 0 : undefined);
      if (most === undefined) return `${name}: no schema is named`;
      return bound < most ? `${name}: ${bound} characters, but ${most} come through` : [];
    });
    expect(wrong).toEqual([]);
  });
});
