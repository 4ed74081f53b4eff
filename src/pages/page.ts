import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";

import type { SegmentRanks } from "../features/catalogue/catalogue.schema.ts";
import type { EvHistory } from "../features/changes/changes.schema.ts";
import type { ClaimsAnswer, Evidence } from "../features/claims/claims.schema.ts";
import type { ReviewsPart } from "../features/reviews/reviews.queries.ts";
import type { ReviewsAnswer } from "../features/reviews/reviews.schema.ts";
import type { Ev, VoteStats } from "../domain/vehicle.ts";

export interface PageProps {
  params: Readonly<Record<string, string>>;
}

export interface PageModule {
  Component: ComponentType<PageProps>;
  /**
   * Reads the page's data, on the server for the document, in the browser before it opens the page. Reads that
   * it starts without waiting only delay the document.
   */
  load?: (context: LoaderContext) => Promise<unknown>;
  /** Reads in the browser what would move the section that the address names. */
  loadSections?: (client: QueryClient, hash: string) => Promise<unknown>;
}

export interface LoaderContext extends PageProps {
  client: QueryClient;
  /** query of the address including its question mark, or empty */
  search: string;
  /** on the server only; without it the queries call the API */
  api?: PageApi | undefined;
}

/** What loaders read on the server from memory and database, instead of calling the server itself. */
export interface PageApi {
  /** null if it is unknown */
  readEv: (id: number) => Promise<Ev | null>;
  readPlaces: (modelId: number) => Promise<SegmentRanks>;
  readVotes: (modelId: number) => Promise<VoteStats>;
  readReviews: (part: ReviewsPart) => Promise<ReviewsAnswer>;
  readHistory: (modelId: number) => Promise<EvHistory>;
  readEvidence: (modelId: number) => Promise<Evidence>;
  readClaims: (modelId: number) => Promise<ClaimsAnswer>;
}
