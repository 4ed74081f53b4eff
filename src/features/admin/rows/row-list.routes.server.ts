import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import { z } from "zod";
import type { Database } from "../../../db/database.server.ts";
import { encodeJson } from "../../../server/compression.server.ts";
import { sendEncoded } from "../../../server/response-cache.server.ts";
import { errorAnswer, jsonAnswer, withEtag } from "../../../server/answers.server.ts";
import { ADMINISTRATORS } from "../../../server/plugins/api-description.server.ts";
import { compileValidator } from "../../../server/plugins/validation.server.ts";
import { memoizeByObject } from "../../../domain/memoize.ts";
import type { Snapshot } from "../../catalogue/catalogue-snapshot.server.ts";
import type { FieldName } from "../../../domain/fields.ts";
import { compareNames, identityKey } from "../../../domain/names.ts";
import type { EvRow } from "../../../domain/vehicle.ts";
import { sendTrims } from "../../catalogue/catalogue.routes.server.ts";
import { acceptFieldNames } from "../../catalogue/list-parameters.server.ts";
import { EvListEntryAnswer, ListQuery } from "../../catalogue/catalogue.schema.ts";
import { type HasSource, readSupport } from "../../claims/claims.db.server.ts";
import { FIGURE_FIELDS, type FigureField, isFigureField } from "../../claims/claims.ts";
import { ROWS_PER_PAGE } from "./list-query.ts";
import {
  MOST_ROWS_PER_PAGE,
  type RowFilter,
  type RowFilters,
  type RowSort,
} from "./row-filters.ts";
import { RowListAnswer, RowListQuery } from "./rows.schema.ts";

type Value = EvRow[FieldName];

/** Whether the table shows N/A; 0 counts as missing (vehicles.md#missing-values). */
function isEmpty(value: Value): boolean {
  return value === null || value === "" || value === 0;
}

/** @param hasSource only called for values that are not empty */
function passes(value: Value, filter: RowFilter, hasSource: () => boolean): boolean {
  if (filter.empty !== undefined) return isEmpty(value) === filter.empty;
  if (isEmpty(value)) return false;
  if (filter.sourced !== undefined) return hasSource() === filter.sourced;
  if (filter.is !== undefined) return value === filter.is;
  if (filter.contains !== undefined) {
    return identityKey(String(value)).includes(identityKey(filter.contains));
  }
  const { from, to } = filter;
  // Both have the type of the field; ISO dates compare correctly as text.
  return (
    (from === undefined || (value as typeof from) >= from) &&
    (to === undefined || (value as typeof to) <= to)
  );
}

function passesAll(row: EvRow, filters: RowFilters, hasSource: HasSource): boolean {
  return Object.entries(filters).every(([name, filter]) => {
    const field = name as FieldName; // keys of the schema
    const value = row[field];
    return passes(value, filter, () => isFigureField(field) && hasSource(row.id, field, value));
  });
}

/** Compares values of a column; missing values come last in both directions. */
function compareValues(order: RowSort["order"]): (a: Value, b: Value) => number {
  const sign = order === "desc" ? -1 : 1;
  return (a, b) => {
    if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(a)) - Number(isEmpty(b));
    const isText = typeof a === "string" && typeof b === "string";
    return sign * (isText ? compareNames(a, b) : Number(a) - Number(b));
  };
}

const byName = memoizeByObject((snapshot: Snapshot): readonly EvRow[] =>
  snapshot.byName().flatMap(({ rows }) => rows),
);

/** The index of the row in the list without a search, or -1. */
export function findPosition(snapshot: Snapshot, id: number): number {
  return byName(snapshot).findIndex((row) => row.id === id);
}

function sortListRows(snapshot: Snapshot, sort: RowSort | null): readonly EvRow[] {
  if (!sort) return byName(snapshot);
  const compare = compareValues(sort.order);
  return byName(snapshot).toSorted((a, b) => compare(a[sort.field], b[sort.field]));
}

/** "make model trim"; a changed row is a new object, so the cache stays correct. */
const namesOf = memoizeByObject(({ make, model, trim }: EvRow) =>
  identityKey(`${make} ${model} ${trim}`),
);

/** The names must contain the whole search, or each of its words must start one of theirs or be the year. */
function searchTest(search: string): (row: EvRow) => boolean {
  const text = identityKey(search);
  const words = text.split(/\s+/).map((word) => ({
    word,
    begins: new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(word)}`, "u"),
  }));
  return (row) => {
    const names = namesOf(row);
    const year = String(row.year);
    return (
      names.includes(text) || words.every(({ word, begins }) => word === year || begins.test(names))
    );
  };
}

/** The figures of a row whose value no source confirms. */
function gapsOf(row: EvRow, hasSource: HasSource): FigureField[] {
  return FIGURE_FIELDS.filter(
    (field) => !isEmpty(row[field]) && !hasSource(row.id, field, row[field]),
  );
}

async function findListRows(
  database: Pick<Database, "read">,
  snapshot: Snapshot,
  listQuery: z.output<typeof RowListQuery>,
): Promise<RowListAnswer> {
  const { filters = {} } = listQuery;
  const fields = FIGURE_FIELDS.filter((field) => filters[field]?.sourced !== undefined);
  const hasSource = fields.length > 0 ? await readSupport(database, { fields }) : () => false;
  const matchingRows = selectRows(snapshot, listQuery, hasSource);
  if (!listQuery.gaps) return matchingRows;
  const rowIds = matchingRows.evs.map(({ id }) => id);
  const isSourced = await readSupport(
    database,
    rowIds.length > MOST_ROWS_PER_PAGE ? {} : { rowIds },
  );
  return {
    ...matchingRows,
    gaps: Object.fromEntries(matchingRows.evs.map((row) => [row.id, gapsOf(row, isSourced)])),
  };
}

function selectRows(
  snapshot: Snapshot,
  listQuery: z.output<typeof RowListQuery>,
  hasSource: HasSource,
): RowListAnswer {
  const { ids, search = "", filters = {}, sort: field, order = "asc" } = listQuery;
  const { page, pageSize = ROWS_PER_PAGE } = listQuery;
  const chosen = ids === undefined ? null : new Set(ids.split(",").map(Number));
  const isFound = searchTest(search);
  const found = sortListRows(snapshot, field ? { field, order } : null).filter(
    (row) => (!chosen || chosen.has(row.id)) && isFound(row) && passesAll(row, filters, hasSource),
  );
  const evs = page === undefined ? found : found.slice((page - 1) * pageSize, page * pageSize);
  const { trims, models } = snapshot.totals;
  return { evs, total: trims, models, matches: found.length };
}

/** Whether a query of `GET /api/evs` asks for the administrators' list. */
function isRowListQuery(query: unknown): query is z.output<typeof RowListQuery> {
  const { view } = query as { view?: unknown }; // every query is an object
  return String(view).toLowerCase() === "admin";
}

/** The public list, and with `view=admin` the flat rows (calls.md#public-list, calls.md#administrator-list). */
export const publicAndRowListRoutes: FastifyPluginAsyncZodOpenApi = async (app) => {
  app.route({
    method: "GET",
    url: "/api/evs",
    onRequest: async (request, reply) => {
      if (!isRowListQuery(request.query)) return;
      reply.removeHeader("access-control-allow-origin");
      await app.sessions.requireAdministrator(request, reply);
    },
    preValidation: async (request) => {
      if (!isRowListQuery(request.query)) await acceptFieldNames(request);
    },
    // Two lists share this address, so each query is validated for the list that it asks for.
    validatorCompiler: (part) => {
      const ofRows = compileValidator({ ...part, schema: RowListQuery });
      const ofTrims = compileValidator({ ...part, schema: ListQuery });
      return (query: unknown) => (isRowListQuery(query) ? ofRows : ofTrims)(query);
    },
    schema: {
      operationId: "listEvs",
      summary:
        "List trims, with those of one model next to each other. With view=admin, list flat rows by make, model and trim (administrators only)",
      tags: ["Catalogue"],
      security: [{}, ...ADMINISTRATORS],
      querystring: z.strictObject({ ...RowListQuery.shape, ...ListQuery.shape }),
      response: {
        ...withEtag(
          jsonAnswer(
            "The matching trims; rows with view=admin",
            z.union([z.array(EvListEntryAnswer), RowListAnswer]),
          ),
        ),
        401: errorAnswer("view=admin needs a session"),
      },
    },
    handler: async (request, reply) =>
      isRowListQuery(request.query)
        ? sendRows(request.query, request, reply)
        : sendTrims(request.query, request, reply),
  });
};

async function sendRows(
  listQuery: z.output<typeof RowListQuery>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { catalogue, database, responseCache } = request.server;
  const snapshot = await catalogue.current();
  const { view: _view, _, ...narrowed } = listQuery;
  const isWhole = Object.keys(narrowed).length === 0;
  const make = async () => encodeJson(await findListRows(database, snapshot, listQuery));
  // Only the whole list is worth caching; a single page is quick to build.
  const list = isWhole ? await responseCache.get(`rows ${snapshot.cacheKey}`, make) : await make();
  // Browsers revalidate the list each time, and shared caches never store it. Our own response cache must not
  // store it under its address either, since it ignores sessions.
  return sendEncoded(request, reply, list, { cacheControl: "private, no-cache" });
}
