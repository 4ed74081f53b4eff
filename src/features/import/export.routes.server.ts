import { Readable } from "node:stream";
import { createBrotliCompress, createGzip } from "node:zlib";
import { stringify } from "csv-stringify/sync";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import { votesIn } from "../../domain/filters/sort.ts";
import { errorAnswer, textAnswer, UNCHANGED } from "../../server/answers.server.ts";
import { BROTLI, chooseEncoding, encodePieces } from "../../server/compression.server.ts";
import { sendEncoded } from "../../server/response-cache.server.ts";
import { cellOf } from "../../domain/ev-cells.ts";
import { rowsOf, type StoredModel } from "../catalogue/stored-models.server.ts";
import type { Catalogue } from "../catalogue/catalogue.server.ts";
import {
  EXPORT_FIELDS,
  ExportQuery,
  filteredPieces,
  findExportRows,
} from "./filtered-export.server.ts";
import { BYTE_ORDER_MARK } from "./import-encoding.server.ts";

const CSV = "text/csv; charset=utf-8";
const MODELS_AT_ONCE = 100;

/** Exports all rows with all fields, for spreadsheets and for importing again. */
function* csvPieces(models: readonly StoredModel[]): Generator<string> {
  const line = (cells: readonly (readonly string[])[]) =>
    stringify(cells as string[][], { record_delimiter: "windows" }); // it only reads the cells
  yield BYTE_ORDER_MARK + line([EXPORT_FIELDS]);
  for (let from = 0; from < models.length; from += MODELS_AT_ONCE) {
    const rows = models.slice(from, from + MODELS_AT_ONCE).flatMap(rowsOf);
    yield line(rows.map((row) => EXPORT_FIELDS.map((field) => cellOf(field, row[field]))));
  }
}

/** Filtered files vary endlessly, so each is generated while it is sent and never cached. */
function sendPieces(request: FastifyRequest, reply: FastifyReply, pieces: Iterable<string>) {
  const encoding = chooseEncoding(request.headers["accept-encoding"]);
  reply.type(CSV).header("cache-control", "no-store").header("vary", "Accept-Encoding");
  const text = Readable.from(pieces);
  if (encoding === "identity") return reply.send(text);
  reply.header("content-encoding", encoding);
  const packed = encoding === "br" ? createBrotliCompress({ params: BROTLI }) : createGzip();
  return reply.send(text.compose(packed));
}

/**
 * `GET /api/evs.csv`, public: the whole catalogue (importing.md#export), or the part that a query selects
 * (table.md#csv).
 */
export const exportRoutes: FastifyPluginAsyncZodOpenApi<{
  catalogue: Pick<Catalogue, "current" | "keeps" | "votes">;
}> = async (app, { catalogue }) => {
  app.get(
    "/api/evs.csv",
    {
      schema: {
        operationId: "exportRows",
        summary:
          "Export the catalogue as CSV, in the format that the import takes, or the part that filters, sort and columns name",
        tags: ["Import and export"],
        querystring: ExportQuery,
        response: {
          200: textAnswer("CSV with a byte-order mark", "text/csv"),
          304: UNCHANGED,
          400: errorAnswer("A parameter that is not known or not valid"),
        },
      },
    },
    async (request, reply) => {
      const { _: asked, ...part } = request.query;
      const [snapshot, votes] = await Promise.all([
        catalogue.current(asked),
        part.sort === "votes" ? catalogue.votes() : undefined,
      ]);
      const isPart = Object.keys(part).length > 0;
      // Throws before the headers are set, so that an error is not sent as a file.
      const rows = isPart ? findExportRows(snapshot, part, votes && votesIn(votes.byModel)) : [];
      reply.header("content-disposition", 'attachment; filename="evs.csv"');
      if (isPart) {
        return sendPieces(request, reply, filteredPieces(snapshot, rows, part));
      }
      const key = `csv ${snapshot.cacheKey}`;
      const csv = await app.responseCache.get(key, () =>
        encodePieces(csvPieces(snapshot.byName()), CSV),
      );
      return sendEncoded(request, reply, csv, catalogue.keeps(snapshot, asked));
    },
  );
};
