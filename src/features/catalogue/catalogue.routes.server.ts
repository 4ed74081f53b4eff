import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import type { z } from "zod";
import { jsonAnswer, withEtag } from "../../server/answers.server.ts";
import { IdInPath } from "../../server/path-parameters.server.ts";
import {
  type Encoded,
  encodeJson,
  encodePieces,
  JSON_TYPE,
  jsonPieces,
} from "../../server/compression.server.ts";
import { UserError } from "../../base/errors.server.ts";
import { sendEncoded } from "../../server/response-cache.server.ts";
import { ONLY_PASS_CACHES } from "../../server/query.schema.ts";
import { groupTrims, listEntries, type Snapshot } from "./catalogue-snapshot.server.ts";
import { withBase } from "../../domain/base-path.ts";
import { countUnknownIds, findModels } from "../../domain/filters/find-models.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { DEFAULT_SORT, standingsIn } from "../../domain/filters/sort.ts";
import { acceptFieldNames, filterOf, findScorer, sortOf } from "./list-parameters.server.ts";
import {
  CountAnswer,
  CountQuery,
  DirectEvAnswer,
  EvAnswer,
  type ListQuery,
  SegmentRanks,
  StarterFacts,
} from "./catalogue.schema.ts";
import { rankInSegment } from "./segment-ranks.server.ts";
import { balancedScores, rankMatches, roundScore } from "../../domain/scores.ts";
import { VEHICLE_NOT_FOUND } from "./row-columns.db.server.ts";
import { fillStarterFacts, findStarterFacts } from "./starter-facts.db.server.ts";

/** The rest of the schema of a call that reads something of one model, by its id or that of one of its rows. */
export function modelReadSchema<Schema extends z.ZodType>(description: string, answer: Schema) {
  const response = withEtag(jsonAnswer(description, answer));
  return { params: IdInPath, querystring: ONLY_PASS_CACHES, response };
}

type ReadRequest = FastifyRequest & { query: z.output<typeof ONLY_PASS_CACHES> };

/** Sends what one version of the catalogue and the key determine; it is made once for all who wait. */
export async function sendCached(
  request: ReadRequest,
  reply: FastifyReply,
  describe: (snapshot: Snapshot) => { key: string; make: () => Encoded | Promise<Encoded> },
): Promise<FastifyReply> {
  const { catalogue, responseCache } = request.server;
  const snapshot = await catalogue.current(request.query._);
  const { key, make } = describe(snapshot);
  const encoded = await responseCache.get(`${key} ${snapshot.cacheKey}`, make);
  return sendEncoded(request, reply, encoded, catalogue.cachePolicy(snapshot, request.query._));
}

/** Sends something of one model as JSON, see `modelReadSchema`. @throws UserError 404 */
export function sendModelJson(
  request: ReadRequest & { params: z.output<typeof IdInPath> },
  reply: FastifyReply,
  kind: string,
  make: (ev: Ev, snapshot: Snapshot) => unknown,
): Promise<FastifyReply> {
  return sendCached(request, reply, (snapshot) => {
    const ev = snapshot.requireEv(request.params.id);
    return { key: `${kind} ${ev.id}`, make: async () => encodeJson(await make(ev, snapshot)) };
  });
}

/** Sends the public list (calls.md#public-list). */
export async function sendTrims(
  { _: minVersion, ...query }: z.output<typeof ListQuery>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { catalogue, responseCache } = request.server;
  const sort = sortOf(query);
  const [snapshot, votes] = await Promise.all([
    catalogue.current(minVersion),
    sort.key === "votes" ? catalogue.votes() : undefined,
  ]);
  if (Object.keys(query).length === 0) {
    return sendEncoded(
      request,
      reply,
      await snapshot.list(),
      catalogue.cachePolicy(snapshot, minVersion),
    );
  }
  const { offset = 0, limit = Infinity } = query;
  setUnknownIds(reply, snapshot, query);
  const scorer = findScorer(snapshot.evs, query);
  const make = async () => {
    const { matches, modelCount } = findModels(snapshot.evs, filterOf(query), sort, {
      standings: votes && standingsIn(votes.byModel, balancedScores(snapshot.evs)),
      most: scorer ? Infinity : offset + limit,
    });
    const found = scorer ? rankMatches(matches, scorer) : matches;
    const pieces = jsonPieces(found.slice(offset, offset + limit), (some) =>
      listEntries(some).map((entry) => {
        if (!scorer) return entry;
        const score = scorer.scoreOf(entry.trim);
        return { ...entry, score: score === null ? null : roundScore(score) };
      }),
    );
    return { ...(await encodePieces(pieces, JSON_TYPE)), total: modelCount };
  };
  const key = `list ${snapshot.cacheKey} ${votes?.version ?? ""} ${JSON.stringify(query)}`;
  // There are unlimited combinations of weights, so these responses are not cached.
  const encoded = scorer ? await make() : await responseCache.get(key, make);
  setPageHeaders(request, reply, { ...query, total: encoded.total ?? 0 });
  const { cacheControl, isKept } = catalogue.cachePolicy(snapshot, minVersion);
  const options = { cacheControl, isKept: isKept && !votes && !scorer };
  return sendEncoded(request, reply, encoded, options);
}

/** The public reads of the catalogue except its list (calls.md#one-vehicle, calls.md#count). */
export const catalogueRoutes: FastifyPluginAsyncZodOpenApi = async (app) => {
  const { catalogue, vehicles } = app;

  app.route({
    method: "GET",
    url: "/api/evs/count",
    preValidation: acceptFieldNames,
    schema: {
      operationId: "countEvs",
      summary: "Count the trims that match the filters",
      querystring: CountQuery,
      response: withEtag(jsonAnswer("The count", CountAnswer)),
    },
    handler: async (request, reply) =>
      sendCached(request, reply, ({ evs }) => {
        const { _, ...query } = request.query;
        const count = () => findModels(evs, filterOf(query), DEFAULT_SORT, { most: 0 }).trimCount;
        return {
          key: `count ${JSON.stringify(query)}`,
          make: () => encodeJson({ count: count() }),
        };
      }),
  });

  app.route({
    method: "GET",
    url: "/api/evs/:id",
    schema: {
      operationId: "getEv",
      summary: "Get a model; takes a model or row id",
      ...modelReadSchema("The model", EvAnswer),
    },
    handler: async (request, reply) => sendModelJson(request, reply, "ev", (ev) => ev),
  });

  app.route({
    method: "GET",
    url: "/api/evs/:id/places",
    schema: {
      operationId: "getPlaces",
      summary: "Rank a model's trims among trims of the same body type",
      ...modelReadSchema("The ranks of the known figures", SegmentRanks),
    },
    handler: async (request, reply) =>
      sendModelJson(request, reply, "places", (ev, { evs }) => rankInSegment(evs, ev)),
  });

  app.route({
    method: "GET",
    url: "/api/evs/:id/fresh",
    schema: {
      operationId: "getFreshEv",
      summary: "Get a model, bypassing caches",
      params: IdInPath,
      querystring: ONLY_PASS_CACHES,
      response: { 200: jsonAnswer("The model", EvAnswer) },
    },
    handler: async (request) =>
      (await catalogue.current(request.query._)).requireEv(request.params.id),
  });

  app.route({
    method: "GET",
    url: "/api/evs/:id/direct",
    schema: {
      operationId: "getDirectEv",
      summary: "Get a model straight from the database, with the raw values of a row",
      params: IdInPath,
      querystring: ONLY_PASS_CACHES,
      response: {
        200: jsonAnswer("The model", DirectEvAnswer),
      },
    },
    handler: async (request) => {
      const { id } = request.params;
      const stored = await vehicles.findRow(id);
      const model = stored && (await vehicles.readModel(stored.modelId));
      const [ev] = model ? groupTrims(model.rows, model.ratings) : [];
      if (!stored || !ev) throw new UserError(404, VEHICLE_NOT_FOUND);
      return { ...ev, zeroToSixty: stored.row.zeroToSixty, dbValues: stored.dbValues };
    },
  });
};

/** Says how many row ids of a shared list no trim has (calls.md#public-list). */
export function setUnknownIds(
  reply: FastifyReply,
  { evs }: Pick<Snapshot, "evs">,
  query: z.output<typeof CountQuery>,
): void {
  if (query.ids) reply.header("x-unknown-ids", String(countUnknownIds(evs, filterOf(query))));
}

/** Sets the headers of one page of the list: the number of all models, and links to the pages beside it. */
function setPageHeaders(
  { url }: FastifyRequest,
  reply: FastifyReply,
  { limit, offset = 0, total }: z.output<typeof ListQuery> & { total: number },
): void {
  if (limit === undefined) return;
  const [path = "", search] = url.split("?");
  const pageAt = (start: number, rel: string) => {
    const parameters = new URLSearchParams(search);
    parameters.set("offset", String(start));
    return `<${withBase(path)}?${parameters}>; rel="${rel}"`;
  };
  const links = [
    ...[reply.getHeader("link") ?? []].flat(),
    ...(offset + limit < total ? [pageAt(offset + limit, "next")] : []),
    ...(offset > 0 ? [pageAt(Math.max(0, Math.min(offset, total) - limit), "prev")] : []),
  ];
  reply.header("x-total-count", String(total));
  if (links.length > 0) reply.header("link", links.join(", "));
}

/** Serves `GET` and `POST /api/starter-facts`, which list and add the facts of a newer starter catalogue. */
export const starterFactsRoutes: FastifyPluginAsyncZodOpenApi = async (app) => {
  const { database, sessions } = app;
  app.route({
    method: "GET",
    url: "/api/starter-facts",
    schema: {
      operationId: "findStarterFacts",
      summary:
        "Count the empty cells that the starter catalogue could fill and the claims it could add",
      response: { 200: jsonAnswer("What would be written", StarterFacts) },
    },
    handler: async () => findStarterFacts(database),
  });
  app.route({
    method: "POST",
    url: "/api/starter-facts",
    schema: {
      operationId: "fillStarterFacts",
      summary:
        "Fill empty cells and add claims from the starter catalogue. Existing values stay, and repeating it does nothing",
      response: { 200: jsonAnswer("What was written", StarterFacts) },
    },
    handler: async (request) => fillStarterFacts(database, sessions.userOf(request)),
  });
};
