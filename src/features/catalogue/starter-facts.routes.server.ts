import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import { jsonAnswer } from "../../server/answers.server.ts";
import { ADMINISTRATORS } from "../../server/plugins/api-description.server.ts";
import type { Database } from "../../db/database.server.ts";
import type { Sessions } from "../../server/session.server.ts";
import { StarterFacts } from "./catalogue.schema.ts";
import { fillStarterFacts, findStarterFacts } from "./starter-facts.db.server.ts";

interface StarterFactsDeps {
  database: Pick<Database, "read" | "write" | "changes">;
  sessions: Pick<Sessions, "requireAdministrator" | "userOf">;
}

/** `GET` and `POST /api/starter-facts`: what a newer starter catalogue offers, and taking it. */
export const starterFactsRoutes: FastifyPluginAsyncZodOpenApi<StarterFactsDeps> = async (
  app,
  { database, sessions },
) => {
  app.get(
    "/api/starter-facts",
    {
      onRequest: sessions.requireAdministrator,
      schema: {
        operationId: "findStarterFacts",
        summary:
          "How many empty cells of unchanged starter rows it could fill, and claims it could add",
        tags: ["Import and export"],
        security: ADMINISTRATORS,
        response: { 200: jsonAnswer("What it would write", StarterFacts) },
      },
    },
    async () => findStarterFacts(database),
  );
  app.post(
    "/api/starter-facts",
    {
      onRequest: sessions.requireAdministrator,
      schema: {
        operationId: "fillStarterFacts",
        summary:
          "Fills and adds them; no value that is there is changed, and a second time does nothing",
        tags: ["Import and export"],
        security: ADMINISTRATORS,
        response: { 200: jsonAnswer("What it has written", StarterFacts) },
      },
    },
    async (request) => fillStarterFacts(database, sessions.userOf(request)),
  );
};
