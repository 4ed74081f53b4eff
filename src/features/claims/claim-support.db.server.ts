import { setImmediate } from "node:timers/promises";
import type { Database } from "../../db/database.server.ts";
import type { ClaimValue } from "./claims.schema.ts";
import type { ClaimField } from "./claims.ts";

const CLAIMS_AT_ONCE = 5_000;

/** Whether some source confirms this value of a row's figure. */
export type HasSource = (rowId: number, field: ClaimField, value: ClaimValue | null) => boolean;

/** Reads which figures have sources. @param about limits it to these rows or fields */
export async function readSupport(
  { read }: Pick<Database, "read">,
  about: { rowIds?: readonly number[]; fields?: readonly ClaimField[] },
): Promise<HasSource> {
  const { rowIds, fields } = about;
  const supported = new Set<string>();
  for (let after = 0; ;) {
    let query = read
      .selectFrom("claims")
      .select(["id", "row_id", "field", "value"])
      .where("id", ">", after)
      .orderBy("id")
      .limit(CLAIMS_AT_ONCE);
    if (rowIds) query = query.where("row_id", "in", rowIds);
    if (fields) query = query.where("field", "in", fields);
    const part = await query.execute();
    for (const { row_id: rowId, field, value } of part) supported.add(`${rowId} ${field} ${value}`);
    const last = part.at(-1);
    if (!last || part.length < CLAIMS_AT_ONCE) break;
    after = last.id;
    // Let other requests run in between.
    await setImmediate();
  }
  return (rowId, field, value) => supported.has(`${rowId} ${field} ${JSON.stringify(value)}`);
}
