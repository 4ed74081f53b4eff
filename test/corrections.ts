import { forAdministrators } from "../src/server/session.server.ts";
import { decorateWith } from "../src/app/services.server.ts";
import type { Injected } from "./accounts.ts";
import { openTestClaims } from "./claims.ts";
import type { TestDatabases } from "./databases.ts";
import {
  createCorrectionDecisions,
  createCorrectionStore,
} from "../src/features/corrections/corrections.db.server.ts";
import {
  correctionRoutes,
  correctionQueueRoutes,
} from "../src/features/corrections/corrections.routes.server.ts";
import type {
  CorrectionsAnswer,
  CorrectionState,
} from "../src/features/corrections/corrections.schema.ts";
import { countInMemory, createRateLimits } from "../src/server/rate-limit.server.ts";
import { createVisitors } from "../src/server/visitor.server.ts";

interface Sent {
  id: number;
  token: string;
}

/** The calls of corrections, claims and rows; closed after the test. */
export async function openTestCorrections(
  databases: Pick<TestDatabases, "open" | "freshEnv">,
  { rateLimits = false } = {},
) {
  const claims = await openTestClaims(databases);
  const { app, database, send } = claims;
  const limits = createRateLimits(
    { rateLimits: Number(rateLimits) },
    countInMemory(() => 0),
  );
  const corrections = await createCorrectionStore(database);
  const visitors = await createVisitors(database, limits);
  decorateWith(app, { corrections, visitors, rateLimits: limits });
  app.register(correctionRoutes);
  forAdministrators(app, (closed) => void closed.register(correctionQueueRoutes));
  const decisions = createCorrectionDecisions(database);
  /** a reader's request; `from` is its address, the others are headers */
  const post = (
    body: unknown,
    { from = "192.0.2.1", ...headers }: Record<string, string> = {},
  ): Promise<Injected> =>
    app.inject({
      method: "POST",
      url: "/api/corrections",
      remoteAddress: from,
      headers,
      payload: body as object,
    });
  return {
    ...claims,
    corrections,
    decisions,
    post,
    /** @throws Error unless the correction was received */
    async receive(body: unknown) {
      const answer = await post(body);
      if (answer.statusCode !== 201) throw new Error(answer.body);
      return answer.json<Sent>();
    },
    stateOf: async (token: string) =>
      (await app.inject(`/api/corrections/${token}`)).json<CorrectionState>(),
    queue: async (query = "") =>
      (await send("GET", `/api/corrections${query}`)).json<CorrectionsAnswer>(),
  };
}
