import { forAdministrators } from "../src/server/session.server.ts";
import { decorateWith } from "../src/app/services.server.ts";
import type { Injected } from "./accounts.ts";
import { openTestClaims } from "./claims.ts";
import type { TestDatabases } from "./databases.ts";
import { createCorrectionDecisions } from "../src/features/corrections/correction-decisions.db.server.ts";
import {
  type CorrectionStore,
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

type TestCorrections = Awaited<ReturnType<typeof openTestClaims>> & {
  corrections: CorrectionStore;
  decisions: ReturnType<typeof createCorrectionDecisions>;
  /** a reader's request, each from a new address unless the headers name one */
  post(body: unknown, headers?: Record<string, string>): Promise<Injected>;
  /** @throws Error unless the correction was received */
  receive(body: unknown): Promise<Sent>;
  stateOf(token: string): Promise<CorrectionState>;
  queue(query?: string): Promise<CorrectionsAnswer>;
};

/** The calls of corrections, claims and rows; closed after the test. */
export async function openTestCorrections(
  databases: Pick<TestDatabases, "open" | "freshEnv">,
  { rateLimits = false } = {},
): Promise<TestCorrections> {
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
  const post: TestCorrections["post"] = (body, { from = "192.0.2.1", ...headers } = {}) =>
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
    async receive(body) {
      const answer = await post(body);
      if (answer.statusCode !== 201) throw new Error(answer.body);
      return answer.json<Sent>();
    },
    stateOf: async (token) => (await app.inject(`/api/corrections/${token}`)).json(),
    queue: async (query = "") => (await send("GET", `/api/corrections${query}`)).json(),
  };
}
