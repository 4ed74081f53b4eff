import type { Db, Transaction } from "../../db/database-tables.server.ts";
import type { EvInput } from "../../domain/ev-input.ts";
import type { StoredRow } from "../../domain/vehicle.ts";
import { insertClaims } from "./claims.db.server.ts";
import { type ClaimField, fieldLike, isTest, NO_OPTIONAL_DETAILS } from "./claims.ts";
import { join } from "node:path";
import { rowIdentity } from "../../domain/names.ts";
import { readStarterFile } from "../catalogue/starter-files.server.ts";
import type { ClaimChange } from "./claims.schema.ts";

const CLAIMS = join("db", "starter-claims.json");

type StarterClaim = ClaimChange & { field: ClaimField };

type Names = Pick<EvInput, "make" | "model" | "trim" | "year">;

/** The file's format: fields missing from a claim are null, and its source is an index into `sources`. */
interface StarterClaims {
  sources: { name: string; url: string | null }[];
  cars: (Names & {
    claims: (Pick<StarterClaim, "field" | "value" | "method"> &
      Partial<Omit<StarterClaim, "source">> & { source: number })[];
  })[];
}

/** The claims of the starter catalogue by car; a test validates all of them. */
export async function readStarterClaims(): Promise<Map<string, StarterClaim[]>> {
  const { sources, cars } = JSON.parse(await readStarterFile(CLAIMS)) as StarterClaims;
  return new Map(
    cars.map(({ claims, ...names }) => [
      rowIdentity(names),
      claims.map(({ source, ...claim }) => ({
        ...NO_OPTIONAL_DETAILS,
        ...claim,
        source: sources[source]?.name ?? "",
        url: sources[source]?.url ?? null,
      })),
    ]),
  );
}

/** Adds the claims of new starter rows, in the transaction that adds the rows. */
export async function insertStarterClaims(
  tx: Transaction,
  rows: readonly { id: number; input: Readonly<EvInput> }[],
): Promise<void> {
  const byCar = await readStarterClaims();
  const planned = rows.flatMap(({ id, input }) =>
    (byCar.get(rowIdentity(input)) ?? []).map((claim) => ({ rowId: id, claim })),
  );
  await insertClaims(tx, planned, new Date().toISOString());
}

/** Plans claims for figures that still equal a starter file and have none; deleted ones do not come back. */
export async function planStarterClaims(
  db: Db,
  rows: readonly { row: StoredRow; now: Readonly<EvInput>; first: Readonly<EvInput> }[],
): Promise<{ rowId: number; modelId: number; claim: StarterClaim }[]> {
  if (rows.length === 0) return [];
  const byCar = await readStarterClaims();
  const vouchedFor = await db
    .selectFrom("claims")
    .select(["row_id", "field"])
    .distinct()
    .where(
      "row_id",
      "in",
      rows.map(({ row }) => row.id),
    )
    .execute();
  const claimedFigures = new Set(vouchedFor.map(({ row_id, field }) => `${row_id} ${field}`));
  return rows.flatMap(({ row, now, first }) =>
    (byCar.get(rowIdentity(now)) ?? [])
      .filter(({ field }) => {
        if (claimedFigures.has(`${row.id} ${field}`)) return false;
        const figure = fieldLike(field);
        return isTest(field) || row[figure] === now[figure] || row[figure] === first[figure];
      })
      .map((claim) => ({ rowId: row.id, modelId: row.modelId, claim })),
  );
}
