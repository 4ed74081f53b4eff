/** Counts what each of two models or makes contains before they are merged (grid.md#merging). */
import { queryOptions } from "@tanstack/react-query";

import { readJson } from "../../../ui/calls/answers.ts";
import type { Ev, EvRow } from "../../../domain/vehicle.ts";
import { MOST_ROWS_PER_PAGE } from "../limits.ts";
import { WHOLE_LIST } from "../rows/row-filters.ts";
import { readRows } from "../rows/rows.queries.ts";

export const MERGED = ["models", "makes"] as const;
export type Merged = (typeof MERGED)[number];

export interface MergeSize {
  /** at most 1,000 for a make */
  rows: number;
  /** models only */
  votes?: number;
  reviews?: number;
}

export function mergeSizeQuery(what: Merged, row: EvRow) {
  return queryOptions({
    queryKey: ["evs", "merge size", what, row.id] as const,
    queryFn: () => (what === "models" ? readModelSize(row) : readMakeSize(row)),
  });
}

async function readModelSize(row: EvRow): Promise<MergeSize> {
  const [{ id, trims, reviewCount }, votes] = await Promise.all([
    readJson<Ev>(`/api/evs/${row.id}/fresh`),
    readJson<Record<string, { total: number }>>("/api/votes"),
  ]);
  return { rows: trims.length, votes: votes[id]?.total ?? 0, reviews: reviewCount };
}

async function readMakeSize({ make }: EvRow): Promise<MergeSize> {
  const filters = { make: { contains: make } };
  const rows = await readRows({ ...WHOLE_LIST, filters }, 0, MOST_ROWS_PER_PAGE);
  return { rows: rows.filter((row) => row.make === make).length };
}

/** Compares by rows, then by votes and reviews. */
export function compareSizes(a: MergeSize, b: MergeSize): number {
  const among = (size: MergeSize) => (size.votes ?? 0) + (size.reviews ?? 0);
  return a.rows - b.rows || among(a) - among(b);
}
