import type { Selectable } from "kysely";
import type { Database } from "../../db/database.server.ts";
import {
  changeCatalogue,
  inReadTransaction,
  reserveIds,
} from "../../db/database-changes.server.ts";
import type { Db, Tables, Transaction } from "../../db/database-tables.server.ts";
import { UserError } from "../../base/errors.server.ts";
import { repeatEvery } from "../../base/repeat.server.ts";
import { MAX_ID } from "../../server/path-parameters.server.ts";
import { withoutKey, type WriteOnce } from "../../server/retries.db.server.ts";
import { hashSecretToken } from "../../server/secret-tokens.server.ts";
import { signerFor } from "../../server/secrets.db.server.ts";
import { rowName } from "../../domain/names.ts";
import { joinedRows, toStoredRow } from "../catalogue/row-columns.db.server.ts";
import { requireClaimValue } from "../claims/claim-values.server.ts";
import {
  claimLabel,
  claimOf,
  findStoredRow,
  insertClaim,
  recordedValues,
  requireRow,
} from "../claims/claims.db.server.ts";
import type {
  Acceptance,
  Correction,
  CorrectionInput,
  CorrectionsAnswer,
  CorrectionsQuery,
  CorrectionState,
} from "./corrections.schema.ts";
import { CORRECTIONS_PER_PAGE } from "./corrections.ts";
import {
  type NewActivity,
  recordActivities,
  recordActivity,
  type Writer,
} from "../activity/activity.db.server.ts";
import type { StoredRow } from "../../domain/vehicle.ts";
import { changeRows, type RowsOutcome } from "../catalogue/write-rows.db.server.ts";
import { NO_OPTIONAL_DETAILS } from "../claims/claims.ts";

/** Beyond this, corrections are refused until administrators have decided some. */
export const MOST_WAITING_CORRECTIONS = 2_000;

/** How many days after the decision a correction keeps its sender's name and note. */
const SENDER_KEPT_DAYS = 90;

export const CORRECTION_NOT_FOUND = "There is no such correction";
const PRESENT_VALUE = "The page already shows this value";
const FULL_RETRY_SECONDS = 3_600;
const FULL = "Too many corrections are waiting at the moment. Please try again later.";

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

    /** @throws UserError 400, 404, 409; 503 while too many wait */
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
            throw new UserError(503, FULL, { retryAfterSeconds: FULL_RETRY_SECONDS });
          }
          const received = { id, at: new Date().toISOString() };
          const values = { token_hash: hashSecretToken(tokenOf(received)), ...columns };
          await tx
            .insertInto("corrections")
            .values({ ...received, ...values, status: "received" })
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

function daysBefore(now: number, days: number): string {
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
  if ("missing" in input) {
    const { make, model, trim } = input.missing;
    const car = [make, model, trim ?? ""].join(" ").trim();
    const names = { missing_make: make, missing_model: model, missing_trim: trim };
    return { ...names, car, url, note, name };
  }
  const { rowId, field } = input;
  const value = requireClaimValue(field, input.value);
  const row = await requireRow(db, rowId);
  if (row[field] === value) throw new UserError(409, PRESENT_VALUE, { fields: ["value"] });
  const figure = { row_id: rowId, field, value: JSON.stringify(value) };
  return { ...figure, car: rowName(row), url, note, name };
}

/** Locks them, so that each is decided only once. @throws UserError 404 when one of them does not exist */
async function findCorrections(db: Db, ids: readonly number[]): Promise<StoredCorrection[]> {
  const possible = ids.filter((id) => Math.abs(id) <= MAX_ID);
  const stored =
    possible.length === 0
      ? []
      : await db
          .selectFrom("corrections")
          .selectAll()
          .where("id", "in", possible)
          .orderBy("id")
          .forUpdate()
          .execute();
  if (stored.length < ids.length) throw new UserError(404, CORRECTION_NOT_FOUND);
  return stored;
}

async function withRows(db: Db | Transaction, stored: readonly StoredCorrection[]) {
  const rowIds = [...new Set(stored.flatMap(({ row_id }) => row_id ?? []))];
  if (rowIds.length === 0) return stored.map((one) => correctionOf(one, undefined));
  const joined = await joinedRows(db).where("ev_rows.id", "in", rowIds).execute();
  const rows = joined.map(toStoredRow);
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

const MOST_WAITING_DAYS = 180;

/** Old corrections are declined and erased at the start, and then at this interval. */
const SETTLE_EVERY_MS = 60 * 60_000;

const NOT_REVIEWED = "Not reviewed in time";
const ROW_GONE = "The car has since been deleted, so you can only decline";
const ADDED_ROW_GONE = "This EV no longer exists. Choose the one that was added.";
const NEEDS_FIGURE = "A correction of a figure needs method, source and version";
const NEEDS_ROW = "A missing car needs rowId, the row that was added";

export type DecisionOutcome = { kind: "done"; correction: Correction } | ChangedMeanwhile;

type ChangedMeanwhile = Extract<RowsOutcome, { kind: "changed-meanwhile" }>;

export function createCorrectionDecisions(database: Database) {
  return {
    /** Writes the value and its claim, or records the added row. @throws UserError 400, 404; 409 if decided or gone */
    accept: (id: number, acceptance: Acceptance, user: Writer): Promise<DecisionOutcome> =>
      changeCatalogue<DecisionOutcome>(
        database,
        async (tx) => {
          const [correction] = (await readPending(tx, [id])) as [Correction]; // one for each id
          const accepted =
            "rowId" in acceptance
              ? await acceptCar(tx, correction, acceptance.rowId)
              : await acceptFigure(tx, { correction, acceptance, user });
          if ("kind" in accepted) return accepted;
          const { row, after } = accepted;
          await decide(tx, [id], { status: "accepted", row_id: row.id });
          await recordActivity(tx, {
            user,
            action: "correction-accepted",
            subject: correctionSubject(correction),
            rowId: row.id,
            modelId: row.modelId,
            after,
          });
          const [decided] = (await readAll(tx, [id])) as [Correction];
          return { kind: "done", correction: decided };
        },
        ({ kind }) => kind === "done" && !("rowId" in acceptance),
      ),

    /** Declines all or none, for one reason. @throws UserError 404; 409 if one is decided */
    decline: (ids: readonly number[], reason: string, user: Writer): Promise<Correction[]> =>
      database.write.transaction().execute(async (tx) => {
        await declineAll(tx, await readPending(tx, ids), reason, user);
        return readAll(tx, ids);
      }),

    /** Declines what has waited too long (evidence.md#queue-of-corrections). */
    declineOverdue: (now: number): Promise<void> =>
      database.write.transaction().execute(async (tx) => {
        const overdue = await tx
          .selectFrom("corrections")
          .selectAll()
          .where("status", "=", "received")
          .where("at", "<=", daysBefore(now, MOST_WAITING_DAYS))
          .forUpdate()
          .execute();
        if (overdue.length === 0) return;
        await declineAll(tx, await withRows(tx, overdue), NOT_REVIEWED, null);
      }),
  };
}

async function readAll(db: Db, ids: readonly number[]): Promise<Correction[]> {
  return withRows(db, await findCorrections(db, ids));
}

async function readPending(db: Db, ids: readonly number[]) {
  const corrections = await readAll(db, ids);
  const decided = corrections.find(({ status }) => status !== "received");
  if (decided) {
    const name = `Correction ${decided.id} (${correctionSubject(decided)})`;
    const fields = ids.length > 1 ? ["ids"] : [];
    throw new UserError(409, `${name} has already been decided`, { fields });
  }
  return corrections;
}

/** @param user null: the server itself */
async function declineAll(
  tx: Transaction,
  corrections: readonly Correction[],
  reason: string,
  user: Writer,
): Promise<void> {
  const ids = corrections.map(({ id }) => id);
  await decide(tx, ids, { status: "declined", reason });
  await recordActivities(
    tx,
    user,
    corrections.map((correction) => ({
      action: "correction-declined",
      subject: correctionSubject(correction),
      ...(correction.rowId !== null && { rowId: correction.rowId }),
      after: { proposed: correction.value, reason },
    })),
  );
}

interface FigureAcceptance {
  correction: Correction;
  acceptance: Extract<Acceptance, { version: number }>;
  user: Writer;
}

interface Accepted {
  row: StoredRow;
  after: NonNullable<NewActivity["after"]>;
}

/** @returns the conflict if the row has changed; then nothing was written */
async function acceptFigure(
  tx: Transaction,
  { correction, acceptance, user }: FigureAcceptance,
): Promise<ChangedMeanwhile | Accepted> {
  const { rowId, field } = correction;
  if (rowId === null || field === null) throw new UserError(400, NEEDS_ROW);
  const row = await findStoredRow(tx, rowId);
  if (!row) throw new UserError(409, ROW_GONE);
  const { method, source, url, version } = acceptance;
  const value = requireClaimValue(field, acceptance.value ?? correction.value);
  const edit = { id: rowId, version, set: { [field]: value } };
  const outcome = await changeRows(tx, [edit], { user });
  if (outcome.kind !== "done") return outcome;
  const claim = { ...NO_OPTIONAL_DETAILS, field, value, method, source, url };
  await insertClaim(tx, row, claim);
  return { row, after: recordedValues(claim) };
}

async function acceptCar(tx: Transaction, { missing }: Correction, rowId: number) {
  if (missing === null) throw new UserError(400, NEEDS_FIGURE);
  const row = await findStoredRow(tx, rowId);
  if (!row) throw new UserError(409, ADDED_ROW_GONE, { fields: ["rowId"] });
  return { row, after: { added: rowName(row) } };
}

type Decision = Partial<Pick<Tables["corrections"], "row_id" | "reason">> &
  Pick<Tables["corrections"], "status">;

async function decide(tx: Transaction, ids: readonly number[], decision: Decision): Promise<void> {
  await tx
    .updateTable("corrections")
    .set({ ...decision, decided_at: new Date().toISOString() })
    .where("id", "in", ids)
    .execute();
}

function correctionSubject({ car, field }: Correction): string {
  return field === null ? `missing ${car}` : `${claimLabel(field)} of ${car}`;
}

/** Declines overdue corrections and erases old senders, now and every hour. @returns a function that stops it */
export async function watchOldCorrections(
  database: Database,
  corrections: Pick<CorrectionStore, "eraseSenders">,
  report: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const decisions = createCorrectionDecisions(database);
  const settle = async () => {
    try {
      await decisions.declineOverdue(Date.now());
      await corrections.eraseSenders(Date.now());
    } catch (error) {
      report(error);
    }
  };
  await settle();
  return repeatEvery(SETTLE_EVERY_MS, settle, SETTLE_EVERY_MS);
}
