import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import type { z } from "zod";
import { emptyAnswer, errorAnswer, jsonAnswer } from "../../../server/answers.server.ts";
import { UserError } from "../../../base/errors.server.ts";
import { IdInPath } from "../../../server/path-parameters.server.ts";
import { ONLY_PASS_CACHES } from "../../../server/query.schema.ts";
import { OTHER_CONTENT, RetryHeaders } from "../../../server/retries.db.server.ts";
import { type EvInput, RowInput, RowPatch } from "../../../domain/ev-input.ts";
import type { EvRow } from "../../../domain/vehicle.ts";
import type { RowChange, RowsOutcome } from "../../catalogue/write-rows.db.server.ts";
import { VEHICLE_NOT_FOUND } from "../../catalogue/row-columns.db.server.ts";
import {
  IfMatch,
  VERSION_CONFLICT,
  readIfMatch,
  sendConflicts,
  sendOutcome,
} from "../../catalogue/if-match.server.ts";
import { createModelMerges } from "../../catalogue/model-merges.db.server.ts";
import { identityKey } from "../../../domain/names.ts";
import { findTypicalFigures } from "../../../domain/typical-figures.ts";
import { type ImportReceipt, writeImport } from "../../import/import.db.server.ts";
import { MOST_ROWS_PER_CHANGE } from "./row-filters.ts";
import { Conflicts, RowAnswer } from "../../catalogue/catalogue.schema.ts";
import { findPosition } from "./row-list.routes.server.ts";
import {
  AddedRows,
  BAD_PICTURE,
  Cargo,
  ChangedRows,
  ChangeQuery,
  DeletedIds,
  DeletedRows,
  DeletionCostAnswer,
  OneFigureBody,
  isData,
  KnownNames,
  KnownNamesQuery,
  MergeBody,
  MergeAnswer,
  MOST_KNOWN_NAMES,
  NewRows,
  NO_ROW,
  RowPosition,
  RowEdits,
  Seating,
  TAKEN,
  TypicalFigureList,
} from "./rows.schema.ts";

const ROWS_BODY_LIMIT_BYTES = 8 * 1024 * 1024; // fits a picture as a data URL

/** Moves pictures that were sent as data into our own store, each only once. */
async function keepPictures<Values extends Partial<EvInput>>(
  app: FastifyInstance,
  request: FastifyRequest,
  rows: readonly Values[],
): Promise<Values[]> {
  const pictures = new Set(rows.flatMap(({ image }) => (isData(image) ? image : [])));
  if (pictures.size > 0) await app.sessions.requireSession(request);
  const paths = new Map<string, string>();
  for (const picture of pictures) paths.set(picture, await app.images.storeImage(picture));
  return rows.map((row) => {
    const image = paths.get(row.image ?? "");
    return image === undefined ? row : { ...row, image };
  });
}

/** Changes rows and stores their new pictures. */
async function changeWithPictures(
  app: FastifyInstance,
  request: FastifyRequest,
  edits: readonly RowChange[],
  isUndo?: boolean,
): Promise<RowsOutcome> {
  const sets = await keepPictures(
    app,
    request,
    edits.map(({ set }) => set),
  );
  return app.rows.changeRows(
    edits.map((edit, at) => ({ ...edit, set: sets[at] ?? {} })),
    app.sessions.userOf(request),
    isUndo,
  );
}

/** Shared by the calls that change one row. */
const CHANGE_SCHEMA = {
  params: IdInPath,
  querystring: ONLY_PASS_CACHES,
  headers: IfMatch,
  response: {
    200: jsonAnswer("The row as it is now", RowAnswer),
    404: errorAnswer(NO_ROW),
    409: errorAnswer(TAKEN),
    412: VERSION_CONFLICT,
    422: errorAnswer(BAD_PICTURE),
  },
};

function toRowChanges(body: z.output<typeof RowEdits>): RowChange[] {
  if ("rows" in body) return body.rows.map((row, at) => ({ ...row, path: `rows.${at}.id` }));
  const { ids, set, versions = {} } = body;
  return ids.map((id, at) => ({ id, path: `ids.${at}`, set, version: versions[id] }));
}

/** Calls about rows (calls.md#write-a-row, calls.md#small-updates); all require a session. */
export const rowRoutes: FastifyPluginAsyncZodOpenApi = async (app) => {
  const { database, rows, catalogue, sessions, retries } = app;
  const merges = createModelMerges(database);

  app.route({
    method: "POST",
    url: "/api/evs",
    bodyLimit: ROWS_BODY_LIMIT_BYTES,
    schema: {
      operationId: "addRow",
      summary: "Add a row, and its model if it is new",
      headers: RetryHeaders,
      body: RowInput,
      response: {
        201: jsonAnswer("The new row", RowAnswer),
        409: errorAnswer(TAKEN),
        422: errorAnswer(`${BAD_PICTURE}; ${OTHER_CONTENT}`),
      },
    },
    handler: async (request, reply) => {
      const { body } = request;
      const user = sessions.userOf(request);
      const row = await retries.once<EvRow>(
        request,
        { call: "addRow", user, content: request.body },
        async (once) => {
          const [input = body] = await keepPictures(app, request, [body]);
          return rows.createRow(input, user, once);
        },
      );
      reply.header("location", `/api/evs/${row.id}`);
      return row;
    },
  });

  /** Changes a row unless its version differs from `If-Match`. */
  async function sendChange(
    id: number,
    set: Partial<EvInput>,
    request: FastifyRequest,
    reply: FastifyReply,
    isUndo?: boolean,
  ): Promise<FastifyReply> {
    const edit = { id, set, version: readIfMatch(request) };
    const outcome = await changeWithPictures(app, request, [edit], isUndo);
    return sendOutcome(reply, outcome, sessions.userOf(request));
  }

  app.route({
    method: "PUT",
    url: "/api/evs/:id",
    bodyLimit: ROWS_BODY_LIMIT_BYTES,
    schema: {
      ...CHANGE_SCHEMA,
      querystring: ChangeQuery,
      operationId: "changeRow",
      summary:
        "Change a row. Missing fields keep their values; null or empty text clears an optional field",
      body: RowPatch,
    },
    handler: async (request, reply) =>
      sendChange(request.params.id, request.body, request, reply, request.query.undo),
  });

  for (const [call, body, operationId, summary] of [
    ["update-seating", Seating, "setSeating", "Set the number of seats of a row"],
    ["update-cargo", Cargo, "setCargoSpace", "Set the cargo space of a row, in cubic feet"],
    ["fix-numeric-fields", OneFigureBody, "setFigure", "Set one number of a row"],
  ] as const) {
    app.route({
      method: "POST",
      url: `/api/evs/:id/${call}`,
      schema: { ...CHANGE_SCHEMA, operationId, summary, body },
      handler: async (request, reply) =>
        sendChange(request.params.id, request.body, request, reply),
    });
  }

  app.route({
    method: "GET",
    url: "/api/evs/:id/position",
    schema: {
      operationId: "getRowPosition",
      summary: "Get the position of a row in the administrator's list",
      params: IdInPath,
      querystring: ONLY_PASS_CACHES,
      response: { 200: jsonAnswer("Its position", RowPosition), 404: errorAnswer(NO_ROW) },
    },
    handler: async (request) => {
      const { id } = request.params;
      const position = findPosition(await catalogue.current(), id);
      if (position < 0) throw new UserError(404, VEHICLE_NOT_FOUND);
      return { position };
    },
  });

  app.route({
    method: "GET",
    url: "/api/evs/:id/deletion",
    schema: {
      operationId: "getRowDeletion",
      summary: "Get what else deleting a row would delete",
      params: IdInPath,
      querystring: ONLY_PASS_CACHES,
      response: {
        200: jsonAnswer("The reviews and votes that would go", DeletionCostAnswer),
        404: errorAnswer(NO_ROW),
      },
    },
    handler: async (request) => {
      const { id } = request.params;
      return rows.costOfDeleting(id);
    },
  });

  app.route({
    method: "DELETE",
    url: "/api/evs/:id",
    schema: {
      operationId: "deleteRow",
      summary:
        "Delete a row and its reviews; the last row of a model takes the model, its votes and reviews along",
      params: IdInPath,
      querystring: ONLY_PASS_CACHES,
      headers: IfMatch,
      response: { 204: emptyAnswer("Deleted"), 404: errorAnswer(NO_ROW), 412: VERSION_CONFLICT },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const user = sessions.userOf(request);
      const outcome = await rows.deleteRows([{ id, version: readIfMatch(request) }], user);
      if (outcome.kind !== "done") return sendOutcome(reply, outcome, user);
      database.changes.noteMovedVotes();
      return undefined;
    },
  });

  // Calls that write many rows, all or none (calls.md#many-rows, calls.md#merge-call).
  app.route({
    method: "POST",
    url: "/api/evs/rows",
    bodyLimit: ROWS_BODY_LIMIT_BYTES,
    schema: {
      operationId: "addRows",
      summary: `Add up to ${MOST_ROWS_PER_CHANGE} rows as one import, all or none. Rows that already exist are skipped`,
      headers: RetryHeaders,
      body: NewRows,
      response: {
        200: jsonAnswer("How many were added", AddedRows),
        422: errorAnswer(`${BAD_PICTURE}; ${OTHER_CONTENT}`),
      },
    },
    handler: async (request) => {
      const { subject, rows: sent } = request.body;
      const user = sessions.userOf(request);
      const attempt = { call: "addRows", user, content: request.body };
      const { counts, importId } = await retries.once<ImportReceipt>(
        request,
        attempt,
        async (once) => {
          const inputs = await keepPictures(app, request, sent);
          const newRows = inputs.map((input, at) => ({ row: at + 1, input }));
          const writer = { user, subject, invalid: 0, most: 0, once };
          return writeImport(database, newRows, writer, new AbortController().signal);
        },
      );
      return { added: counts.added, skipped: counts.skipped, importId };
    },
  });

  app.route({
    method: "PATCH",
    url: "/api/evs",
    bodyLimit: ROWS_BODY_LIMIT_BYTES,
    schema: {
      operationId: "changeRows",
      summary: `Change up to ${MOST_ROWS_PER_CHANGE} rows, all or none: the same change for all, or one for each`,
      querystring: ChangeQuery,
      body: RowEdits,
      response: {
        200: jsonAnswer("The requested rows as they are now", ChangedRows),
        404: errorAnswer(NO_ROW),
        409: errorAnswer(TAKEN),
        412: jsonAnswer("Some rows were changed by someone else; nothing was saved", Conflicts),
        422: errorAnswer(BAD_PICTURE),
      },
    },
    handler: async (request, reply) => {
      const outcome = await changeWithPictures(
        app,
        request,
        toRowChanges(request.body),
        request.query.undo,
      );
      if (outcome.kind !== "done") return sendConflicts(reply, outcome, sessions.userOf(request));
      return { updated: outcome.rows };
    },
  });

  app.route({
    method: "DELETE",
    url: "/api/evs",
    schema: {
      operationId: "deleteRows",
      summary: `Delete up to ${MOST_ROWS_PER_CHANGE} rows and their reviews, all or none. A model without rows is deleted with its votes and reviews`,
      body: DeletedIds,
      response: {
        200: jsonAnswer("The number of deleted rows", DeletedRows),
        404: errorAnswer(NO_ROW),
      },
    },
    handler: async (request) => {
      const wanted = request.body.ids.map((id, at) => ({ id, path: `ids.${at}` }));
      await rows.deleteRows(wanted, sessions.userOf(request));
      database.changes.noteMovedVotes();
      return { deleted: wanted.length };
    },
  });

  app.route({
    method: "POST",
    url: "/api/evs/merge",
    schema: {
      operationId: "merge",
      summary:
        "Merge one model or make into another. Rows, reviews and votes move along, and the old id keeps working",
      body: MergeBody,
      response: {
        200: jsonAnswer("Merged", MergeAnswer),
        404: errorAnswer("There is no such model or make; row ids are not accepted"),
        409: errorAnswer("Both have a trim with the same name and year"),
      },
    },
    handler: async (request) => {
      const { body } = request;
      const user = sessions.userOf(request);
      if ("fromMake" in body) {
        const { moved } = await merges.mergeMakes(body.fromMake, body.intoMake, user);
        database.changes.noteMovedVotes();
        return { model: null, moved };
      }
      const { modelId: mergedId, moved } = await merges.mergeModels(body.from, body.into, user);
      database.changes.noteMovedVotes();
      const snapshot = await catalogue.current();
      return { model: snapshot.findEv(mergedId) ?? null, moved };
    },
  });

  // What the editors compare typed text with (grid.md#known-names, vehicles.md#unusual-figures).
  app.route({
    method: "GET",
    url: "/api/evs/names",
    schema: {
      operationId: "listKnownNames",
      summary: "List the makes of the catalogue, or the models of one make",
      querystring: KnownNamesQuery,
      response: { 200: jsonAnswer("The names", KnownNames) },
    },
    handler: async (request): Promise<KnownNames> => {
      const make = request.query.make && identityKey(request.query.make);
      const models = (await catalogue.current()).byName().map(({ ev }) => ev);
      const names =
        make === undefined
          ? models.map((ev) => ev.make)
          : models.flatMap((ev) => (identityKey(ev.make) === make ? ev.model : []));
      return { names: [...new Set(names)].slice(0, MOST_KNOWN_NAMES) };
    },
  });

  app.route({
    method: "GET",
    url: "/api/evs/usual",
    schema: {
      operationId: "listUsualFigures",
      summary: "List the usual range of each figure in the catalogue",
      response: { 200: jsonAnswer("The ranges", TypicalFigureList) },
    },
    handler: async (): Promise<TypicalFigureList> => {
      const { evs } = await catalogue.current();
      return { figures: findTypicalFigures(evs) };
    },
  });
};
