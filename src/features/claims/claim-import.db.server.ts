import { type NewActivity, recordActivity } from "../activity/activity.db.server.ts";
import type { Database } from "../../db/database.server.ts";
import {
  inReadTransaction,
  changeCatalogue,
  markChanged,
} from "../../db/database-changes.server.ts";
import type { Db, Tables, Transaction } from "../../db/database-tables.server.ts";
import type { WriteOnce } from "../../server/retries.db.server.ts";
import { inBatches, yieldOften } from "../../server/yield-often.server.ts";
import { rowName } from "../../domain/names.ts";
import { toEvRow, selectEvRows } from "../catalogue/row-columns.db.server.ts";
import { indexRows } from "../catalogue/insert-rows.db.server.ts";
import { recordImport } from "../import/import.db.server.ts";
import type { BadCell, UndoneAnswer } from "../import/import.schema.ts";
import { ImportRefusal } from "../import/parse/lines-and-rows.server.ts";
import {
  type ClaimFile,
  type ClaimLine,
  type ExportedClaim,
  MAX_BAD_CLAIM_CELLS,
} from "./claim-file.server.ts";
import {
  claimOf,
  insertClaims,
  isSameClaim,
  TOO_MANY_CLAIMS,
  MOST_CLAIMS_PER_FIGURE,
} from "./claims.db.server.ts";
import type { Claim, ClaimFileAnswer } from "./claims.schema.ts";

const ROWS_PER_QUERY = 500;
const CLAIMS_PER_PIECE = 1_000;

interface ClaimPlan {
  added: { rowId: number; modelId: number; claim: ClaimLine["claim"] }[];
  skipped: number;
  bad: BadCell[];
}

export type ImportedClaims = Pick<ClaimFileAnswer, "added" | "skipped" | "importId">;

export async function planClaims(database: Database, file: ClaimFile): Promise<ClaimFileAnswer> {
  const plan = await inReadTransaction(database, (tx) => planInTransaction(tx, file));
  const { added, skipped, bad } = plan;
  const { encoding, encodings } = file;
  return {
    added: added.length,
    skipped,
    importId: null,
    invalid: bad,
    ...(encoding !== "UTF-8" && { encoding }),
    ...(encodings && { encodings }),
  };
}

/** Adds the claims of a file, all or none of them. @throws ImportRefusal */
export async function importClaims(
  database: Database,
  file: ClaimFile,
  {
    user,
    subject,
    once,
  }: Pick<NewActivity, "user" | "subject"> & { once: WriteOnce<ImportedClaims> },
): Promise<ImportedClaims> {
  const write = async (tx: Transaction) => {
    const { added, skipped, bad } = await planInTransaction(tx, file);
    if (bad.length > 0) {
      const cells = bad.length === 1 ? "1 cell is" : `${bad.length} cells are`;
      throw new ImportRefusal(`Nothing was added: ${cells} wrong.`, { rows: bad });
    }
    const done = { added: added.length, skipped, importId: null };
    if (added.length === 0) return done;
    const at = new Date().toISOString();
    for (const { modelId } of added) markChanged(tx, modelId);
    const firstId = await insertClaims(tx, added, at);
    const written = { subject, first_claim_id: firstId, added: added.length };
    const importId = await recordImport(tx, "claim_imports", written, at);
    const after = { added: added.length, skipped, importId };
    await recordActivity(tx, { user, action: "claims-imported", subject, after });
    return { ...done, importId };
  };
  return changeCatalogue(
    database,
    (tx) => once(tx, () => write(tx)),
    ({ added }) => added > 0,
  );
}

async function planInTransaction(db: Db, file: ClaimFile): Promise<ClaimPlan> {
  const plan: ClaimPlan = { added: [], skipped: 0, bad: [...file.bad] };
  const named = file.lines.map(({ row }) => row);
  const { storedRow } = await indexRows(db, named);
  const byRow = new Map<number, ClaimContent[]>();
  const ids = [...new Set(named.flatMap((row) => storedRow(row)?.id ?? []))];
  for await (const some of inBatches(ids, ROWS_PER_QUERY)) {
    const stored = await db.selectFrom("claims").selectAll().where("row_id", "in", some).execute();
    for (const claim of stored.map(claimOf)) noteClaim(byRow, claim.rowId, claim);
  }
  const wrong = (line: number, column: string, message: string) => {
    if (plan.bad.length < MAX_BAD_CLAIM_CELLS) plan.bad.push({ row: line, column, message });
  };
  for await (const { line, row: names, claim } of yieldOften(file.lines)) {
    const row = storedRow(names);
    if (!row) {
      wrong(line, "trim", `There is no ${rowName(names)}`);
      continue;
    }
    const others = (byRow.get(row.id) ?? []).filter(({ field }) => field === claim.field);
    if (others.some((other) => isSameClaim(other, claim))) plan.skipped++;
    else if (others.length >= MOST_CLAIMS_PER_FIGURE) wrong(line, "field", TOO_MANY_CLAIMS);
    else {
      noteClaim(byRow, row.id, claim);
      plan.added.push({ rowId: row.id, modelId: row.modelId, claim });
    }
  }
  return plan;
}

type ClaimContent = Pick<Claim, "field" | "value" | "method" | "source" | "url">;

function noteClaim(byRow: Map<number, ClaimContent[]>, rowId: number, claim: ClaimContent): void {
  const others = byRow.get(rowId);
  if (others) others.push(claim);
  else byRow.set(rowId, [claim]);
}

/** Removes the claims of an import except those changed since. */
export async function undoClaims(
  tx: Transaction,
  { at, first_claim_id: first, added }: Tables["claim_imports"],
): Promise<UndoneAnswer> {
  const imported = await tx
    .selectFrom("claims")
    .innerJoin("ev_rows", "ev_rows.id", "claims.row_id")
    .select(["claims.row_id", "claims.at", "ev_rows.model_id"])
    .where("claims.id", ">=", first)
    .where("claims.id", "<", first + added)
    .execute();
  for (const { model_id: modelId } of imported) markChanged(tx, modelId);
  // Changing a claim updates its `at`.
  const changed = imported.filter((claim) => claim.at !== at);
  await tx
    .deleteFrom("claims")
    .where("id", ">=", first)
    .where("id", "<", first + added)
    .where("at", "=", at)
    .execute();
  const kept = await readRowsOfClaims(tx, changed);
  return { removed: imported.length - changed.length, restored: 0, kept };
}

async function readRowsOfClaims(db: Db, claims: readonly { row_id: number; model_id: number }[]) {
  if (claims.length === 0) return [];
  const rowIds = new Set(claims.map(({ row_id }) => row_id));
  const modelIds = [...new Set(claims.map(({ model_id }) => model_id))];
  const rows = await selectEvRows(db).where("model_id", "in", modelIds).execute();
  return rows.filter(({ id }) => rowIds.has(id)).map(toEvRow);
}

/** Reads all claims in parts, oldest first, from a single snapshot. */
export function withAllClaims<T>(
  database: Database,
  work: (pieces: AsyncIterable<ExportedClaim[]>) => Promise<T>,
): Promise<T> {
  return inReadTransaction(database, (tx) => work(readAll(tx)));
}

async function* readAll(db: Db) {
  let after = 0;
  for (;;) {
    const part = await db
      .selectFrom("claims")
      .innerJoin("ev_rows", "ev_rows.id", "claims.row_id")
      .innerJoin("models", "models.id", "ev_rows.model_id")
      .selectAll("claims")
      .select([
        "models.id as modelId",
        "models.make",
        "models.model",
        "ev_rows.trim",
        "ev_rows.year",
      ])
      .where("claims.id", ">", after)
      .orderBy("claims.id")
      .limit(CLAIMS_PER_PIECE)
      .execute();
    const last = part.at(-1);
    if (!last) return;
    yield part.map(({ modelId, make, model, trim, year, ...claim }) => ({
      modelId,
      row: { make, model, trim, year },
      claim: claimOf(claim),
    }));
    after = last.id;
  }
}
