import {
  type NewActivity,
  recordActivities,
  recordActivity,
} from "../activity/activity.db.server.ts";
import type { Database } from "../../db/database.server.ts";
import { changeCatalogue, type MarkChanged } from "../../db/database-changes.server.ts";
import type { Db, Tables, Transaction } from "../../db/database-tables.server.ts";
import { UserError } from "../../base/errors.server.ts";
import { rowName } from "../../domain/names.ts";
import type { StoredRow } from "../../domain/vehicle.ts";
import { changeRows, type RowsOutcome } from "../catalogue/change-rows.db.server.ts";
import { NO_OPTIONAL_DETAILS } from "../claims/claims.ts";
import { requireClaimValue } from "../claims/claim-values.server.ts";
import {
  findStoredRow,
  insertClaim,
  claimLabel,
  readFigureClaims,
  recordedValues,
  isSameClaim,
} from "../claims/claims.db.server.ts";
import {
  type CorrectionStore,
  daysBefore,
  findCorrections,
  withRows,
} from "./corrections.db.server.ts";
import type { Acceptance, Correction } from "./corrections.schema.ts";

const MOST_WAITING_DAYS = 180;

/** Old corrections are declined and erased at the start, and then at this interval. */
const SETTLE_EVERY_MS = 60 * 60_000;

const DECIDED = "This correction has already been decided";
const NOT_REVIEWED = "Not reviewed in time";
const ROW_GONE = "The car has since been deleted, so you can only decline";
const ADDED_ROW_GONE = "This EV no longer exists. Choose the one that was added.";
const NEEDS_FIGURE = "A correction of a figure needs method, source and version";
const NEEDS_ROW = "A missing car needs rowId, the row that was added";

type User = NewActivity["user"];

export type DecisionOutcome = { kind: "done"; correction: Correction } | ChangedMeanwhile;

type ChangedMeanwhile = Extract<RowsOutcome, { kind: "changed-meanwhile" }>;

/** Decisions run one at a time, so each correction is decided only once. */
export function createCorrectionDecisions(database: Database) {
  return {
    /** Writes the value and its claim, or records the added row. @throws UserError 400, 404; 409 if decided or gone */
    accept: (id: number, acceptance: Acceptance, user: User): Promise<DecisionOutcome> =>
      changeCatalogue<DecisionOutcome>(
        database,
        async (tx, markChanged) => {
          const [correction] = (await readPending(tx, [id])) as [Correction]; // one for each id
          const accepted =
            "rowId" in acceptance
              ? await acceptCar(tx, correction, acceptance.rowId)
              : await acceptFigure(tx, { correction, acceptance, user, markChanged });
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

    /** Declines all or none, for one reason. @throws UserError 404; 409 by `refuse` */
    decline: (
      ids: readonly number[],
      reason: string,
      user: User,
      refuse = isDecided,
    ): Promise<Correction[]> =>
      changeCatalogue(
        database,
        async (tx) => {
          await declineAll(tx, await readPending(tx, ids, refuse), reason, user);
          return readAll(tx, ids);
        },
        () => false,
      ),

    /** Declines what has waited too long (evidence.md#queue-of-corrections). */
    async declineOverdue(now: number): Promise<void> {
      const overdue = (db: Db) =>
        db
          .selectFrom("corrections")
          .selectAll()
          .where("status", "=", "received")
          .where("at", "<=", daysBefore(now, MOST_WAITING_DAYS));
      if (!(await overdue(database.read).executeTakeFirst())) return;
      await changeCatalogue(
        database,
        async (tx) => {
          const corrections = await withRows(tx, await overdue(tx).execute());
          await declineAll(tx, corrections, NOT_REVIEWED, null);
        },
        () => false,
      );
    },
  };
}

const isDecided = (_decided: Correction) => new UserError(409, DECIDED);

/** Names the one of several that was decided. */
export function isOneDecided(decided: Correction): UserError {
  const name = `Correction ${decided.id} (${correctionSubject(decided)})`;
  return new UserError(409, `${name} has already been decided`, { fields: ["ids"] });
}

/** @throws UserError 404 */
async function readAll(db: Db, ids: readonly number[]): Promise<Correction[]> {
  return withRows(db, await findCorrections(db, ids));
}

/** @throws UserError 404, 409 */
async function readPending(db: Db, ids: readonly number[], refuse = isDecided) {
  const corrections = await readAll(db, ids);
  const decided = corrections.find(({ status }) => status !== "received");
  if (decided) throw refuse(decided);
  return corrections;
}

/** @param user null: the server itself */
async function declineAll(
  tx: Transaction,
  corrections: readonly Correction[],
  reason: string,
  user: User,
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
  user: User;
  markChanged: MarkChanged;
}

interface Accepted {
  row: StoredRow;
  after: NonNullable<NewActivity["after"]>;
}

/** @returns the conflict if the row has changed; then nothing was written */
async function acceptFigure(
  tx: Transaction,
  { correction, acceptance, user, markChanged }: FigureAcceptance,
): Promise<ChangedMeanwhile | Accepted> {
  const { rowId, field } = correction;
  if (rowId === null || field === null) throw new UserError(400, NEEDS_ROW);
  const row = await findStoredRow(tx, rowId);
  if (!row) throw new UserError(409, ROW_GONE);
  const { method, source, url, version } = acceptance;
  const value = requireClaimValue(field, acceptance.value ?? correction.value);
  const edit = { id: rowId, version, set: { [field]: value } };
  const outcome = await changeRows(tx, [edit], { user, markChanged });
  if (outcome.kind !== "done") return outcome;
  const claim = { ...NO_OPTIONAL_DETAILS, field, value, method, source, url };
  const others = await readFigureClaims(tx, rowId, field);
  const isThere = others.some((other) => isSameClaim(other, claim));
  if (!isThere) await insertClaim(tx, row, claim, markChanged);
  return { row, after: recordedValues(claim) };
}

async function acceptCar(
  tx: Transaction,
  { missing }: Correction,
  rowId: number,
): Promise<Accepted> {
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
): Promise<() => void> {
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
  const hourly = setInterval(() => void settle(), SETTLE_EVERY_MS).unref();
  return () => clearInterval(hourly);
}
