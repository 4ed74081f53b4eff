import type { FastifyInstance } from "fastify";
import type { Database } from "../../db/database.server.ts";
import { declareCall } from "../../server/call.server.ts";
import type { Sessions } from "../../server/session.server.ts";
import { StarterFacts } from "./catalogue.schema.ts";
import { fillStarterFacts, findStarterFacts } from "./starter-facts.db.server.ts";

interface StarterFactsDeps {
  database: Pick<Database, "read" | "write" | "changes">;
  sessions: Pick<Sessions, "requireAdministrator" | "userOf">;
}

/** `GET` and `POST /api/starter-facts`: what a newer starter catalogue offers, and taking it. */
export function starterFactsRoutes(
  app: FastifyInstance,
  { database, sessions }: StarterFactsDeps,
): void {
  declareCall(app, "GET /api/starter-facts", {
    id: "findStarterFacts",
    summary: "How many empty cells of unchanged starter rows the starter catalogue could fill",
    signedIn: sessions,
    answers: { 200: { description: "What it would write", schema: StarterFacts } },
    handle: () => findStarterFacts(database),
  });
  declareCall(app, "POST /api/starter-facts", {
    id: "fillStarterFacts",
    summary: "Fills them; no value that is there is changed, and a second time does nothing",
    signedIn: sessions,
    answers: { 200: { description: "What it has written", schema: StarterFacts } },
    handle: (_asked, request) => fillStarterFacts(database, sessions.userOf(request)),
  });
}
