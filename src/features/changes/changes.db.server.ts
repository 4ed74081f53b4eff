import type { Selectable } from "kysely";

import type { Database } from "../../db/database.server.ts";
import type { Tables } from "../../db/database-tables.server.ts";
import type { Trim } from "../../domain/vehicle.ts";
import { CHANGE_KINDS, type EvHistory } from "./changes.schema.ts";
import { type Change, trimHistory } from "./changes.ts";

export async function readHistory(
  { read }: Database,
  ev: { id: number; trims: readonly Pick<Trim, "rowId" | "trim" | "year">[] },
): Promise<EvHistory> {
  const lines = await read
    .selectFrom("row_changes")
    .select(["row_id", "at", "price", "range"])
    .where("row_id", "in", (eb) =>
      eb.selectFrom("ev_rows").select("id").where("model_id", "=", ev.id),
    )
    .orderBy("id")
    .execute();
  const byRow = Map.groupBy(lines, ({ row_id }) => row_id);
  const trims = ev.trims.map(({ rowId, trim, year }) => {
    const recorded = (byRow.get(rowId) ?? []).map(({ at, price, range }) => ({ at, price, range }));
    return { rowId, trim, year, changes: trimHistory(recorded) };
  });
  return { trims };
}

/** Reads when a trim, price or range of each model last changed, by model id. */
export async function readLastChanges({ read }: Database): Promise<ReadonlyMap<number, string>> {
  const lines = await read
    .selectFrom("row_changes")
    .select(({ fn }) => ["model_id", fn.max("at").as("at")])
    .groupBy("model_id")
    .execute();
  return new Map(lines.map(({ model_id: id, at }) => [id, at]));
}

/** Reads changes by their ids, which appear in order because writers wait for each other. */
export async function readChanges(
  { read }: Database,
  after: number,
  most: number,
  order: "asc" | "desc" = "asc",
): Promise<Change[]> {
  const lines = await read
    .selectFrom("row_changes")
    .selectAll()
    .where("id", ">", after)
    .orderBy("id", order)
    .limit(most)
    .execute();
  return lines.flatMap(changeOf);
}

/** Returns the id of the newest change, or 0 when there is none yet. */
export async function lastChangeId({ read }: Database): Promise<number> {
  const { next_id: next } = await read
    .selectFrom("id_sequences")
    .select("next_id")
    .where("name", "=", "row_changes")
    .executeTakeFirstOrThrow();
  return next - 1;
}

export function readFeed({ read }: Database): Promise<{ id: string; since: string }> {
  return read
    .selectFrom("catalogue")
    .select(["feed_id as id", "feed_since as since"])
    .executeTakeFirstOrThrow();
}

/** Lines that a migration wrote do not count as changes. */
function changeOf(line: Selectable<Tables["row_changes"]>): Change[] {
  const { id, at, name, price, range, model_id: evId, row_id: rowId } = line;
  const kind = CHANGE_KINDS.find((each) => each === line.kind);
  if (!kind) return [];
  const figures = { price, range };
  const [before, after] = {
    added: [null, figures],
    price: [line.figure_before, price],
    range: [line.figure_before, range],
    removed: [figures, null],
  }[kind] as [Change["before"], Change["after"]]; // each list has two entries
  return [{ id, at, kind, evId, rowId, name, before, after }];
}
