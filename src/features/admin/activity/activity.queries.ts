import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";

import { readJson } from "../../../ui/calls/answers.ts";
import { sendJson } from "../../../ui/calls/send.ts";
import { EvInput } from "../../../domain/ev-input.ts";
import type { EvRow } from "../../../domain/vehicle.ts";
import type { ActivityKind } from "./activity.ts";
import type { ActivityAnswer, ActivityEntry } from "./activity.schema.ts";
import { MOST_ACTIVITY_PER_ANSWER } from "../limits.ts";
import { addRow, changeRows, importRows } from "../rows/rows.queries.ts";

export interface ActivityFilters {
  search: string;
  kind: ActivityKind | null;
  user: string | null;
  car: { evId: number; name: string } | null;
}

/** A change of many rows is read once, however many they are; filters may want any of them. */
export function activityQuery({ search, kind, user, car }: ActivityFilters) {
  const asked = new URLSearchParams();
  if (search !== "") asked.set("search", search);
  if (kind !== null) asked.set("kind", kind);
  if (user !== null) asked.set("user", user);
  if (car !== null) asked.set("evId", String(car.evId));
  const isFoldable = search === "" && car === null;
  return infiniteQueryOptions({
    queryKey: ["activity", asked.toString()] as const,
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams(asked);
      if (pageParam !== null) query.set("before", String(pageParam));
      return readJson<ActivityAnswer>(`/api/activity?${query}`, signal);
    },
    getNextPageParam: ({ entries, next }) =>
      next === null ? null : ((isFoldable ? entries.at(-1)?.change?.id : null) ?? next),
    placeholderData: keepPreviousData,
    refetchOnMount: "always",
  });
}

/** Gives a row the values back that it had before a change of some fields. @throws AnswerError */
export async function restoreValues(
  { rowId }: Pick<ActivityEntry, "rowId">,
  values: Partial<EvInput>,
): Promise<void> {
  // Make and model are the whole model's.
  if ("make" in values || "model" in values) await sendJson("PUT", `/api/evs/${rowId}`, values);
  else if (rowId !== null) await changeRows([{ id: rowId, set: values }]);
}

/** Adds a deleted row again, under a new id. @throws AnswerError */
export function restoreRow({ before }: Pick<ActivityEntry, "before">): Promise<EvRow> {
  return addRow(EvInput.parse(before));
}

/**
 * Gives all rows of a change their values back, those that are still there, all or none.
 * @returns how many @throws AnswerError
 */
export async function restoreChange(changeId: number): Promise<number> {
  const entries = await readChange(changeId);
  const rows = entries.flatMap(({ rowId, hasRow, before }) =>
    rowId !== null && hasRow && before ? { id: rowId, set: before } : [],
  );
  if (rows.length > 0) await changeRows(rows);
  return rows.length;
}

/**
 * Adds rows that went together again, as one import; what is no longer allowed is left out.
 * @throws AnswerError
 */
export async function restoreRows(changeId: number): ReturnType<typeof importRows> {
  const entries = await readChange(changeId);
  const rows = entries.map(({ before }) => before ?? {});
  return importRows(rows, "Restored rows.csv", "skip");
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
