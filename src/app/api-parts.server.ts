import { authApi } from "../features/auth/auth-openapi.server.ts";
import { rowsApi } from "../features/admin/rows-openapi.server.ts";
import { catalogueApi } from "../features/catalogue/catalogue-openapi.server.ts";
import { imagesApi } from "../features/images/images-openapi.server.ts";
import { importApi } from "../features/import/import-openapi.server.ts";
import { liveApi } from "../features/live/live-openapi.server.ts";
import { votesApi } from "../features/ranking/votes-openapi.server.ts";
import { reviewsApi } from "../features/reviews/reviews-openapi.server.ts";
import type { ApiPart } from "../server/openapi.server.ts";

/** All calls, as their features describe them; loaded when somebody asks for the description. */
export const API_PARTS: readonly ApiPart[] = [
  catalogueApi,
  rowsApi,
  votesApi,
  reviewsApi,
  liveApi,
  imagesApi,
  importApi,
  authApi,
];
