import { QueryClient, queryOptions } from "@tanstack/react-query";
import { groupEntries } from "../../vehicle/trims.ts";
import type { Ev, EvListEntry } from "../../vehicle/vehicle.ts";
import { readAnswer, readJson } from "./answers.ts";
import { LIST_REFETCH_MS, LIST_STALE_MS } from "./limits.ts";

const EVS_KEY = ["evs"] as const;

/** The ETag of the list that a client holds, so that an unchanged one is not parsed again. */
const listTags = new WeakMap<QueryClient, string>();

async function readEvs(client: QueryClient, signal: AbortSignal): Promise<Ev[]> {
  // The browser's own cache sends If-None-Match and turns 304 into the body it holds.
  const response = await fetch("/api/evs", { credentials: "include", signal });
  const tag = response.headers.get("etag");
  const held = client.getQueryData<Ev[]>(EVS_KEY);
  if (response.ok && held && tag !== null && tag === listTags.get(client)) {
    await response.body?.cancel();
    return held;
  }
  // The call's contract (readings 3), which its tests hold against the schemas of openapi.json.
  const entries = (await readAnswer(response)) as EvListEntry[];
  if (tag === null) listTags.delete(client);
  else listTags.set(client, tag);
  return groupEntries(entries);
}

/** All models of the public list (§7: stale after 10 s, again on focus, on mount and every 30 s). */
export const evsQuery = queryOptions({
  queryKey: EVS_KEY,
  queryFn: ({ client, signal }) => readEvs(client, signal),
  staleTime: LIST_STALE_MS,
  refetchOnWindowFocus: true,
  refetchOnMount: true,
  refetchInterval: LIST_REFETCH_MS,
});

/** One model, by the id of the model or of one of its rows (§7: never stale by itself). */
export function evQuery(id: number) {
  return queryOptions({
    queryKey: ["ev", id] as const,
    // The call's contract (readings 3).
    queryFn: async ({ signal }) => (await readJson(`/api/evs/${id}`, signal)) as Ev,
  });
}

/** A query client with the read defaults of §7: no retry, no refetch on focus, never stale. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, staleTime: Infinity },
      mutations: { retry: false },
    },
  });
}
