import { hashKey, type QueryClient } from "@tanstack/react-query";
import { createQueryClient, evsQuery } from "../features/catalogue/catalogue.queries.ts";
import { withTimeout } from "../base/timeout.server.ts";
import type { PageApi } from "../pages/page.ts";
import type { PageAddress } from "./page-address.server.ts";
import type { PageData } from "./page-data.ts";
import { loadPage, matchPage } from "./pages.ts";
import type { Snapshot } from "../features/catalogue/catalogue-snapshot.server.ts";
import type { VotesSnapshot } from "../features/catalogue/catalogue.server.ts";
import { rankInSegment } from "../features/catalogue/places.server.ts";
import type { ClaimStore } from "../features/claims/claims.db.server.ts";
import type { EvHistory } from "../features/changes/changes.schema.ts";
import { changedTrims } from "../features/changes/changes.ts";
import type { CorrectionState } from "../features/corrections/corrections.schema.ts";
import { NO_VOTES_YET } from "../features/ranking/votes.queries.ts";
import type { Dictionary } from "../features/open-data/open-data.schema.ts";
import { readReviews } from "../features/reviews/read-reviews.server.ts";
import type { ReviewStore } from "../features/reviews/reviews.db.server.ts";
import { createSlice, readCompareSlice, readHomeSlice } from "../pages/catalogue-slice.server.ts";
import { UserError } from "../base/errors.server.ts";
import type { Ev } from "../domain/vehicle.ts";
import { VEHICLE_NOT_FOUND } from "../features/catalogue/vehicle-rows.db.server.ts";

/** Limits database reads that a loader starts without waiting for them. */
const PART_MS = 1_000;

/** The page can be shown with this client, but without the parts that its database did not answer in time. */
export class IncompletePage extends Error {
  readonly client: QueryClient;

  constructor(client: QueryClient, cause: unknown) {
    super("a part of the page is missing", { cause });
    this.client = client;
  }
}

/**
 * Runs the page's own loader and waits for its data.
 * @returns a client that has all of it
 * @throws IncompletePage
 */
export async function fillClient(
  { path, search }: PageAddress,
  api: PageApi,
): Promise<QueryClient> {
  const client = createQueryClient();
  const { page, params } = matchPage(path);
  const { load } = await loadPage(page);
  await load?.({ client, params, search, api });
  const cache = client.getQueryCache();
  const reads = cache.getAll().flatMap(({ promise }) => promise ?? []);
  const timeout = await withTimeout(Promise.allSettled(reads), PART_MS).then(
    () => undefined,
    (error: unknown) => error,
  );
  const missing = cache.findAll({ predicate: ({ state }) => state.status !== "success" });
  if (missing.length === 0) return client;
  const cause = missing.find(({ state }) => state.error)?.state.error ?? timeout;
  // They would be shown as failed, so remove them and let the browser read them again.
  for (const query of missing) cache.remove(query);
  throw new IncompletePage(client, cause);
}

const LIST = hashKey(evsQuery.queryKey);

/**
 * Returns the queries that the browser needs to hydrate the page; parts that show the whole list wait for it
 * there.
 */
export function queriesOf(client: QueryClient): PageData["queries"] {
  return client
    .getQueryCache()
    .getAll()
    .filter(({ queryHash }) => queryHash !== LIST)
    .map(({ queryKey, state }) => [queryKey, state.data]);
}

interface PageSources {
  snapshot: Snapshot;
  votes: VotesSnapshot;
  reviews: Pick<ReviewStore, "read">;
  readHistory: (ev: Ev) => Promise<EvHistory>;
  claims: Pick<ClaimStore, "readModel" | "readEvidence">;
  /** of the token in the page's address */
  correction: CorrectionState | null;
  dictionary: Dictionary;
}

/** Creates the API from which page loaders read: one version of the catalogue and its votes. */
export function createPageApi(sources: PageSources): PageApi {
  const { snapshot, votes, reviews, readHistory, claims, correction, dictionary } = sources;
  const findModel = (id: number): Ev => {
    const ev = snapshot.findEv(id);
    if (!ev) throw new UserError(404, VEHICLE_NOT_FOUND);
    return ev;
  };
  return {
    // Not copied, because nobody changes the result of a query, and a copy would have to be counted and sorted
    // again.
    readEvs: async () => snapshot.evsAsListed() as Ev[],
    async readCatalogue(page, search) {
      if (page === "home") return readHomeSlice(snapshot, votes, search);
      return page === "compare" ? readCompareSlice(snapshot, search) : createSlice(snapshot);
    },
    readEv: async (id) => snapshot.findEv(id) ?? null,
    readPlaces: async (id) => rankInSegment(snapshot.evs, findModel(id)),
    readVotes: async (id) => votes.byModel.get(id) ?? NO_VOTES_YET,
    readReviews: async ({ evId, ...part }) => readReviews(reviews, findModel(evId), part),
    readHistory: async (id) => changedTrims(await readHistory(findModel(id))),
    readEvidence: async (id) => claims.readEvidence(findModel(id).id),
    readClaims: async (id) => claims.readModel(findModel(id).id),
    readCorrection: async () => correction,
    readDictionary: async () => dictionary,
  };
}
