import { type Writer, recordActivities } from "../activity/activity.db.server.ts";
import { changeCatalogue, markChanged } from "../../db/database-changes.server.ts";
import type { Db } from "../../db/database-tables.server.ts";
import type { Database } from "../../db/database.server.ts";
import { EvInput } from "../../domain/ev-input.ts";
import { identityKey, rowIdentity, rowName } from "../../domain/names.ts";
import { entryOf, FIELD_NAMES } from "../../domain/fields.ts";
import { changeRows } from "./write-rows.db.server.ts";
import { joinedRows, toStoredRow } from "./row-columns.db.server.ts";
import type { StoredRow } from "../../domain/vehicle.ts";
import { insertClaims } from "../claims/claims.db.server.ts";
import type { StarterFacts } from "./catalogue.schema.ts";
import { dirname, join } from "node:path";
import { inputFromCells } from "../../domain/ev-cells.ts";
import { FURTHER_NAMES } from "../../domain/fields/further.admin.ts";
import { insertAll } from "./insert-rows.db.server.ts";
import { type ClaimField, fieldLike, isTest, NO_OPTIONAL_DETAILS } from "../claims/claims.ts";
import type { ClaimChange } from "../claims/claims.schema.ts";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";

/** Sources only back up figures, not a row's names and picture. */
const FIGURES = FIELD_NAMES.filter((name) => !["name", "image"].includes(entryOf(name).kind));

/**
 * Returns values for the empty cells of a row, except values that the first file had, which somebody has removed. A
 * source vouches for all figures, so no row with figures from elsewhere gets it. @returns null for a changed row
 */
export function factsFor(
  row: Readonly<EvInput>,
  { now, first }: Readonly<{ now: EvInput; first: EvInput }>,
): Partial<EvInput> | null {
  const isChanged = FIGURES.some(
    (name) =>
      row[name] !== null &&
      first[name] !== null &&
      row[name] !== first[name] &&
      row[name] !== now[name],
  );
  if (isChanged) return null;
  if (row.source !== null && row.source === now.source) return {};
  const isOurs = FIGURES.every((name) => row[name] === null || row[name] === now[name]);
  const empty = FIGURES.filter(
    (name) =>
      row[name] === null &&
      first[name] === null &&
      now[name] !== null &&
      (isOurs || (name !== "source" && name !== "checkedOn")),
  );
  return Object.fromEntries(empty.map((name) => [name, now[name]]));
}

/** `2026 Toyota bZ Woodland Woodland Premium: range 260, here 281` */
function correctionsOf(row: EvInput, { now, first }: { now: EvInput; first: EvInput }): string[] {
  return FIGURES.filter(
    (name) => first[name] !== null && row[name] === first[name] && first[name] !== now[name],
  ).map((name) => `${rowName(row)}: ${name} ${now[name]}, here ${row[name]}`);
}

function isNews({ rows, claims }: StarterFacts): boolean {
  return rows > 0 || claims > 0;
}

let reading: ReturnType<typeof readStarterHistory> | undefined; // the files never change at run time

/** @param db reads from one snapshot */
async function plan(db: Db) {
  reading ??= readStarterHistory();
  const history = await reading;
  const byMake = Map.groupBy(history, ({ now }) => identityKey(now.make));
  const stored = await joinedRows(db)
    .where((eb) =>
      eb.or(
        [...byMake].map(([make, theirs]) =>
          eb.and([
            eb("models.make_key", "=", make),
            eb("models.model_key", "in", [
              ...new Set(theirs.map(({ now }) => identityKey(now.model))),
            ]),
          ]),
        ),
      ),
    )
    .execute();
  const rows = new Map(stored.map((row) => [rowIdentity(row), toStoredRow(row)]));
  const planned: { row: StoredRow; facts: Partial<EvInput> }[] = [];
  const rowsToFill: Parameters<typeof planStarterClaims>[1][number][] = [];
  const summary: StarterFacts = {
    rows: 0,
    cells: 0,
    claims: 0,
    changed: 0,
    corrected: [],
    found: 0,
    asOf: "",
  };
  for (const each of history) {
    summary.asOf = [summary.asOf, each.now.checkedOn ?? ""].toSorted().at(-1) ?? "";
    const row = rows.get(rowIdentity(each.now));
    if (!row) continue;
    summary.found += 1;
    const facts = factsFor(row, each);
    rowsToFill.push({ ...each, row: { ...row, ...facts } });
    if (!facts) summary.changed += 1;
    else summary.corrected.push(...correctionsOf(row, each));
    const cells = Object.keys(facts ?? {}).length;
    if (!facts || cells === 0) continue;
    planned.push({ row, facts });
    summary.rows += 1;
    summary.cells += cells;
  }
  const claims = await planStarterClaims(db, rowsToFill);
  return { planned, claims, summary: { ...summary, claims: claims.length } };
}

export async function findStarterFacts({ read }: Database): Promise<StarterFacts> {
  return (await plan(read)).summary;
}

/**
 * Writes the facts into empty cells and adds claims, all or nothing; running it again changes nothing.
 * @throws UserError 401 when the session has ended
 */
export function fillStarterFacts(database: Database, user: Writer) {
  return changeCatalogue(
    database,
    async (tx) => {
      const { planned, claims, summary } = await plan(tx);
      const edits = planned.map(({ row, facts }) => ({ id: row.id, set: facts }));
      await changeRows(tx, edits, { user, isRecorded: false });
      for (const { modelId } of claims) markChanged(tx, modelId);
      await insertClaims(tx, claims, new Date().toISOString());
      const { rows, cells, asOf } = summary;
      const subject = "empty cells from the starter catalogue";
      const after = { rows, cells, claims: claims.length, asOf };
      const entry = { action: "starter-filled", subject, after } as const;
      await recordActivities(tx, user, isNews(summary) ? [entry] : []);
      return summary;
    },
    isNews,
  );
}

const STARTER_CATALOGUE = join("db", "starter-catalogue.csv");
/** Values of an earlier release's file in the specified columns, where today's file differs. */
const FIRST_CATALOGUE = join("db", "starter-catalogue-first.csv");

/** Reads the vehicles for a new database. @throws Error that names an invalid row */
export async function readStarterCatalogue(): Promise<EvInput[]> {
  const records = await readStarterLines(STARTER_CATALOGUE);
  return records.map((fields, index) => {
    const { data, error } = EvInput.safeParse(inputFromCells(fields));
    if (error) {
      const messages = error.issues.map((issue) => issue.message).join("; ");
      throw new Error(`${STARTER_CATALOGUE}, row ${index + 1}: ${messages}.`);
    }
    return data;
  });
}

/** Returns each vehicle as it is in today's file and as it was in an earlier release's file. */
export async function readStarterHistory(): Promise<{ now: EvInput; first: EvInput }[]> {
  const [vehicles, records] = await Promise.all([
    readStarterCatalogue(),
    readStarterLines(FIRST_CATALOGUE),
  ]);
  const before = new Map<string, Record<string, string>>();
  for (const { make = "", model = "", trim = "", year, field = "", value = "" } of records) {
    const name = rowName({ make, model, trim, year: Number(year) });
    before.set(name, { ...before.get(name), [field]: value });
  }
  const unknown = Object.fromEntries(FURTHER_NAMES.map((name) => [name, null]));
  return vehicles.map((now) => {
    const changed = inputFromCells(before.get(rowName(now)) ?? {});
    return { now, first: EvInput.parse({ ...now, ...unknown, ...changed }) };
  });
}

/**
 * Fills a database that waits for its starter catalogue, with its claims (configuration.md#starter-catalogue).
 * @returns how many rows were added; 0 when another start has already done it
 */
export async function fillStarterCatalogue(database: Database): Promise<number> {
  const [inputs, byCar] = await Promise.all([readStarterCatalogue(), readStarterClaims()]);
  return changeCatalogue(database, async (tx) => {
    const claimed = await tx
      .updateTable("catalogue")
      .set({ starter_due: 0 })
      .where("starter_due", "=", 1)
      .executeTakeFirst();
    if (claimed.numUpdatedRows === 0n) return 0;
    const ids = await insertAll(tx, inputs);
    const claims = inputs.flatMap((input, at) =>
      (byCar.get(rowIdentity(input)) ?? []).map((claim) => ({ rowId: ids[at] ?? 0, claim })),
    );
    await insertClaims(tx, claims, new Date().toISOString());
    return ids.length;
  });
}

const CLAIMS = join("db", "starter-claims.json");

type StarterClaim = ClaimChange & { field: ClaimField };

/** The file's format: fields missing from a claim are null, and its source is an index into `sources`. */
interface StarterClaims {
  sources: { name: string; url: string | null }[];
  cars: (Pick<EvInput, "make" | "model" | "trim" | "year"> & {
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

/** Plans claims for figures that still equal a starter file and have none; deleted ones do not come back. */
async function planStarterClaims(
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

/** Reads a file below the project's root, such as `db/starter-catalogue.csv`, from `src/` and from the build. */
async function readStarterFile(file: string): Promise<string> {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, file))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`${file} is missing.`);
    folder = parent;
  }
  return readFile(join(folder, file), "utf8");
}

async function readStarterLines(file: string): Promise<Record<string, string>[]> {
  return parse(await readStarterFile(file), { columns: true });
}
