import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import { jsonAnswer } from "../../server/answers.server.ts";
import { StarterFacts } from "./catalogue.schema.ts";
import { fillStarterFacts, findStarterFacts } from "./starter-facts.db.server.ts";

/** Serves `GET` and `POST /api/starter-facts`, which list and add the facts of a newer starter catalogue. */
export const starterFactsRoutes: FastifyPluginAsyncZodOpenApi = async (app) => {
  const { database, sessions } = app;
  app.get(
    "/api/starter-facts",
    {
      schema: {
        operationId: "findStarterFacts",
        summary:
          "Count the empty cells that the starter catalogue could fill and the claims it could add",
        response: { 200: jsonAnswer("What would be written", StarterFacts) },
      },
    },
    async () => findStarterFacts(database),
  );
  app.post(
    "/api/starter-facts",
    {
      schema: {
        operationId: "fillStarterFacts",
        summary:
          "Fill empty cells and add claims from the starter catalogue. Existing values stay, and repeating it does nothing",
        response: { 200: jsonAnswer("What was written", StarterFacts) },
      },
    },
    async (request) => fillStarterFacts(database, sessions.userOf(request)),
  );
};
