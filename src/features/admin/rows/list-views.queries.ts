import { queryOptions } from "@tanstack/react-query";

import { readJson } from "../../../ui/calls/answers.ts";
import { sendJson } from "../../../ui/calls/send.ts";
import type { ListView, NewView } from "./list-views.schema.ts";

const PATH = "/api/list-views";

/** The administrator's own views, sorted by name. */
export const listViewsQuery = queryOptions({
  queryKey: ["list-views"] as const,
  queryFn: ({ signal }) => readJson<ListView[]>(PATH, signal),
});

/** Replaces a view of the same name. This and the next two throw AnswerError. */
export function saveView(view: NewView): Promise<ListView> {
  return sendJson("POST", PATH, view);
}

export function renameView(id: number, name: string): Promise<ListView> {
  return sendJson("PUT", `${PATH}/${id}`, { name });
}

export async function deleteView(id: number): Promise<void> {
  await sendJson("DELETE", `${PATH}/${id}`);
}
