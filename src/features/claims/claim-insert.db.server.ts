import type { CompiledQuery, Transaction } from "kysely";
import type { Tables } from "../../db/database-tables.server.ts";
import { yieldOften } from "../../server/yield-often.server.ts";

/** Keeps statements short enough for SQLite's driver to cache them compiled. */
const CLAIMS_PER_STATEMENT = 50;

/**
 * Rows must have the same columns: the statement of a full batch is built once and reused with new values.
 */
export async function insertClaims(
  transaction: Transaction<Tables>,
  claims: Iterable<Tables["claims"]>,
): Promise<void> {
  let whole: CompiledQuery | undefined;
  let batch: Tables["claims"][] = [];
  for await (const claim of yieldOften(claims)) {
    batch.push(claim);
    if (batch.length < CLAIMS_PER_STATEMENT) continue;
    whole ??= transaction.insertInto("claims").values(batch).compile();
    const parameters = batch.flatMap((each) => Object.values(each) as unknown[]);
    await transaction.executeQuery({ ...whole, parameters });
    batch = [];
  }
  if (batch.length > 0) await transaction.insertInto("claims").values(batch).execute();
}
