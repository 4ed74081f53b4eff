import { setImmediate } from "node:timers/promises";
import type { Kysely, Transaction } from "kysely";
import { type NewActivity, recordActivity } from "../../server/activity.db.server.ts";
import type { Database } from "../../db/database.server.ts";
import {
  inReadTransaction,
  changeCatalogue,
  type MarkChanged,
  reserveIds,
} from "../../db/database-changes.server.ts";
import type { Tables } from "../../db/database-tables.server.ts";
import { UserError } from "../../base/errors.server.ts";
import type { WriteOnce } from "../../server/retries.db.server.ts";
import { yieldOften } from "../../server/yield-often.server.ts";
import { identityKey, rowName } from "../../domain/names.ts";
import { shownRow, shownRows } from "../catalogue/vehicle-rows.db.server.ts";
import { undoableSince } from "../import/import.db.server.ts";
import type { UndoneAnswer } from "../import/import.schema.ts";
import { NOT_UNDOABLE } from "../import/undo/import-undo.db.server.ts";
import {
  type ClaimFile,
  type ClaimLine,
  type ExportedClaim,
  type NamedRow,
  MAX_BAD_CLAIM_CELLS,
} from "./claim-file.server.ts";
import {
  claimOf,
  insertClaims,
  isSameClaim,
  TOO_MANY_CLAIMS,
  MOST_CLAIMS_PER_FIGURE,
} from "./claims.db.server.ts";
import type { BadClaimCell, Claim, ClaimFileAnswer } from "./claims.schema.ts";

const MODELS_PER_QUERY = 250;
const ROWS_PER_QUERY = 500;
const CLAIMS_PER_PIECE = 1_000;

interface ClaimPlan {
  added: { rowId: number; modelId: number; claim: ClaimLine["claim"] }[];
  skipped: number;
  bad: BadClaimCell[];
}

/** The result of importing claims. */
export type ImportedClaims = Pick<ClaimFileAnswer, "added" | "skipped" | "importId">;

/** Rejects a whole file with 422 and lists every bad cell; nothing is added. */
export class ClaimRefusal extends UserError {
  readonly rows: readonly BadClaimCell[];

  constructor(rows: readonly BadClaimCell[]) {
    super(
      422,
      `Nothing was added: ${rows.length === 1 ? "1 cell is" : `${rows.length} cells are`} wrong.`,
    );
    this.rows = rows;
  }
}

/** Reports what importing the file would do. */
export async function planClaims(database: Database, file: ClaimFile): Promise<ClaimFileAnswer> {
  const plan = await inReadTransaction(database, (transaction) =>
    planInTransaction(transaction, file),
  );
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

/** Adds the claims of a file, all or none of them. @throws ClaimRefusal */
export async function importClaims(
  database: Database,
  file: ClaimFile,
  {
    user,
    subject,
    once,
  }: Pick<NewActivity, "user" | "subject"> & { once: WriteOnce<ImportedClaims> },
): Promise<ImportedClaims> {
  const write = async (transaction: Transaction<Tables>, markChanged: MarkChanged) => {
    const { added, skipped, bad } = await planInTransaction(transaction, file);
    if (bad.length > 0) throw new ClaimRefusal(bad);
    const done = { added: added.length, skipped, importId: null };
    if (added.length === 0) return done;
    const at = new Date().toISOString();
    for (const { modelId } of added) markChanged(modelId);
    const firstId = await insertClaims(transaction, added, at);
    const importId = await recordClaimImport(transaction, { at, subject, firstId, ...done });
    const after = { added: added.length, skipped, importId };
    await recordActivity(transaction, { user, action: "claims-imported", subject, after });
    return { ...done, importId };
  };
  return changeCatalogue(
    database,
    (transaction, markChanged) => once(transaction, () => write(transaction, markChanged)),
    ({ added }) => added > 0,
  );
}

async function recordClaimImport(
  transaction: Transaction<Tables>,
  { at, subject, firstId, added }: { at: string; subject: string; firstId: number; added: number },
): Promise<number> {
  await transaction.deleteFrom("claim_imports").where("at", "<", undoableSince()).execute();
  // Both kinds of import share one sequence, because `DELETE /api/imports/{importId}` takes either.
  const id = await reserveIds(transaction, "imports", 1);
  await transaction
    .insertInto("claim_imports")
    .values({ id, at, subject, first_claim_id: firstId, added })
    .execute();
  return id;
}

async function planInTransaction(db: Kysely<Tables>, file: ClaimFile): Promise<ClaimPlan> {
  const plan: ClaimPlan = { added: [], skipped: 0, bad: [...file.bad] };
  const rows = await findClaimedRows(db, file.lines);
  const byRow = new Map<number, ClaimContent[]>();
  const ids = [...new Set([...rows.values()].map(({ id }) => id))];
  for (let from = 0; from < ids.length; from += ROWS_PER_QUERY) {
    const some = ids.slice(from, from + ROWS_PER_QUERY);
    const stored = await db.selectFrom("claims").selectAll().where("row_id", "in", some).execute();
    for (const claim of stored.map(claimOf)) noteClaim(byRow, claim.rowId, claim);
    await setImmediate();
  }
  const wrong = (line: number, column: string, message: string) => {
    if (plan.bad.length < MAX_BAD_CLAIM_CELLS) plan.bad.push({ row: line, column, message });
  };
  for await (const { line, row: named, claim } of yieldOften(file.lines)) {
    const row = rows.get(claimIdentity(named));
    if (!row) {
      wrong(line, "trim", `There is no ${rowName(named)}`);
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

/** Names are single lines, so a line feed is a safe separator. */
function claimIdentity({ make, model, trim, year }: NamedRow): string {
  return [...[make, model, trim].map(identityKey), year].join("\n");
}

/** Finds the rows that the lines name. */
async function findClaimedRows(db: Kysely<Tables>, lines: readonly Pick<ClaimLine, "row">[]) {
  const models = new Map<string, [make: string, model: string]>();
  for (const { row } of lines) {
    const [make, model] = [identityKey(row.make), identityKey(row.model)];
    models.set(`${make}\n${model}`, [make, model]);
  }
  const rowsByName = new Map<string, { id: number; modelId: number }>();
  const all = [...models.values()];
  for (let from = 0; from < all.length; from += MODELS_PER_QUERY) {
    const byMake = Map.groupBy(all.slice(from, from + MODELS_PER_QUERY), ([make]) => make);
    const rows = await db
      .selectFrom("ev_rows")
      .innerJoin("models", "models.id", "ev_rows.model_id")
      .select(["ev_rows.id", "ev_rows.model_id", "ev_rows.trim_key", "ev_rows.year"])
      .select(["models.make_key", "models.model_key"])
      .where((eb) =>
        eb.or(
          [...byMake].map(([make, ofMake]) =>
            eb.and([
              eb("make_key", "=", make),
              eb(
                "model_key",
                "in",
                ofMake.map(([, model]) => model),
              ),
            ]),
          ),
        ),
      )
      .execute();
    for (const { id, model_id: modelId, make_key, model_key, trim_key, year } of rows) {
      rowsByName.set([make_key, model_key, trim_key, year].join("\n"), { id, modelId });
    }
  }
  return rowsByName;
}

/** Whether this id belongs to an import of claims that can still be undone. */
export async function isClaimImport({ read }: Database, id: number) {
  return (await findClaimImport(read, id)) !== undefined;
}

function findClaimImport(db: Kysely<Tables>, id: number) {
  return db
    .selectFrom("claim_imports")
    .selectAll()
    .where("id", "=", id)
    .where("at", ">=", undoableSince())
    .executeTakeFirst();
}

/** Removes the claims of an import except those changed since. @throws UserError 404 */
export function undoClaimImport(
  database: Database,
  id: number,
  user: NewActivity["user"],
): Promise<UndoneAnswer> {
  const undo = async (transaction: Transaction<Tables>, markChanged: MarkChanged) => {
    const done = await findClaimImport(transaction, id);
    if (!done) throw new UserError(404, NOT_UNDOABLE);
    const { at, subject, first_claim_id: first, added } = done;
    const imported = await transaction
      .selectFrom("claims")
      .innerJoin("ev_rows", "ev_rows.id", "claims.row_id")
      .select(["claims.row_id", "claims.at", "ev_rows.model_id"])
      .where("claims.id", ">=", first)
      .where("claims.id", "<", first + added)
      .execute();
    for (const { model_id: modelId } of imported) markChanged(modelId);
    // Changing a claim updates its `at`.
    const changed = imported.filter((claim) => claim.at !== at);
    await transaction
      .deleteFrom("claims")
      .where("id", ">=", first)
      .where("id", "<", first + added)
      .where("at", "=", at)
      .execute();
    await transaction.deleteFrom("claim_imports").where("id", "=", id).execute();
    const remaining = await readShownClaims(transaction, changed);
    const undone = { removed: imported.length - changed.length, restored: 0, kept: remaining };
    const after = { ...undone, kept: remaining.length };
    await recordActivity(transaction, { user, action: "import-undone", subject, after });
    return undone;
  };
  return changeCatalogue(database, undo, ({ removed }) => removed > 0);
}

async function readShownClaims(
  db: Kysely<Tables>,
  claims: readonly { row_id: number; model_id: number }[],
): Promise<UndoneAnswer["kept"]> {
  if (claims.length === 0) return [];
  const rowIds = new Set(claims.map(({ row_id }) => row_id));
  const rowsByName = [...new Set(claims.map(({ model_id }) => model_id))];
  const rows = await shownRows(db).where("model_id", "in", rowsByName).execute();
  return rows.filter(({ id }) => rowIds.has(id)).map(shownRow);
}

/** Reads all claims in parts, oldest first, from a single snapshot. */
export function withAllClaims<T>(
  database: Database,
  work: (pieces: AsyncIterable<ExportedClaim[]>) => Promise<T>,
): Promise<T> {
  return inReadTransaction(database, (transaction) => work(readAll(transaction)));
}

async function* readAll(db: Kysely<Tables>) {
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
