import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";

import { readJson } from "../../../ui/calls/answers.ts";
import { sendJson } from "../../../ui/calls/send.ts";
import { EvInput } from "../../../domain/ev-input.ts";
import type { EvRow } from "../../../domain/vehicle.ts";
import type {
  ActivityAnswer,
  ActivityEntry,
  ActivityPeople,
  ActivityQuery,
} from "../../activity/activity.schema.ts";
import { addRow, patchRows } from "../rows/rows.queries.ts";

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
  } else if (rowId !== null) await patchRows([{ id: rowId, set: values }], true);
}

/** Adds a deleted row again under a new id. @throws ApiError */
export function restoreRow({ before }: Pick<ActivityEntry, "before">): Promise<EvRow> {
  return addRow(EvInput.parse(before));
}
