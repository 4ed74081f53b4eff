import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import { BYTE_ORDER_MARK, textAnswer, withEtag } from "../../server/answers.server.ts";
import { encodePieces } from "../../server/compression.server.ts";
import { sendEncoded } from "../../server/response-cache.server.ts";
import { createSemaphore } from "../../base/semaphore.server.ts";
import {
  acceptFieldNames,
  filterOf,
  findScorer,
  sortOf,
} from "../catalogue/list-parameters.server.ts";
import { setUnknownIds } from "../catalogue/catalogue.routes.server.ts";
import { stringify } from "csv-stringify/sync";
import type { z } from "zod";
import { cellOf } from "../../domain/ev-cells.ts";
import { FIELD_NAMES } from "../../domain/fields.ts";
import { MISSING_FIELDS } from "../../domain/filters/filters.ts";
import { findModels, type Match } from "../../domain/filters/find-models.ts";
import { QUICK_FILTERS } from "../../domain/filters/quick-filters.ts";
import { standingsIn } from "../../domain/filters/sort.ts";
import { balancedScores, roundScore } from "../../domain/scores.ts";
import { sortRows, type TableRow } from "../../domain/table-rows.ts";
import { zeroToSixtyOf } from "../../domain/trims.ts";
import { longDriveMinutes } from "../../domain/trip.ts";
import type { EvRow } from "../../domain/vehicle.ts";
import { UserError } from "../../base/errors.server.ts";
import { query } from "../../server/query.schema.ts";
import { ListQuery, oneOfAnyCase, severalOf } from "../catalogue/catalogue.schema.ts";
import type { VotesSnapshot } from "../catalogue/catalogue.server.ts";
import type { Snapshot } from "../catalogue/catalogue-snapshot.server.ts";
import { EXPORT_ONLY_FIELDS } from "../import/parse/header-line.server.ts";

const CSV = "text/csv; charset=utf-8";
/** A filtered file takes most of a second at 10,000 trims, so further ones wait or are refused. */
const MAX_CONCURRENT_PARTS = 2;
const MAX_WAITING_PARTS = 10;
const OTHERS_RUN = "Other files are being made. Please try again in a moment.";

/** `GET /api/evs.csv`: the whole catalogue (importing.md#export), or what a query selects (table.md#csv). */
export const exportRoutes: FastifyPluginAsyncZodOpenApi = async (app) => {
  const { catalogue } = app;
  const { run: inTurn } = createSemaphore(MAX_CONCURRENT_PARTS, MAX_WAITING_PARTS, OTHERS_RUN);
  app.route({
    method: "GET",
    url: "/api/evs.csv",
    preValidation: acceptFieldNames,
    schema: {
      operationId: "exportRows",
      summary:
        "Export the catalogue as CSV, in the format that the import takes, or the part that filters, sort and columns name",
      querystring: ExportQuery,
      response: withEtag(textAnswer("CSV with a byte-order mark", "text/csv")),
    },
    handler: async (request, reply) => {
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
  });
};

export const EXPORT_FIELDS = [...FIELD_NAMES, ...EXPORT_ONLY_FIELDS] as const;
type ExportField = (typeof EXPORT_FIELDS)[number];

const SCORE = "score";
const MODEL_ID = "modelId";
/** Hours of the long drive by which the list sorts (finding.md#sorting). */
const TRIP = "trip";
const COLUMNS = [...EXPORT_FIELDS, MODEL_ID, SCORE, TRIP] as const;
type ExportColumn = (typeof COLUMNS)[number];

const VALUES = ["stored", "shown"] as const;

const { limit: _limit, offset: _offset, view: _view, ...listShape } = ListQuery.shape;

/** Without any of these, the whole catalogue is exported. */
const ExportQuery = query({
  ...listShape,
  quick: oneOfAnyCase(QUICK_FILTERS, `quick must be one of ${QUICK_FILTERS.join(", ")}`)
    .describe("only the five models that are best by it")
    .optional(),
  missing: severalOf("missing", MISSING_FIELDS)
    .describe("filters that trims pass whose value is not known")
    .optional(),
  columns: severalOf("columns", COLUMNS)
    .describe(
      "which columns, in this order; when absent all but modelId and trip, and score only with rank",
    )
    .optional(),
  values: oneOfAnyCase(VALUES, `values must be ${VALUES.join(" or ")}`)
    .describe(
      "stored, the default, or shown: 0 is empty, zeroToSixty may come from acceleration, and the tax credit and the body type from the model",
    )
    .optional(),
});
type ExportRequest = Omit<z.output<typeof ExportQuery>, "_">;

function findExportRows(
  snapshot: Snapshot,
  exportQuery: ExportRequest,
  votes?: VotesSnapshot["byModel"],
): readonly TableRow[] {
  const scorer = findScorer(snapshot.evs, exportQuery);
  if (!scorer && exportQuery.columns?.includes(SCORE)) {
    throw new UserError(400, "The score column needs the rank parameter", { fields: ["columns"] });
  }
  const sort = sortOf(exportQuery);
  const filter = { ...filterOf(exportQuery), keepMissing: exportQuery.missing ?? [] };
  const { matches } = findModels(snapshot.evs, filter, sort, { quick: exportQuery.quick ?? null });
  if (!scorer && exportQuery.sort === undefined && exportQuery.order === undefined) {
    return inOrderOfWholeFile(snapshot, matches);
  }
  const standings = votes && standingsIn(votes, balancedScores(snapshot.evs));
  return sortRows(matches, { sort, scorer, standings });
}

function inOrderOfWholeFile(snapshot: Snapshot, matches: readonly Match[]): TableRow[] {
  const passing = new Map(matches.map(({ ev, trims }) => [ev.id, trims]));
  return snapshot
    .byName()
    .flatMap(({ ev }) => (passing.get(ev.id) ?? []).map((shown) => ({ ev, shown, score: null })));
}

const ROW_BATCH_SIZE = 200;

/** Generates the file in pieces. @throws UserError 400 for a score without weights, or for weights with a sort */
function* exportPieces(
  snapshot: Snapshot,
  exportQuery: ExportRequest,
  votes?: VotesSnapshot["byModel"],
): Generator<string> {
  const { columns, rank, values } = exportQuery;
  const rows = findExportRows(snapshot, exportQuery, votes);
  const models = new Map(snapshot.byName().map((model) => [model.ev.id, model]));
  const named: readonly ExportColumn[] =
    columns ?? (rank === undefined ? EXPORT_FIELDS : [...EXPORT_FIELDS, SCORE]);
  const line = (cells: string[][]) => stringify(cells, { record_delimiter: "windows" });
  yield BYTE_ORDER_MARK + line([[...new Set(named)]]);
  for (let from = 0; from < rows.length; from += ROW_BATCH_SIZE) {
    const cells = rows.slice(from, from + ROW_BATCH_SIZE).flatMap((row) => {
      const stored = models.get(row.ev.id)?.rows[row.shown.index];
      if (!stored) return [];
      const valueOf = (field: ExportField) =>
        values === "shown" ? exportedValue(field, stored, row) : stored[field];
      return [
        [...new Set(named)].map((name) => {
          if (name === MODEL_ID) return String(row.ev.id);
          if (name === TRIP) return tripCell(row);
          return name === SCORE ? scoreCell(row) : cellOf(name, valueOf(name));
        }),
      ];
    });
    yield line(cells);
  }
}

function scoreCell({ score }: TableRow): string {
  return score === null ? "" : String(roundScore(score));
}

function tripCell({ shown }: TableRow): string {
  const minutes = longDriveMinutes(shown);
  return minutes === null ? "" : (minutes / 60).toFixed(2);
}

/** The value that shoppers see: 0 counts as unknown, and a trim inherits (vehicles.md#missing-values). */
function exportedValue(field: ExportField, stored: EvRow, { ev, shown }: TableRow) {
  if (field === "zeroToSixty") return zeroToSixtyOf(shown);
  if (field === "taxCreditEligible") return shown.taxCreditEligible ?? ev.taxCreditEligible;
  if (field === "bodyType") return ev.bodyType;
  const value = stored[field];
  return value === 0 ? null : value;
}
