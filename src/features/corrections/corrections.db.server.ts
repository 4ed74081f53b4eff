import type { Selectable } from "kysely";
import type { Database } from "../../db/database.server.ts";
import { inReadTransaction, reserveIds } from "../../db/database-changes.server.ts";
import type { Db, Tables, Transaction } from "../../db/database-tables.server.ts";
import { UserError } from "../../base/errors.server.ts";
import { MAX_ID } from "../../server/path-parameters.server.ts";
import { withoutKey, type WriteOnce } from "../../server/retries.db.server.ts";
import { hashSecretToken, signerFor } from "../../server/secrets.server.ts";
import { rowName } from "../../domain/names.ts";
import { joinedRows, storedRows } from "../catalogue/vehicle-rows.db.server.ts";
import { requireClaimValue } from "../claims/claim-values.server.ts";
import { claimOf, requireRow } from "../claims/claims.db.server.ts";
import type {
  Correction,
  CorrectionInput,
  CorrectionsAnswer,
  CorrectionsQuery,
  CorrectionState,
} from "./corrections.schema.ts";
import { CORRECTIONS_PER_PAGE } from "./corrections.ts";

/** Beyond this, corrections are refused until administrators have decided some. */
export const MOST_WAITING_CORRECTIONS = 2_000;

/** How many days after the decision a correction keeps its sender's name and note. */
const SENDER_KEPT_DAYS = 90;

export const CORRECTION_NOT_FOUND = "There is no such correction";
const PRESENT_VALUE = "The page already shows this value";
const FULL = "Too many corrections are waiting at the moment. Please try again later.";

export class CorrectionsFull extends UserError {
  constructor() {
    super(503, FULL);
  }
}

export interface ReceivedCorrection {
  id: number;
  at: string;
}

type StoredCorrection = Selectable<Tables["corrections"]>;

export type CorrectionStore = Awaited<ReturnType<typeof createCorrectionStore>>;

export async function createCorrectionStore(database: Database) {
  const { read, write } = database;
  const signer = await signerFor(database, "correction");
  /** A retry gets the same token. Its time tells apart numbers that a restored database gives again. */
  const tokenOf = ({ id, at }: ReceivedCorrection) => signer.tokenOf(`${id} ${at}`);
  return {
    tokenOf,

    /** @throws UserError 400, 404, 409; CorrectionsFull */
    add: (
      input: CorrectionInput,
      once: WriteOnce<ReceivedCorrection> = withoutKey,
    ): Promise<ReceivedCorrection> =>
      write.transaction().execute((tx) =>
        once(tx, async () => {
          // This serializes writers, so the count stays correct.
          const id = await reserveIds(tx, "corrections", 1);
          const columns = await correctionColumns(tx, input);
          if ((await countCorrections(tx, "received")) >= MOST_WAITING_CORRECTIONS) {
            throw new CorrectionsFull();
          }
          const received = { id, at: new Date().toISOString() };
          const values = { token_hash: hashSecretToken(tokenOf(received)), ...columns };
          await tx
            .insertInto("corrections")
            .values({ ...received, ...values, status: "received", reason: null, decided_at: null })
            .execute();
          return received;
        }),
      ),

    /** Reads what the sender of a correction may see; null for an unknown token. */
    async findIfKnown(token: string): Promise<CorrectionState | null> {
      const correction = await read
        .selectFrom("corrections")
        .selectAll()
        .where("token_hash", "=", hashSecretToken(token))
        .executeTakeFirst();
      if (!correction) return null;
      const { car, field, value, status, reason } = correctionOf(correction, undefined);
      return { car, field, value, status, reason };
    },

    /** Newest first, with the current rows. @param page starts at 1 */
    list: ({ status, page = 1 }: CorrectionsQuery) =>
      inReadTransaction(database, async (tx): Promise<CorrectionsAnswer> => {
        let query = tx.selectFrom("corrections").selectAll();
        if (status) query = query.where("status", "=", status);
        const stored = await query
          .orderBy("id", "desc")
          .limit(CORRECTIONS_PER_PAGE)
          .offset((page - 1) * CORRECTIONS_PER_PAGE)
          .execute();
        return {
          corrections: await withRows(tx, stored),
          total: await countCorrections(tx, status),
          waiting: await countCorrections(tx, "received"),
        };
      }),

    /** Erases the senders of corrections decided long ago (evidence.md#queue-of-corrections). */
    async eraseSenders(now: number): Promise<void> {
      await write
        .updateTable("corrections")
        .set({ name: null, note: null })
        .where("decided_at", "<", daysBefore(now, SENDER_KEPT_DAYS))
        .where((eb) => eb.or([eb("name", "is not", null), eb("note", "is not", null)]))
        .execute();
    },
  };
}

export function daysBefore(now: number, days: number): string {
  return new Date(now - days * 24 * 3_600_000).toISOString();
}

async function countCorrections(db: Db, status: Correction["status"] | undefined): Promise<number> {
  let query = db.selectFrom("corrections");
  if (status) query = query.where("status", "=", status);
  const { count } = await query
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** The stored columns of a correction. @throws UserError 400, 404, 409 */
async function correctionColumns(db: Db, input: CorrectionInput) {
  const { url, note, name } = input;
  const none = { row_id: null, field: null, value: null };
  const noCar = { missing_make: null, missing_model: null, missing_trim: null };
  if ("missing" in input) {
    const { make, model, trim } = input.missing;
    const car = [make, model, trim ?? ""].join(" ").trim();
    const names = { missing_make: make, missing_model: model, missing_trim: trim };
    return { ...none, ...names, car, url, note, name };
  }
  const { rowId, field } = input;
  const value = requireClaimValue(field, input.value);
  const row = await requireRow(db, rowId);
  if (row[field] === value) throw new UserError(409, PRESENT_VALUE, { fields: ["value"] });
  const figure = { row_id: rowId, field, value: JSON.stringify(value) };
  return { ...noCar, ...figure, car: rowName(row), url, note, name };
}

/** @throws UserError 404 when one of them does not exist */
export async function findCorrections(db: Db, ids: readonly number[]): Promise<StoredCorrection[]> {
  const possible = ids.filter((id) => Math.abs(id) <= MAX_ID);
  const stored =
    possible.length === 0
      ? []
      : await db.selectFrom("corrections").selectAll().where("id", "in", possible).execute();
  if (stored.length < ids.length) throw new UserError(404, CORRECTION_NOT_FOUND);
  return stored;
}

export async function withRows(
  db: Db | Transaction,
  stored: readonly StoredCorrection[],
): Promise<Correction[]> {
  const rowIds = [...new Set(stored.flatMap(({ row_id }) => row_id ?? []))];
  if (rowIds.length === 0) return stored.map((one) => correctionOf(one, undefined));
  const rows = storedRows(await joinedRows(db).where("ev_rows.id", "in", rowIds).execute());
  const claims = await db
    .selectFrom("claims")
    .selectAll()
    .where("row_id", "in", rowIds)
    .orderBy("id")
    .execute();
  return stored.map((one) => {
    const row = rows.find(({ id }) => id === one.row_id);
    const field = one.field as Correction["field"]; // the schema has validated it
    return correctionOf(
      one,
      row && {
        evId: row.modelId,
        version: row.version,
        value: field && row[field],
        claims: claims
          .filter((claim) => claim.row_id === row.id && claim.field === field)
          .map(claimOf)
          .map(({ rowId: _row, field: _field, ...claim }) => claim),
      },
    );
  });
}

function correctionOf(stored: StoredCorrection, row: Correction["row"] | undefined): Correction {
  const { id, at, status, car, url, reason } = stored;
  const { missing_make: make, missing_model: model, missing_trim: trim } = stored;
  const erased = daysBefore(Date.now(), SENDER_KEPT_DAYS);
  const isErased = stored.decided_at !== null && stored.decided_at < erased;
  // The table only contains values that the schema has validated.
  return {
    id,
    at,
    status,
    car,
    missing: make !== null && model !== null ? { make, model, trim } : null,
    rowId: stored.row_id,
    row: row ?? null,
    field: stored.field,
    value: stored.value === null ? null : (JSON.parse(stored.value) as Correction["value"]),
    url,
    note: isErased ? null : stored.note,
    name: isErased ? null : stored.name,
    reason,
    decidedAt: stored.decided_at,
  } as Correction;
}
