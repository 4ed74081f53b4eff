import { decorateWith } from "../src/app/services.server.ts";
import type { FastifyInstance } from "fastify";
import type { Database } from "../src/db/database.server.ts";
import { createRateLimits } from "../src/server/rate-limit.server.ts";
import { createVisitors } from "../src/server/visitor.server.ts";
import { FLEET, openTestApp } from "./catalogue.ts";
import { voteRoutes } from "../src/features/ranking/votes.routes.server.ts";

interface TestVotes {
  app: FastifyInstance;
  /** model ids by name */
  ids: ReadonlyMap<string, number>;
  /** the id of a row of the first model */
  rowId: number;
  takeBack(id: number, cookie?: string): ReturnType<typeof inject>;
  /** Votes as a browser does; without a cookie, as a new visitor. */
  vote(id: number, cookie?: string, isUpvote?: unknown): ReturnType<typeof inject>;
}

function inject(app: FastifyInstance, id: number, cookie: string | undefined, isUpvote: unknown) {
  return app.inject({
    method: "POST",
    url: `/api/evs/${id}/votes`,
    headers: cookie === undefined ? {} : { cookie },
    payload: { isUpvote },
  });
}

/** The calls of voting on a database with five models; closed after the test. */
export async function openTestVotes(
  database: Database,
  fill = true,
  rateLimits = false,
): Promise<TestVotes> {
  const { app, catalogue } = await openTestApp(database, fill ? FLEET : []);
  const limits = createRateLimits({ rateLimits: Number(rateLimits) });
  const visitors = await createVisitors(database, limits);
  decorateWith(app, { visitors, rateLimits: limits });
  app.register(voteRoutes);
  const { evs } = await catalogue.current();
  return {
    app,
    ids: new Map(evs.map(({ id, model }) => [model, id])),
    rowId: evs[0]?.trims[0]?.rowId ?? 0,
    takeBack: (id, cookie) =>
      app.inject({
        method: "DELETE",
        url: `/api/evs/${id}/votes`,
        headers: cookie === undefined ? {} : { cookie },
      }),
    vote: (id, cookie, isUpvote = true) => inject(app, id, cookie, isUpvote),
  };
}
