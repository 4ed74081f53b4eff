import type { Migration } from "kysely/migration";
import * as modelsAndRows from "./001-models-and-rows.ts";
import * as votesAndReviews from "./002-votes-and-reviews.ts";
import * as signingKeys from "./003-signing-keys.ts";
import * as reviewFlags from "./004-review-flags.ts";
import * as accounts from "./005-accounts.ts";
import * as activity from "./006-activity.ts";
import * as uploadedImages from "./007-uploaded-images.ts";
import * as voteStats from "./008-vote-stats.ts";
import * as rateLimits from "./009-rate-limits.ts";
import * as catalogueChanges from "./010-catalogue-changes.ts";
import * as votesOfDeletedModels from "./011-votes-of-deleted-models.ts";
import * as votesFollowTheirModel from "./012-votes-follow-their-model.ts";
import * as chargePort from "./013-charge-port.ts";
import * as factsToDecideBy from "./014-facts-to-decide-by.ts";
import * as rowChanges from "./015-row-changes.ts";
import * as activityOfManyRows from "./016-activity-of-many-rows.ts";
import * as modelAliases from "./017-model-aliases.ts";
import * as imports from "./018-imports.ts";
import * as importMappings from "./019-import-mappings.ts";
import * as retriesAndLostPasswords from "./020-retries-and-lost-passwords.ts";
import * as versionsOfVotes from "./021-versions-of-votes.ts";
import * as foldedNames from "./022-folded-names.ts";
import * as claims from "./023-claims.ts";
import * as corrections from "./024-corrections.ts";
import * as reviewWriters from "./025-review-writers.ts";
import * as listViews from "./026-list-views.ts";

/**
 * Every change of the schema, for both engines. Run in the order of their names, which must only
 * grow. Imported one by one because the built server has no folder to look into.
 */
export const MIGRATIONS: Record<string, Migration> = {
  "001-models-and-rows": modelsAndRows,
  "002-votes-and-reviews": votesAndReviews,
  "003-signing-keys": signingKeys,
  "004-review-flags": reviewFlags,
  "005-accounts": accounts,
  "006-activity": activity,
  "007-uploaded-images": uploadedImages,
  "008-vote-stats": voteStats,
  "009-rate-limits": rateLimits,
  "010-catalogue-changes": catalogueChanges,
  "011-votes-of-deleted-models": votesOfDeletedModels,
  "012-votes-follow-their-model": votesFollowTheirModel,
  "013-charge-port": chargePort,
  "014-facts-to-decide-by": factsToDecideBy,
  "015-row-changes": rowChanges,
  "016-activity-of-many-rows": activityOfManyRows,
  "017-model-aliases": modelAliases,
  "018-imports": imports,
  "019-import-mappings": importMappings,
  "020-retries-and-lost-passwords": retriesAndLostPasswords,
  "021-versions-of-votes": versionsOfVotes,
  "022-folded-names": foldedNames,
  "023-claims": claims,
  "024-corrections": corrections,
  "025-review-writers": reviewWriters,
  "026-list-views": listViews,
};
