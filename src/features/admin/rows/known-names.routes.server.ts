import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import { identityKey } from "../../../domain/names.ts";
import { findUsualFigures } from "../../../domain/usual-figures.ts";
import { jsonAnswer } from "../../../server/answers.server.ts";
import { ADMINISTRATORS } from "../../../server/plugins/api-description.server.ts";
import type { Snapshot } from "../../catalogue/catalogue-snapshot.server.ts";
import { MOST_KNOWN_NAMES } from "../limits.ts";
import { KnownNames, KnownNamesQuery } from "./known-names.schema.ts";
import { UsualFigureList } from "./rows.schema.ts";

/** Serves what the editors compare typed text with: known names and usual figures (grid.md#known-names). */
export const knownNameRoutes: FastifyPluginAsyncZodOpenApi = async (app) => {
  const { catalogue, sessions } = app;
  app.get(
    "/api/evs/names",
    {
      onRequest: sessions.requireAdministrator,
      schema: {
        operationId: "listKnownNames",
        summary: "List the makes of the catalogue, or the models of one make",
        security: ADMINISTRATORS,
        querystring: KnownNamesQuery,
        response: { 200: jsonAnswer("The names", KnownNames) },
      },
    },
    async (request): Promise<KnownNames> => {
      const { make } = request.query;
      const snapshot = await catalogue.current();
      return { names: make === undefined ? makesOf(snapshot) : modelsOf(snapshot, make) };
    },
  );

  app.get(
    "/api/evs/usual",
    {
      onRequest: sessions.requireAdministrator,
      schema: {
        operationId: "listUsualFigures",
        summary: "List the usual range of each figure in the catalogue",
        security: ADMINISTRATORS,
        response: { 200: jsonAnswer("The ranges", UsualFigureList) },
      },
    },
    async (): Promise<UsualFigureList> => {
      const { evs } = await catalogue.current();
      return { figures: findUsualFigures(evs) };
    },
  );
};

function makesOf(snapshot: Snapshot): string[] {
  return firstNames(snapshot.byName().map(({ ev }) => ev.make));
}

function modelsOf(snapshot: Snapshot, make: string): string[] {
  const key = identityKey(make);
  const models = snapshot.byName().filter(({ ev }) => identityKey(ev.make) === key);
  return firstNames(models.map(({ ev }) => ev.model));
}

function firstNames(names: readonly string[]): string[] {
  return [...new Set(names)].slice(0, MOST_KNOWN_NAMES);
}
