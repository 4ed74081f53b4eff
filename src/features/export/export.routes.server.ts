import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import { errorAnswer, textAnswer, UNCHANGED } from "../../server/answers.server.ts";
import { encodePieces } from "../../server/compression.server.ts";
import { sendEncoded } from "../../server/response-cache.server.ts";
import { createSemaphore } from "../../base/semaphore.server.ts";
import { acceptFieldNames } from "../catalogue/catalogue-query.server.ts";
import { setUnknownIds } from "../catalogue/catalogue.routes.server.ts";
import { exportPieces, ExportQuery } from "./filtered-export.server.ts";

const CSV = "text/csv; charset=utf-8";
/** A filtered file takes most of a second at 10,000 trims, so further ones wait or are refused. */
const MAX_CONCURRENT_PARTS = 2;
const MAX_WAITING_PARTS = 10;
const OTHERS_RUN = "Other files are being made. Please try again in a moment.";

/** `GET /api/evs.csv`: the whole catalogue (importing.md#export), or what a query selects (table.md#csv). */
export const exportRoutes: FastifyPluginAsyncZodOpenApi = async (app) => {
  const { catalogue } = app;
  const { run: inTurn } = createSemaphore(MAX_CONCURRENT_PARTS, MAX_WAITING_PARTS, OTHERS_RUN);
  app.get(
    "/api/evs.csv",
    {
      preValidation: acceptFieldNames,
      schema: {
        operationId: "exportRows",
        summary:
          "Export the catalogue as CSV, in the format that the import takes, or the part that filters, sort and columns name",
        tags: ["Files and fields"],
        querystring: ExportQuery,
        response: {
          200: textAnswer("CSV with a byte-order mark", "text/csv"),
          304: UNCHANGED,
          400: errorAnswer("A parameter that is not known or not valid"),
          503: errorAnswer("Too many filtered files; see Retry-After"),
        },
      },
    },
    async (request, reply) => {
      const { _: knownVersion, ...part } = request.query;
      const [snapshot, votes] = await Promise.all([
        catalogue.current(knownVersion),
        part.sort === "votes" ? catalogue.votes() : undefined,
      ]);
      const isPart = Object.keys(part).length > 0;
      const encode = () => encodePieces(exportPieces(snapshot, part, votes?.byModel), CSV);
      const make = isPart ? () => inTurn(encode) : encode;
      const key = isPart ? `${votes?.version ?? ""} ${JSON.stringify(part)}` : "";
      const csv = await app.responseCache.get(`csv ${snapshot.cacheKey} ${key}`, make);
      setUnknownIds(reply, snapshot, part);
      const name = isPart ? "evs-filtered.csv" : "evs.csv";
      reply.header("content-disposition", `attachment; filename="${name}"`);
      const { cacheControl, isKept } = catalogue.cachePolicy(snapshot, knownVersion);
      // A part can be asked for in any number of spellings, so only its file is kept.
      return sendEncoded(request, reply, csv, { cacheControl, isKept: isKept && !isPart });
    },
  );
};
