import { decorateWith } from "../src/app/services.server.ts";
import type { Database } from "../src/db/database.server.ts";
import { createRateLimits } from "../src/server/rate-limit.server.ts";
import { createVisitors } from "../src/server/visitor.server.ts";
import { FLEET, openTestApp } from "./catalogue.ts";
import { voteRoutes } from "../src/features/ranking/votes.routes.server.ts";
import { callApp } from "./call-app.ts";

/** The calls of voting on a database with five models; closed after the test. */
export async function openTestVotes(database: Database, fill = true, rateLimits = false) {
  const { app, catalogue } = await openTestApp(database, fill ? FLEET : []);
  const limits = createRateLimits({ rateLimits: Number(rateLimits) });
  const visitors = await createVisitors(database, limits);
  decorateWith(app, { visitors, rateLimits: limits });
  app.register(voteRoutes);
  const { evs } = await catalogue.current();
  const inject = (method: "POST" | "DELETE", id: number, cookie?: string, payload?: object) =>
    callApp(app, method, `/api/evs/${id}/votes`, cookie === undefined ? {} : { cookie }, payload);
  return {
    app,
    ids: new Map(evs.map(({ id, model }) => [model, id])),
    /** the id of a row of the first model */
    rowId: evs[0]?.trims[0]?.rowId ?? 0,
    takeBack: (id: number, cookie?: string) => inject("DELETE", id, cookie),
    /** Votes as a browser does; without a cookie, as a new visitor. */
    vote: (id: number, cookie?: string, isUpvote: unknown = true) =>
      inject("POST", id, cookie, { isUpvote }),
  };
}
