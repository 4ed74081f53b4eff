import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";

import { readJson } from "../../../ui/calls/answers.ts";
import { sendJson } from "../../../ui/calls/send.ts";
import { EvInput } from "../../../domain/ev-input.ts";
import type { EvRow } from "../../../domain/vehicle.ts";
import { MOST_ACTIVITY_PER_ANSWER } from "./activity.ts";
import type { AddedRows } from "../rows/rows.schema.ts";
import type {
  ActivityAnswer,
  ActivityEntry,
  ActivityPeople,
  ActivityQuery,
} from "./activity.schema.ts";
import { addRow, addRows, changeRows } from "../rows/rows.queries.ts";

/** What is absent or empty does not filter. */
export type ActivityFilters = Omit<ActivityQuery, "limit" | "before">;

export function activityQuery(filters: ActivityFilters) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) {
    if (value) parameters.set(name, String(value));
  }
  return infiniteQueryOptions({
    queryKey: ["activity", parameters.toString()] as const,
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams(parameters);
      if (pageParam !== null) query.set("before", String(pageParam));
      return readJson<ActivityAnswer>(`/api/activity?${query}`, signal);
    },
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchOnMount: "always",
  });
}

export const activityPeopleQuery = queryOptions({
  queryKey: ["activity", "people"] as const,
  queryFn: async ({ signal }) => {
    const { people } = await readJson<ActivityPeople>("/api/activity/people", signal);
    return people;
  },
});

/** Restores the values that a row had before a change of some fields. @throws ApiError */
export async function restoreValues(
  { rowId }: Pick<ActivityEntry, "rowId">,
  values: Partial<EvInput>,
): Promise<void> {
  // Make and model belong to the whole model.
  if ("make" in values || "model" in values) {
    await sendJson("PUT", `/api/evs/${rowId}?undo=true`, values);
  } else if (rowId !== null) await changeRows([{ id: rowId, set: values }], true);
}

/** Adds a deleted row again under a new id. @throws ApiError */
export function restoreRow({ before }: Pick<ActivityEntry, "before">): Promise<EvRow> {
  return addRow(EvInput.parse(before));
}

/**
 * Restores the values of all rows of a change that still exist, all or none of them.
 * @returns the number of rows @throws ApiError
 */
export async function restoreChange(changeId: number): Promise<number> {
  const entries = await readChange(changeId);
  const rows = entries.flatMap(({ rowId, hasRow, before }) =>
    rowId !== null && hasRow && before ? { id: rowId, set: before } : [],
  );
  if (rows.length > 0) await changeRows(rows, true);
  return rows.length;
}

/**
 * Adds rows that were deleted together again, as one import. Rows that are no longer valid are left out.
 * @throws ApiError
 */
export async function restoreRows(changeId: number): Promise<AddedRows & { invalid: number }> {
  const entries = await readChange(changeId);
  const rows = entries.flatMap(({ before }) => EvInput.safeParse(before).data ?? []);
  const invalid = entries.length - rows.length;
  if (rows.length === 0) return { added: 0, skipped: 0, importId: null, invalid };
  return { ...(await addRows(rows, "Restored rows")), invalid };
}

async function readChange(changeId: number): Promise<ActivityEntry[]> {
  const entries: ActivityEntry[] = [];
  for (let before: number | null = null; ;) {
    const query = new URLSearchParams({ change: String(changeId) });
    query.set("limit", String(MOST_ACTIVITY_PER_ANSWER));
    if (before !== null) query.set("before", String(before));
    const part: ActivityAnswer = await readJson(`/api/activity?${query}`);
    entries.push(...part.entries);
    before = part.next;
    if (before === null) return entries;
  }
}
