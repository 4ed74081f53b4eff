/** Summarizes what the sources of a figure say (evidence.md#differing-sources). */
import type { ClaimMethod, ClaimField, FigureField } from "./claims.ts";
import { SHOWN_FIELDS } from "../../domain/shown-fields.ts";
import { fieldLike, isTest, sheetNameOf } from "./claims.ts";
import type { ClaimValue, Evidence, FigureClaim } from "./claims.schema.ts";

/** Values within this factor of the smallest count as equal. */
const ALIKE_UP_TO = 1.05;

/** These methods report what somebody measured or expects, not the official figure. */
const LEFT_OUT: ReadonlySet<ClaimMethod> = new Set(["measured", "estimate", "reader"]);

type ComparedClaim = Pick<FigureClaim, "value" | "method" | "source">;

/** @returns the smallest and largest number, or every text or flag, of row and sources; null when they agree */
export function findDifference(
  field: FigureField,
  shown: ClaimValue | null,
  claims: readonly ComparedClaim[],
): ClaimValue[] | null {
  const claimed = claims.filter(({ method }) => !LEFT_OUT.has(method)).map(({ value }) => value);
  const values = [shown, ...claimed].filter((value) => value !== null);
  if ("words" in SHOWN_FIELDS[sheetNameOf(field)]) {
    const byText = new Map(values.map((value) => [String(value).trim().toLowerCase(), value]));
    return byText.size > 1 ? [...byText.values()] : null;
  }
  // 0 counts as missing (vehicles.md#missing-values).
  const figures = values.filter((value) => typeof value === "number" && value > 0).map(Number);
  const [low, high] = [Math.min(...figures), Math.max(...figures)];
  return high > ALIKE_UP_TO * low ? [low, high] : null;
}

/** Whether a figure relies on a single data set. */
export function hasSingleSource(claims: readonly ComparedClaim[]): boolean {
  const [first] = claims;
  return (
    first !== undefined &&
    claims.every(({ method, source }) => method === "dataset" && source === first.source)
  );
}

/** The figure to compare a test with: the EPA's, else the maker's, else the shown one. */
function officialOf(shown: ClaimValue | null, claims: readonly ComparedClaim[]) {
  const byMethod = (wanted: ClaimMethod) =>
    claims.find(({ method }) => method === wanted)?.value ?? null;
  const epa = byMethod("epa");
  if (typeof epa === "number") return { official: epa, isEpa: true };
  // A measured value is not official just because it is shown.
  const isMeasured = claims.some(({ method, value }) => method === "measured" && value === shown);
  const official = byMethod("maker") ?? (isMeasured ? null : shown);
  return { official: typeof official === "number" && official > 0 ? official : null, isEpa: false };
}

/** Summarizes what sources say about a row. @param valueOf returns the row's own value of a field */
export function summariseClaims(
  claims: ReadonlyMap<ClaimField, readonly FigureClaim[]>,
  valueOf: (field: FigureField) => ClaimValue | null,
): Omit<Evidence["trims"][number], "rowId"> {
  const differs: Evidence["trims"][number]["differs"] = {};
  const oneSource: FigureField[] = [];
  const tests: Evidence["trims"][number]["tests"] = [];
  for (const [field, ofField] of claims) {
    const like = fieldLike(field);
    const official = officialOf(valueOf(like), claims.get(like) ?? []);
    for (const { id, value, method, source, url, published, note } of ofField) {
      if (typeof value !== "number" || !(isTest(field) || method === "measured")) continue;
      tests.push({ id, field, value, method, source, url, published, note, ...official });
    }
    if (isTest(field)) continue;
    const difference = findDifference(like, valueOf(like), ofField);
    if (difference) differs[like] = difference;
    else if (hasSingleSource(ofField)) oneSource.push(like);
  }
  return { differs, oneSource, tests };
}
