import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { yieldOften } from "../../server/yield-often.server.ts";
import type { EvInput } from "../../domain/ev-input.ts";
import { rowIdentity, rowName } from "../../domain/names.ts";
import { COMPARED } from "./existing-rows.db.server.ts";
import type { ImportRow } from "./parse/import-file.server.ts";
import type { RepeatedMode, RepeatedPair, RowChanges } from "./import.schema.ts";

/** Maximum number of listed pairs of contradictory rows; all of them are counted. */
const MAX_NAMED_REPEATS = 20_000;

export interface RepeatedRows {
  pairs: readonly RepeatedPair[];
  /** indexes of the file's rows that are not written, including equal ones */
  leftOut: ReadonlySet<number>;
  /** indexes of all rows whose EV the file has more than once */
  members: ReadonlySet<number>;
}

const NO_REPEATS: RepeatedRows = { pairs: [], leftOut: new Set(), members: new Set() };
const HASH_CHARACTERS = 12;

type Values = Record<string, RowChanges[string][number]>;

/** The values in which two rows may differ. A picture sent as data is represented by its hash. */
function comparedValues(input: EvInput): Values {
  const values: Values = {};
  for (const [field] of COMPARED) values[field] = input[field];
  const { image } = input;
  if (image?.startsWith("data:")) {
    const hash = createHash("sha256").update(image).digest("hex").slice(0, HASH_CHARACTERS);
    values["image"] = `${image.slice(0, image.indexOf(";"))} ${hash}`;
  }
  return values;
}

function differencesOf(first: Values, later: Values): RowChanges {
  const differs: RowChanges = {};
  for (const [field, value] of Object.entries(later)) {
    const before = first[field] ?? null;
    if (!isDeepStrictEqual(before, value)) differs[field] = [before, value];
  }
  return differs;
}

/**
 * Finds the rows of a file that describe the same EV, compares each with the first one, and decides which are
 * not written. Equal rows do not contradict each other, so the first one is written.
 */
export async function findRepeatedRows(
  rows: Iterable<ImportRow>,
  mode: RepeatedMode,
): Promise<RepeatedRows> {
  const firstOfLater = await findLaterRows(rows);
  if (firstOfLater.size === 0) return NO_REPEATS;
  const firsts = new Set(firstOfLater.values());
  const earlier = new Map<number, { row: number; values: Values }>();
  const contradicted = new Set<number>();
  const pairs: RepeatedPair[] = [];
  let at = -1;
  for await (const { row, input } of yieldOften(rows)) {
    at++;
    if (firsts.has(at)) earlier.set(at, { row, values: comparedValues(input) });
    const first = firstOfLater.get(at);
    const before = first === undefined ? undefined : earlier.get(first);
    if (first === undefined || !before) continue;
    const differs = differencesOf(before.values, comparedValues(input));
    if (Object.keys(differs).length > 0) contradicted.add(first);
    if (pairs.length === MAX_NAMED_REPEATS) continue;
    pairs.push({ rows: [before.row, row], name: rowName(input), differs });
  }
  const members = firsts.union(new Set(firstOfLater.keys()));
  return { pairs, leftOut: chooseRows(firstOfLater, contradicted, mode), members };
}

/** @returns for each row that repeats an EV, the index of the EV's first row */
async function findLaterRows(rows: Iterable<ImportRow>): Promise<Map<number, number>> {
  const firsts = new Map<string, number>();
  const firstOfLater = new Map<number, number>();
  let at = 0;
  for await (const { input } of yieldOften(rows)) {
    const key = rowIdentity(input);
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, at);
    else firstOfLater.set(at, first);
    at++;
  }
  return firstOfLater;
}

function chooseRows(
  firstOfLater: ReadonlyMap<number, number>,
  contradicted: ReadonlySet<number>,
  mode: RepeatedMode,
): Set<number> {
  const lastOf = new Map([...firstOfLater].map(([later, first]) => [first, later]));
  const leftOut = new Set<number>();
  for (const [later, first] of firstOfLater) {
    const isContradicting = contradicted.has(first);
    if (isContradicting && mode === "last" && later === lastOf.get(first)) continue;
    leftOut.add(later);
  }
  if (mode !== "first") for (const first of contradicted) leftOut.add(first);
  return leftOut;
}
