import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import { identityKey } from "../../../domain/names.ts";
import { jsonAnswer } from "../../../server/answers.server.ts";
import { ADMINISTRATORS } from "../../../server/plugins/api-description.server.ts";
import type { Sessions } from "../../../server/session.server.ts";
import type { Snapshot } from "../../catalogue/catalogue-snapshot.server.ts";
import type { Catalogue } from "../../catalogue/catalogue.server.ts";
import { MOST_KNOWN_NAMES } from "../limits.ts";
import { KnownNames, KnownNamesQuery } from "./known-names.schema.ts";

interface KnownNamesDeps {
  catalogue: Pick<Catalogue, "current">;
  sessions: Pick<Sessions, "requireAdministrator">;
}

/** Serves the names in the catalogue as suggestions while typing (grid.md#known-names). */
export const knownNameRoutes: FastifyPluginAsyncZodOpenApi<KnownNamesDeps> = async (
  app,
  { catalogue, sessions },
) => {
  app.get(
    "/api/evs/names",
    {
      onRequest: sessions.requireAdministrator,
      schema: {
        operationId: "listKnownNames",
        summary: "List the makes of the catalogue, or the models of one make",
        tags: ["Editing"],
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
