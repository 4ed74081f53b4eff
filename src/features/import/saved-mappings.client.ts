import { queryOptions } from "@tanstack/react-query";

import { readJson } from "../../api/answers.ts";
import { sendJson } from "../../api/send.ts";
import type { ListedMapping, MappingEntry, SavedMapping } from "./saved-mappings.store.server.ts";

const PATH = "/api/import-mappings";

/** By name; read again at each mount, since others save some too. */
export const mappingsQuery = queryOptions({
  queryKey: ["import-mappings"] as const,
  queryFn: ({ signal }) => readJson<ListedMapping[]>(PATH, signal),
  refetchOnMount: "always",
});

/** This and the next two throw AnswerError, TypeError without a connection. */
export function readSavedMapping(id: number): Promise<SavedMapping> {
  return readJson(`${PATH}/${id}`);
}

/** Takes the place of one of this name. */
export function saveMapping(name: string, mapping: object): Promise<MappingEntry> {
  return sendJson("POST", PATH, { name, mapping });
}

export async function deleteMapping(id: number): Promise<void> {
  await sendJson("DELETE", `${PATH}/${id}`);
}
