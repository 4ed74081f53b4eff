import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import { brandKey } from "../../../domain/brands.ts";
import { joinLetters } from "../../../domain/filters/search.ts";
import { identityKey } from "../../../domain/names.ts";
import { findTypicalFigures } from "../../../domain/typical-figures.ts";
import { jsonAnswer } from "../../../server/answers.server.ts";
import {
  KnownNames,
  KnownNamesQuery,
  MOST_KNOWN_NAMES,
  SimilarNames,
} from "./known-names.schema.ts";
import { TypicalFigureList } from "./rows.schema.ts";

/** Serves what the editors compare typed text with: known names and usual figures (grid.md#known-names). */
export const knownNameRoutes: FastifyPluginAsyncZodOpenApi = async (app) => {
  const { catalogue } = app;
  app.get(
    "/api/evs/names",
    {
      schema: {
        operationId: "listKnownNames",
        summary: "List the makes of the catalogue, or the models of one make",
        querystring: KnownNamesQuery,
        response: { 200: jsonAnswer("The names", KnownNames) },
      },
    },
    async (request): Promise<KnownNames> => {
      const make = request.query.make && identityKey(request.query.make);
      const models = (await catalogue.current()).byName().map(({ ev }) => ev);
      const names =
        make === undefined
          ? models.map((ev) => ev.make)
          : models.flatMap((ev) => (identityKey(ev.make) === make ? ev.model : []));
      return { names: [...new Set(names)].slice(0, MOST_KNOWN_NAMES) };
    },
  );

  app.get(
    "/api/evs/names/similar",
    {
      schema: {
        operationId: "listSimilarNames",
        summary: "List makes, and models of one make, that are only spelled differently",
        response: { 200: jsonAnswer("The pairs", SimilarNames) },
      },
    },
    async (): Promise<SimilarNames> => {
      const snapshot = await catalogue.current();
      const models = snapshot.byName().map(({ ev: { id, make, model } }) => ({ id, make, model }));
      const makes = [...new Map(models.map((model) => [model.make, model])).values()];
      const pairs = [
        ...pairsOf("makes", makes, ({ make }) => brandKey(make)),
        ...pairsOf(
          "models",
          models,
          ({ make, model }) => `${make}\n${joinLetters(model) || identityKey(model)}`,
        ),
      ];
      return { pairs: pairs.slice(0, MOST_KNOWN_NAMES) };
    },
  );

  app.get(
    "/api/evs/usual",
    {
      schema: {
        operationId: "listUsualFigures",
        summary: "List the usual range of each figure in the catalogue",
        response: { 200: jsonAnswer("The ranges", TypicalFigureList) },
      },
    },
    async (): Promise<TypicalFigureList> => {
      const { evs } = await catalogue.current();
      return { figures: findTypicalFigures(evs) };
    },
  );
};

type Pair = SimilarNames["pairs"][number];

/** Each group of equal keys as pairs with its first name. */
function pairsOf(
  what: Pair["what"],
  names: readonly Pair["of"][number][],
  keyOf: (name: Pair["of"][number]) => string,
): Pair[] {
  return [...Map.groupBy(names, keyOf).values()].flatMap(([first, ...others]) =>
    first ? others.map((other): Pair => ({ what, of: [first, other] })) : [],
  );
}
