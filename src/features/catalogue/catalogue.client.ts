import { QueryClient, queryOptions } from "@tanstack/react-query";
import { groupEntries } from "../../vehicle/trims.ts";
import type { Ev, EvListEntry } from "../../vehicle/vehicle.ts";
import { AnswerError, readAnswer, readJson } from "../../api/answers.ts";
import { LIST_STALE_MS } from "./limits.ts";

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

/**
 * All models of the public list (§7: stale after 10 s, again on focus and on mount). `live` reads it
 * again in between.
 */
export const evsQuery = queryOptions({
  queryKey: EVS_KEY,
  queryFn: ({ client, signal }) => readEvs(client, signal),
  staleTime: LIST_STALE_MS,
  refetchOnWindowFocus: true,
  refetchOnMount: true,
});

/** One model, by the id of the model or of one of its rows; null for one that is not or no longer. */
export function evQuery(id: number) {
  return queryOptions({
    queryKey: ["ev", id] as const,
    queryFn: ({ signal }) => readEv(`/api/evs/${id}`, signal),
  });
}

async function readEv(path: string, signal?: AbortSignal): Promise<Ev | null> {
  try {
    // The call's contract (readings 3).
    return (await readJson(path, signal)) as Ev;
  } catch (error) {
    if (error instanceof AnswerError && error.status === 404) return null;
    throw error;
  }
}

/**
 * Reads one model past every cache (§7 `/direct`), for a page that shows it. Where that fails the
 * old data stays (§8).
 */
export async function readDirect(client: QueryClient, id: number): Promise<void> {
  const { queryKey } = evQuery(id);
  // There is no such vehicle: asking again and again would only fill the browser's console.
  if (client.getQueryData(queryKey) === null) return;
  try {
    const found = await readEv(`/api/evs/${id}/direct?_=${Date.now()}`);
    client.setQueryData(queryKey, found && withoutColumns(found));
  } catch (error) {
    console.error("The vehicle's fresh data could not be loaded.", error);
  }
}

/** `/direct` answers a row's columns too, which are no part of the model. */
function withoutColumns(ev: Ev & { zeroToSixty?: unknown; dbValues?: unknown }): Ev {
  const { zeroToSixty: _seconds, dbValues: _columns, ...model } = ev;
  return model;
}

/**
 * A query client with the read defaults of §7: no retry, no refetch on focus, never stale. Without a
 * network a call fails at once, instead of waiting unseen.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        staleTime: Infinity,
        networkMode: "offlineFirst",
      },
      mutations: { retry: false, networkMode: "offlineFirst" },
    },
  });
}
