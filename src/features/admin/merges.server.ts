import type { FastifyInstance } from "fastify";
import { z } from "zod";

import { declareCall } from "../../server/call.server.ts";
import { bodyError } from "../../server/query.server.ts";
import type { Sessions } from "../../server/session.server.ts";
import { EvInput } from "../../vehicle/ev-input.ts";
import type { ModelMerges } from "../../vehicle/model-merges.server.ts";
import { EvAnswer } from "../catalogue/catalogue-answers.server.ts";
import type { Catalogue } from "../catalogue/catalogue.server.ts";
import { FIGURE_BODY_LIMIT_BYTES } from "./limits.ts";

const id = z
  .int({ error: "from and into must be ids of models" })
  .meta({ description: "of a model, or one that it had before a merge" });
const Models = z.strictObject({ from: id, into: id }, { error: bodyError });
const Makes = z
  .strictObject(
    { fromMake: EvInput.shape.make, intoMake: EvInput.shape.make },
    { error: bodyError },
  )
  .refine(({ fromMake, intoMake }) => fromMake !== intoMake, {
    error: "Choose two different ones: nothing can be merged into itself",
    path: ["intoMake"],
  });

const Merged = z
  .strictObject({
    model: EvAnswer.nullable().meta({ description: "as it is now; null where makes were merged" }),
    moved: z.int().meta({ description: "rows that have another make or model now" }),
  })
  .meta({ id: "Merged" });

export interface MergeDeps {
  merges: ModelMerges;
  catalogue: Pick<Catalogue, "current" | "votesChanged">;
  sessions: Pick<Sessions, "requireUser" | "userOf">;
}

/** `POST /api/evs/merge` (beyond 5). */
export function mergeRoutes(app: FastifyInstance, deps: MergeDeps): void {
  const { merges, catalogue, sessions } = deps;

  declareCall(app, "POST /api/evs/merge", {
    id: "merge",
    summary:
      "Merges a model into another, or all models of a make into another make: rows, reviews and votes move along, and the former id stays valid",
    signedIn: sessions,
    body: {
      schema: z.union([Models, Makes]),
      // Which of the two is meant is said by a field, so that the sentence fits.
      read: (given) =>
        ["fromMake", "intoMake"].some((name) => Object.hasOwn(Object(given), name))
          ? Makes.parse(given)
          : Models.parse(given),
    },
    bodyLimit: FIGURE_BODY_LIMIT_BYTES,
    answers: {
      200: { description: "Merged", schema: Merged },
      400: "Both are the same, or a field is missing or not valid",
      404: "No model has this id, or there is no such make; a row's id is none",
      409: "Both have a trim of the same name and year",
    },
    async handle({ body }, request) {
      const user = sessions.userOf(request);
      if ("fromMake" in body) {
        const { moved } = await merges.mergeMakes(body.fromMake, body.intoMake, user);
        catalogue.votesChanged();
        return { model: null, moved };
      }
      const { modelId, moved } = await merges.mergeModels(body.from, body.into, user);
      catalogue.votesChanged();
      const snapshot = await catalogue.current();
      return { model: snapshot.findModel(modelId) ?? null, moved };
    },
  });
}
