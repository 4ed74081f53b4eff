import { QueryClient, queryOptions } from "@tanstack/react-query";
import { withBase } from "../../domain/base-path.ts";
import { groupEntries } from "../../domain/trims.ts";
import type { Ev, EvListEntry } from "../../domain/vehicle.ts";
import { newest, nullIf, readJson, readResponse } from "../../ui/calls/answers.ts";
import type { DirectEvAnswer, SegmentRanks } from "./catalogue.schema.ts";

/** everywhere.md#fresh-reads */
const LIST_STALE_MS = 10_000;
/** Number of models in the document for one part of the list. */
export const FIRST_CARDS = 24;
/** Number of models in the home page's document, about two screens; scripts load the others. */
export const LANDING_CARDS = 8;

const EVS_KEY = ["evs"] as const;

/** The ETag of the last list read, so that an unchanged list is not parsed again. */
const listTags = new WeakMap<QueryClient, string | null>();

async function readEvs(client: QueryClient, signal: AbortSignal): Promise<Ev[]> {
  const cachedEvs = client.getQueryData<Ev[]>(EVS_KEY);
  const tag = cachedEvs && listTags.get(client);
  // The browser's own cache keeps a separate list for each address.
  const headers = tag ? { "if-none-match": tag } : {};
  const response = await fetch(withBase(newest("/api/evs")), {
    credentials: "include",
    headers,
    signal,
  });
  if (cachedEvs && response.status === 304) return cachedEvs;
  const entries = await readResponse<EvListEntry[]>(response);
  listTags.set(client, response.headers.get("etag"));
  return groupEntries(entries);
}

/** @param tag hash of a list @returns whether the last list read is another one */
export function isAnotherList(client: QueryClient, tag: string): boolean {
  return listTags.get(client)?.includes(tag) === false;
}

/** everywhere.md#fresh-reads: read again on focus and on mount once it is stale. */
export const evsQuery = queryOptions({
  queryKey: EVS_KEY,
  queryFn: ({ client, signal }) => readEvs(client, signal),
  staleTime: LIST_STALE_MS,
  refetchOnWindowFocus: true,
  refetchOnMount: true,
});

export const anyEvsQuery = queryOptions({ ...evsQuery, staleTime: "static" });

const fetchModel = (id: number, signal: AbortSignal) =>
  nullIf(404, readJson<Ev>(newest(`/api/evs/${id}`), signal));

/** Reads a model by its own id or a row's id; null when it does not exist. */
export function evQuery(id: number, read = fetchModel) {
  return queryOptions({
    queryKey: ["ev", id] as const,
    queryFn: ({ signal }) => read(id, signal),
  });
}

/** @returns the query of a part of each model: by default the answer of its call, such as `/api/evs/13/places` */
export function modelPartQuery<Answer>(part: string) {
  const call = (id: number, signal: AbortSignal) =>
    readJson<Answer>(newest(`/api/evs/${id}/${part}`), signal);
  return (id: number, read = call) =>
    queryOptions({
      queryKey: [part, id] as const,
      queryFn: ({ signal }) => read(id, signal),
    });
}

/** Ranks its figures among those of its body type. */
export const placesQuery = modelPartQuery<SegmentRanks>("places");

/** Bypasses every cache (calls.md#one-vehicle). After a failure the old data stays (everywhere.md#polling). */
export async function readDirect(client: QueryClient, id: number): Promise<void> {
  const { queryKey } = evQuery(id);
  const before = client.getQueryData(queryKey);
  // The model is known to be missing, and each read would log a 404 in the console.
  if (before === null) return;
  try {
    const model = await nullIf(
      404,
      readJson<DirectEvAnswer>(`/api/evs/${id}/direct?_=${Date.now()}`),
    );
    client.setQueryData(queryKey, model && withoutColumns(model));
    // Changed figures have a new entry in their history, and their ranks and sources may be others.
    if (client.getQueryData(queryKey) !== before) {
      for (const key of ["history", "places", "evidence", "claims"]) {
        await client.invalidateQueries({ queryKey: [key] });
      }
    }
  } catch (error) {
    console.error("The vehicle's fresh data could not be loaded.", error);
  }
}

/** Removes the columns that `/direct` adds to a model. */
function withoutColumns(ev: DirectEvAnswer): Ev {
  const { zeroToSixty: _seconds, dbValues: _columns, ...model } = ev;
  return model;
}

/** Nothing gets stale by time, since live-stream.ts reads what has changed. Offline, requests fail at once. */
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
