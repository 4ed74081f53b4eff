import { evQuery, evsQuery, placesQuery } from "../../features/catalogue/catalogue.queries.ts";
import { claimsQuery, evidenceQuery } from "../../features/claims/claims.queries.ts";
import { historyQuery } from "../../features/changes/changes.queries.ts";
import { modelVotesQuery } from "../../features/ranking/votes.queries.ts";
import { VIEWED_MODELS } from "../../features/recently-viewed/recently-viewed.ts";
import { reviewsQuery } from "../../features/reviews/reviews.queries.ts";
import { defaultReferenceQuery } from "../../features/size/size-beside.tsx";
import { asksForSources, evIdOf } from "../../domain/routes.ts";
import { readStored } from "../../ui/storage.ts";
import type { LoaderContext } from "../page.ts";

const ignoreFailure = () => undefined;

export async function loadEvDetail({ client, params, search, api }: LoaderContext): Promise<void> {
  const id = evIdOf(params["id"] ?? "");
  const model = client.query(evQuery(id, api?.readEv));
  // With a model's id the browser requests everything at once; an address may also contain a row's id.
  const isModel = client.getQueryData(evsQuery.queryKey)?.some((ev) => ev.id === id);
  const modelId = isModel ? id : (await model)?.id;
  if (modelId === undefined) return;
  if (asksForSources(search)) {
    const claims = client.query(claimsQuery(modelId, api?.readClaims)).catch(ignoreFailure);
    await Promise.all([model, claims]);
    return;
  }
  const places = client.query(placesQuery(modelId, api?.readPlaces)).catch(ignoreFailure);
  const evidence = client.query(evidenceQuery(modelId, api?.readEvidence)).catch(ignoreFailure);
  // The page can open without waiting for these.
  client.query(historyQuery(modelId, api?.readHistory)).catch(ignoreFailure);
  client.query(modelVotesQuery(modelId, api?.readVotes)).catch(ignoreFailure);
  client
    .infiniteQuery(reviewsQuery(modelId, null, "newest", api?.readReviews))
    .catch(ignoreFailure);
  if (readStored(VIEWED_MODELS).length === 0)
    client.query(defaultReferenceQuery).catch(ignoreFailure);
  await Promise.all([model, places, evidence]);
}
