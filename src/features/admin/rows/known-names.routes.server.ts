import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import { identityKey } from "../../../domain/names.ts";
import { findTypicalFigures } from "../../../domain/typical-figures.ts";
import { jsonAnswer } from "../../../server/answers.server.ts";
import { KnownNames, KnownNamesQuery, MOST_KNOWN_NAMES } from "./rows.schema.ts";
import { TypicalFigureList } from "./rows.schema.ts";

/** Serves what the editors compare typed text with: known names and typical figures (grid.md#known-names). */
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
