import type { Snapshot } from "../features/catalogue/catalogue-snapshot.server.ts";
import { rememberListTag } from "../features/catalogue/catalogue.queries.ts";
import type { VotesSnapshot } from "../features/catalogue/catalogue.server.ts";
import { rankInSegment } from "../features/catalogue/places.server.ts";
import type { ClaimStore } from "../features/claims/claims.db.server.ts";
import type { EvHistory } from "../features/changes/changes.schema.ts";
import { changedTrims } from "../features/changes/changes.ts";
import { findCompareModels } from "../features/compare/compare.queries.ts";
import type { CorrectionState } from "../features/corrections/corrections.schema.ts";
import { findChosenIn } from "../features/compare/find-chosen.server.ts";
import { findLeaders } from "../features/ranking/ranking.ts";
import { NO_VOTES_YET } from "../features/ranking/votes.queries.ts";
import { readReviews } from "../features/reviews/read-reviews.server.ts";
import type { ReviewStore } from "../features/reviews/reviews.db.server.ts";
import { usualBeside } from "../features/size/size-beside.tsx";
import { forCards, readHomeStart } from "../pages/home/home-start.server.ts";
import { readOwnRanking } from "../pages/home/own-ranking.server.ts";
import type { PageApi } from "../pages/page.ts";
import { UserError } from "../server/errors.server.ts";
import type { Ev } from "../domain/vehicle.ts";
import { VEHICLE_NOT_FOUND } from "../features/catalogue/vehicle-rows.db.server.ts";

export interface PageSources {
  snapshot: Snapshot;
  votes: VotesSnapshot;
  reviews: Pick<ReviewStore, "read">;
  readHistory: (ev: Ev) => Promise<EvHistory>;
  claims: Pick<ClaimStore, "readModel" | "readEvidence">;
  /** of the page's address */
  correction: CorrectionState | null;
}

/** What the loaders of pages read for a document: one version of the catalogue and its votes. */
export function createPageApi(sources: PageSources): PageApi {
  const { snapshot, votes, reviews, readHistory, claims, correction } = sources;
  const findModel = (id: number): Ev => {
    const ev = snapshot.findEv(id);
    if (!ev) throw new UserError(404, VEHICLE_NOT_FOUND);
    return ev;
  };
  return {
    async readEvs(client) {
      rememberListTag(client, (await snapshot.list()).tag);
      // No copies: nobody changes what a query has read, and a copy would be counted and sorted again.
      return snapshot.evsAsListed() as Ev[];
    },
    readListTag: async () => (await snapshot.list()).tag,
    readHomeStart: (search) => readHomeStart(snapshot, search),
    async readLeaders() {
      const leaders = findLeaders(snapshot.evs, votes.byModel);
      return { ...leaders, top: leaders.top.map((ev) => forCards(ev)) };
    },
    readOwnRanking: async (search) => readOwnRanking(snapshot, search),
    async readCompareModels(search) {
      const evs = snapshot.byName().map(({ ev }) => ev);
      return findCompareModels(evs, search, findChosenIn(snapshot));
    },
    readEv: async (id) => snapshot.findEv(id) ?? null,
    readPlaces: async (id) => rankInSegment(snapshot.evs, findModel(id)),
    readVotes: async (id) => votes.byModel.get(id) ?? NO_VOTES_YET,
    readUsualBeside: async () => usualBeside(snapshot.evs),
    readReviews: async ({ evId, ...part }) => readReviews(reviews, findModel(evId), part),
    readHistory: async (id) => changedTrims(await readHistory(findModel(id))),
    readEvidence: async (id) => claims.readEvidence(findModel(id).id),
    readClaims: async (id) => claims.readModel(findModel(id).id),
    readCorrection: async () => correction,
  };
}
