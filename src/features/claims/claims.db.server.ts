import { isDeepStrictEqual } from "node:util";
import type { Selectable } from "kysely";
import { type NewActivity, recordActivity, type Writer } from "../activity/activity.db.server.ts";
import { requireSession } from "../../server/sessions.db.server.ts";
import type { Database } from "../../db/database.server.ts";
import {
  inReadTransaction,
  changeCatalogue,
  markChanged,
  reserveIds,
} from "../../db/database-changes.server.ts";
import type { Db, Tables, Transaction } from "../../db/database-tables.server.ts";
import { UserError } from "../../base/errors.server.ts";
import { MAX_ID } from "../../server/path-parameters.server.ts";
import { entryOf } from "../../domain/fields.ts";
import { rowName } from "../../domain/names.ts";
import { joinedRows, toStoredRow, VEHICLE_NOT_FOUND } from "../catalogue/row-columns.db.server.ts";
import type { StoredRow } from "../../domain/vehicle.ts";
import { insertMany } from "../catalogue/insert-rows.db.server.ts";
import { readInBatches, yieldOften } from "../../server/yield-often.server.ts";
import { requireClaimValue } from "./claim-values.server.ts";
import { type ClaimField, testOf, fieldLike, isTest } from "./claims.ts";
import type {
  Claim,
  ClaimChange,
  ClaimInput,
  ClaimsAnswer,
  Evidence,
  FigureClaim,
  ClaimValue,
} from "./claims.schema.ts";
import { summariseClaims } from "./source-marks.ts";

/** Maximum number of claims for one figure of a row. */
export const MOST_CLAIMS_PER_FIGURE = 40;

const CLAIM_NOT_FOUND = "No source has this id";
const EQUAL_CLAIM = "This source is already listed with this value";
export const TOO_MANY_CLAIMS = `A figure can have at most ${MOST_CLAIMS_PER_FIGURE} sources. Please delete one first.`;
type StoredClaim = Selectable<Tables["claims"]>;

/** Each write creates a new version of the catalogue, but not of the row. */
export function createClaimStore(database: Database) {
  return {
    readModel: (modelId: number): Promise<ClaimsAnswer> =>
      inReadTransaction(database, async (tx) => {
        const trims = await readModelClaims(tx, modelId);
        return {
          trims: trims.map(({ row, claims }) => ({
            rowId: row.id,
            fields: groupByField(row, claims),
          })),
        };
      }),

    /** Summarizes the claims of a model's rows for the marks on pages. */
    readEvidence: (modelId: number): Promise<Evidence> =>
      inReadTransaction(database, async (tx) => {
        const trims = (await readModelClaims(tx, modelId)).filter(
          ({ claims }) => claims.length > 0,
        );
        return {
          trims: trims.map(({ row, claims }) => ({
            rowId: row.id,
            ...summariseClaims(
              Map.groupBy(claims, ({ field }) => field),
              (field) => row[field],
            ),
          })),
        };
      }),

    /** @throws UserError 404 */
    find: async (id: number): Promise<Claim> => claimOf(await findClaim(database.read, id)),

    /** @throws UserError 400, 404; 409 when the claim already exists, or the figure has too many */
    add: ({ rowId, field, ...content }: ClaimInput, user: Writer): Promise<Claim> =>
      changeCatalogue(database, async (tx) => {
        const row = await requireRow(tx, rowId);
        const claim = await insertClaim(tx, row, { field, ...content });
        if (!claim) throw new UserError(409, EQUAL_CLAIM);
        await recordClaim(tx, { user, row, field, action: "claim-added", after: claim });
        return claim;
      }),

    /** Repeating the stored values changes nothing. @throws UserError 400, 404, 409 */
    async change(id: number, change: ClaimChange, user: Writer): Promise<Claim> {
      const { claim } = await changeCatalogue(
        database,
        async (tx) => {
          await requireSession(tx, user);
          const before = claimOf(await findClaim(tx, id));
          const { rowId, field } = before;
          const after = { ...before, ...change, value: requireClaimValue(field, change.value) };
          if (isDeepStrictEqual(before, after)) return { claim: before, isNew: false };
          const others = await readFigureClaims(tx, rowId, field);
          if (others.some((other) => other.id !== id && isSameClaim(other, after))) {
            throw new UserError(409, EQUAL_CLAIM);
          }
          const row = await requireRow(tx, rowId);
          markChanged(tx, row.modelId);
          await tx
            .updateTable("claims")
            .set(columnsOfClaim(after, new Date().toISOString()))
            .where("id", "=", id)
            .execute();
          const action = "claim-changed";
          await recordClaim(tx, { user, row, field, action, before, after });
          return { claim: after, isNew: true };
        },
        ({ isNew }) => isNew,
      );
      return claim;
    },

    /** @throws UserError 404 */
    remove: (id: number, user: Writer): Promise<void> =>
      changeCatalogue(database, async (tx) => {
        const before = claimOf(await findClaim(tx, id));
        const row = await requireRow(tx, before.rowId);
        markChanged(tx, row.modelId);
        await tx.deleteFrom("claims").where("id", "=", id).execute();
        const { field } = before;
        await recordClaim(tx, { user, row, field, action: "claim-deleted", before });
      }),
  };
}

/** @throws UserError 404 */
export async function requireRow(db: Db, rowId: number): Promise<StoredRow> {
  const row = await findStoredRow(db, rowId);
  if (!row) throw new UserError(404, VEHICLE_NOT_FOUND, { fields: ["rowId"] });
  return row;
}

export async function findStoredRow(db: Db, rowId: number): Promise<StoredRow | undefined> {
  if (Math.abs(rowId) > MAX_ID) return undefined;
  const row = await joinedRows(db).where("ev_rows.id", "=", rowId).executeTakeFirst();
  return row && toStoredRow(row);
}

/** @returns null when the figure already has this claim @throws UserError 400; 409 when it has too many */
export async function insertClaim(
  tx: Transaction,
  { id: rowId, modelId }: Pick<StoredRow, "id" | "modelId">,
  { field, ...content }: Omit<ClaimInput, "rowId">,
): Promise<Claim | null> {
  const claim = { ...content, field, rowId, value: requireClaimValue(field, content.value) };
  const others = await readFigureClaims(tx, rowId, field);
  if (others.some((other) => isSameClaim(other, claim))) return null;
  if (others.length >= MOST_CLAIMS_PER_FIGURE) throw new UserError(409, TOO_MANY_CLAIMS);
  markChanged(tx, modelId);
  const id = await insertClaims(tx, [{ rowId, claim }], new Date().toISOString());
  return { id, ...claim };
}

/** Adds claims that were checked before. @returns the id of the first; the others follow in order */
export async function insertClaims(
  tx: Transaction,
  claims: readonly { rowId: number; claim: Omit<ClaimInput, "rowId"> }[],
  at: string,
): Promise<number> {
  const firstId = await reserveIds(tx, "claims", claims.length);
  const stored = claims.map(({ rowId, claim: { field, ...claim } }, index) => ({
    id: firstId + index,
    row_id: rowId,
    field,
    ...columnsOfClaim(claim, at),
  }));
  await insertMany(tx, "claims", yieldOften(stored));
  return firstId;
}

async function readFigureClaims(db: Db, rowId: number, field: ClaimField): Promise<Claim[]> {
  const stored = await db
    .selectFrom("claims")
    .selectAll()
    .where("row_id", "=", rowId)
    .where("field", "=", field)
    .orderBy("id")
    .execute();
  return stored.map(claimOf);
}

async function readModelClaims(db: Db, modelId: number) {
  const rows = await joinedRows(db)
    .where("ev_rows.model_id", "=", modelId)
    .orderBy("ev_rows.year", "desc")
    .orderBy("ev_rows.id")
    .execute();
  const stored = await db
    .selectFrom("claims")
    .innerJoin("ev_rows", "ev_rows.id", "claims.row_id")
    .selectAll("claims")
    .where("ev_rows.model_id", "=", modelId)
    .orderBy("claims.id")
    .execute();
  const byRow = Map.groupBy(stored.map(claimOf), ({ rowId }) => rowId);
  return rows.map((row) => ({ row: toStoredRow(row), claims: byRow.get(row.id) ?? [] }));
}

function groupByField(row: StoredRow, claims: readonly Claim[]) {
  const fields: ClaimsAnswer["trims"][number]["fields"] = {};
  for (const { rowId: _row, field, ...claim } of claims) {
    const ofField = (fields[field] ??= {
      value: isTest(field) ? null : row[fieldLike(field)],
      claims: [],
    });
    ofField.claims.push(claim satisfies FigureClaim);
  }
  return fields;
}

async function findClaim(db: Db, id: number): Promise<StoredClaim> {
  const claim = await db.selectFrom("claims").selectAll().where("id", "=", id).executeTakeFirst();
  if (!claim) throw new UserError(404, CLAIM_NOT_FOUND);
  return claim;
}

/** The table only contains values that were validated. */
export function claimOf({ row_id: rowId, at: _at, value, ...claim }: StoredClaim): Claim {
  return { ...claim, rowId, value: JSON.parse(value) as Claim["value"] } as Claim;
}

function columnsOfClaim(claim: Omit<ClaimInput, "rowId" | "field">, at: string) {
  const { value, method, source, url, published, checked, confidence, note } = claim;
  const details = { method, source, url, published, checked, confidence, note };
  return { value: JSON.stringify(value), ...details, at };
}

type ClaimContent = Pick<Claim, "value" | "method" | "source" | "url">;

/** Whether two claims count as the same one; their other fields may differ. */
export function isSameClaim(one: ClaimContent, other: ClaimContent): boolean {
  return (
    one.value === other.value &&
    one.method === other.method &&
    one.source === other.source &&
    one.url === other.url
  );
}

function recordClaim(
  tx: Transaction,
  {
    row,
    field,
    before,
    after,
    ...done
  }: Pick<NewActivity, "user" | "action"> & {
    row: StoredRow;
    field: ClaimField;
    before?: Claim;
    after?: Claim;
  },
): Promise<void> {
  return recordActivity(tx, {
    ...done,
    subject: `${claimLabel(field)} of ${rowName(row)}`,
    rowId: row.id,
    modelId: row.modelId,
    ...(before && { before: recordedValues(before) }),
    ...(after && { after: recordedValues(after) }),
  });
}

export function claimLabel(field: ClaimField): string {
  return isTest(field) ? testOf(field).label : entryOf(fieldLike(field)).label;
}

/** Records claims under names that no field has, so that nobody can restore them into a row. */
export function recordedValues(claim: Omit<Claim, "id" | "rowId" | "field">) {
  const { value, method, source, url, published, checked, confidence, note } = claim;
  return { value, method, sourceName: source, link: url, published, checked, confidence, note };
}

const CLAIMS_BATCH_SIZE = 5_000;

export type HasSource = (rowId: number, field: ClaimField, value: ClaimValue | null) => boolean;

/** Reads which figures have sources. @param about limits it to these rows or fields */
export async function readSupport(
  { read }: Pick<Database, "read">,
  about: { rowIds?: readonly number[]; fields?: readonly ClaimField[] },
): Promise<HasSource> {
  const { rowIds, fields } = about;
  let claims = read.selectFrom("claims").select(["id", "row_id", "field", "value"]);
  if (rowIds) claims = claims.where("row_id", "in", rowIds);
  if (fields) claims = claims.where("field", "in", fields);
  const inOrder = claims.orderBy("id").limit(CLAIMS_BATCH_SIZE);
  const supported = new Set<string>();
  const batches = readInBatches(CLAIMS_BATCH_SIZE, (last: { id: number } = { id: 0 }) =>
    inOrder.where("id", ">", last.id).execute(),
  );
  for await (const { row_id: rowId, field, value } of batches) {
    supported.add(`${rowId} ${field} ${value}`);
  }
  return (rowId, field, value) => supported.has(`${rowId} ${field} ${JSON.stringify(value)}`);
}
