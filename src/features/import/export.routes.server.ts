import { stringify } from "csv-stringify/sync";
import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import { textAnswer, UNCHANGED } from "../../server/answers.server.ts";
import { FIELD_NAMES } from "../../domain/fields.ts";
import { encodePieces } from "../../server/compression.server.ts";
import { ONLY_PASS_CACHES } from "../../server/query.schema.ts";
import { sendEncoded } from "../../server/response-cache.server.ts";
import { cellOf } from "../../domain/ev-cells.ts";
import { rowsOf, type StoredModel } from "../catalogue/stored-models.server.ts";
import type { Catalogue } from "../catalogue/catalogue.server.ts";
import { EXPORT_ONLY_FIELDS } from "./parse/import-columns.server.ts";
import { BYTE_ORDER_MARK } from "./import-encoding.server.ts";

const FIELDS = [...FIELD_NAMES, ...EXPORT_ONLY_FIELDS] as const;
const MODELS_AT_ONCE = 100;

/** All rows with all fields, for a spreadsheet and for the import. */
function* csvPieces(models: readonly StoredModel[]): Generator<string> {
  const line = (cells: readonly (readonly string[])[]) =>
    stringify(cells as string[][], { record_delimiter: "windows" }); // it only reads them
  yield BYTE_ORDER_MARK + line([FIELDS]);
  for (let from = 0; from < models.length; from += MODELS_AT_ONCE) {
    const rows = models.slice(from, from + MODELS_AT_ONCE).flatMap(rowsOf);
    yield line(rows.map((row) => FIELDS.map((field) => cellOf(field, row[field]))));
  }
}

/** `GET /api/evs.csv`: the whole catalogue, for anyone (importing.md#export). */
export const exportRoutes: FastifyPluginAsyncZodOpenApi<{
  catalogue: Pick<Catalogue, "current" | "keeps">;
}> = async (app, { catalogue }) => {
  app.get(
    "/api/evs.csv",
    {
      schema: {
        operationId: "exportRows",
        summary: "Export the whole catalogue as CSV, in the format that the import takes",
        tags: ["Import and export"],
        querystring: ONLY_PASS_CACHES,
        response: {
          200: textAnswer("CSV with a byte-order mark", "text/csv"),
          304: UNCHANGED,
        },
      },
    },
    async (request, reply) => {
      const { _: asked } = request.query;
      const snapshot = await catalogue.current(asked);
      const key = `csv ${snapshot.cacheKey}`;
      const csv = await app.responseCache.get(key, () =>
        encodePieces(csvPieces(snapshot.byName()), "text/csv; charset=utf-8"),
      );
      reply.header("content-disposition", 'attachment; filename="evs.csv"');
      return sendEncoded(request, reply, csv, catalogue.keeps(snapshot, asked));
    },
  );
};
